#include "clearway/planners/grow_partition.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {
namespace {

// Of the size of a part: a piece cut off that is smaller joins the half beside it.
constexpr double tiny = 0.25;

using Piece = std::vector<std::int32_t>;

void check(std::span<const std::int64_t> starts, std::span<const std::int32_t> neighbours) {
  bool is_good = starts.empty() ? neighbours.empty()
                                : starts.front() == 0 && starts.back() == std::ssize(neighbours);
  for (std::size_t i = 1; i < starts.size(); ++i) is_good &= starts[i - 1] <= starts[i];
  for (const std::int32_t v : neighbours) is_good &= v >= 0 && v + 1 < std::ssize(starts);
  if (!is_good) throw InvalidInput("the starts and neighbours of a graph do not fit each other");
}

// Searches among some of the vertices: those with the current mark.
class MarkedGraph {
 public:
  MarkedGraph(std::span<const std::int64_t> starts, std::span<const std::int32_t> neighbours)
      : starts_(starts), neighbours_(neighbours), mark_(starts.size() - 1, 0) {}

  // The connected components of these vertices.
  std::vector<Piece> pieces(const Piece& vertices) {
    mark(vertices);
    std::vector<Piece> out;
    for (const std::int32_t v : vertices)
      if (mark_[v] == last_) out.push_back(walk(v));
    return out;
  }
  // A connected piece in breadth-first order from a vertex far from its middle.
  Piece from_an_end(const Piece& piece) {
    mark(piece);
    const std::int32_t far = walk(piece[0]).back();
    mark(piece);
    return walk(far);
  }

 private:
  void mark(const Piece& vertices) {
    ++last_;
    for (const std::int32_t v : vertices) mark_[v] = last_;
  }
  // All vertices with the mark that can be reached, nearest first; they lose the mark.
  Piece walk(std::int32_t start) {
    Piece order{start};
    mark_[start] = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      check_interrupt();
      for (std::int64_t k = starts_[order[i]]; k < starts_[order[i] + 1]; ++k) {
        const std::int32_t near = neighbours_[k];
        if (mark_[near] != last_) continue;
        mark_[near] = 0;
        order.push_back(near);
      }
    }
    return order;
  }

  std::span<const std::int64_t> starts_;
  std::span<const std::int32_t> neighbours_;
  std::vector<std::uint64_t> mark_;
  std::uint64_t last_ = 0;
};

// Small pieces, joined to parts of about this size.
std::vector<Piece> join(const std::vector<Piece>& pieces, double size) {
  std::vector<Piece> out;
  for (const Piece& piece : pieces) {
    if (out.empty() || static_cast<double>(out.back().size() + piece.size()) > size)
      out.emplace_back();
    out.back().insert(out.back().end(), piece.begin(), piece.end());
  }
  return out;
}

}  // namespace

std::vector<std::int32_t> grow_partition(std::span<const std::int64_t> starts,
                                         std::span<const std::int32_t> neighbours, Index parts) {
  check(starts, neighbours);
  const std::size_t count = starts.empty() ? 0 : starts.size() - 1;
  std::vector<std::int32_t> labels(count, 0);
  if (parts <= 1 || count == 0) return labels;
  const double size = static_cast<double>(count) / parts;
  MarkedGraph graph(starts, neighbours);
  Piece all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = static_cast<std::int32_t>(i);
  std::vector<Piece> small, open;
  for (Piece& piece : graph.pieces(all))
    (static_cast<double>(piece.size()) < size / 2 ? small : open).push_back(std::move(piece));
  std::vector<Piece> done = join(small, size);
  while (!open.empty()) {
    Piece piece = std::move(open.back());
    open.pop_back();
    const auto length = static_cast<double>(piece.size());
    const double share = std::nearbyint(length / size);
    if (share <= 1) {
      done.push_back(std::move(piece));
      continue;
    }
    const Piece order = graph.from_an_end(piece);
    const auto middle = order.begin() + std::lrint(length * std::floor(share / 2) / share);
    Piece half(order.begin(), middle);
    for (Piece& other : graph.pieces(Piece(middle, order.end()))) {
      // A tiny piece touches the half: nothing else separates the pieces.
      if (static_cast<double>(other.size()) < tiny * size)
        half.insert(half.end(), other.begin(), other.end());
      else
        open.push_back(std::move(other));
    }
    // Where nothing but tiny pieces is cut off, as the leaves of a tree, the piece stays whole.
    (half.size() == piece.size() ? done : open).push_back(std::move(half));
  }
  for (std::size_t label = 0; label < done.size(); ++label)
    for (const std::int32_t v : done[label]) labels[v] = static_cast<std::int32_t>(label);
  return labels;
}

}  // namespace clearway
