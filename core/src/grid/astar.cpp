#include "clearway/grid/astar.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace clearway {

void StepBuckets::clear(double least) {
  for (; occupied_ != 0; occupied_ &= occupied_ - 1) buckets_[std::countr_zero(occupied_)].clear();
  now_ = static_cast<std::uint64_t>(least * per_step_);
}

void StepBuckets::push(std::uint32_t item, double key) {
  // Keys below the present bucket by rounding belong to it.
  const std::uint64_t bucket = std::max(static_cast<std::uint64_t>(key * per_step_), now_) % ring_;
  buckets_[bucket].push_back(item);
  occupied_ |= std::uint64_t{1} << bucket;
}

double StepBuckets::advance() {
  now_ += std::countr_zero(std::rotr(occupied_, static_cast<int>(now_ % ring_)));
  return static_cast<double>(now_) / per_step_;
}

std::uint32_t StepBuckets::pop() {
  std::vector<std::uint32_t>& bucket = buckets_[now_ % ring_];
  const std::uint32_t item = bucket.back();
  bucket.pop_back();
  if (bucket.empty()) occupied_ &= ~(std::uint64_t{1} << now_ % ring_);
  return item;
}

// Inside a bucket entries come in no order of cost: a cell that is closed opens again when a
// shorter way turns up, and the search ends when no bucket left can hold a shorter way.
template <bool has_heuristic>
bool GridAStar::run(const Cell& start, const Cell& goal, SearchStats& stats) {
  constexpr std::uint32_t closed = 8;
  const std::uint32_t mark = query_ * 16;
  const std::uint32_t stride = grid_.stride(), target = grid_.index(goal);
  Node* const nodes = nodes_.data();
  const auto estimate = [&](const Cell& c, const Steps& g) {
    return has_heuristic ? (g + octile(c, goal)).length() : g.length();
  };
  open_.clear(estimate(start, {}));
  nodes[grid_.index(start)] = {{}, mark};
  open_.push(grid_.index(start), estimate(start, {}));
  double best = std::numeric_limits<double>::infinity();
  while (!open_.empty() && open_.advance() < best) {
    const std::uint32_t i = open_.pop();
    if (nodes[i].mark & closed) continue;
    nodes[i].mark |= closed;
    const Steps g = nodes[i].steps;
    const std::uint32_t row = i / stride;
    const Cell c{static_cast<std::int32_t>(i - row * stride), static_cast<std::int32_t>(row) - 1};
    if (best < std::numeric_limits<double>::infinity() && estimate(c, g) >= best) continue;
    ++stats.expanded;
    note(i);
    for (unsigned exits = grid_.exits(i); exits != 0; exits &= exits - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(exits));
      const std::uint32_t j = i + grid_.offset(d);
      Node& node = nodes[j];
      const Steps to{g.straight + !(d & 1), g.diagonal + (d & 1)};
      if (node.mark >= mark && node.steps.length() <= to.length()) continue;
      node = {to, mark | d};
      ++stats.generated;
      if (j == target) {
        best = std::min(best, to.length());
        continue;
      }
      open_.push(j, estimate({c.x + direction_x[d], c.y + direction_y[d]}, to));
    }
  }
  return best < std::numeric_limits<double>::infinity();
}

bool GridAStar::search(const Cell& start, const Cell& goal, Walk& walk, SearchStats& stats) {
  if (nodes_.empty()) nodes_.resize(grid_.size());
  if (++query_ == 1u << 28) {
    std::fill(nodes_.begin(), nodes_.end(), Node{});
    query_ = 1;
  }
  if (!(has_heuristic_ ? run<true>(start, goal, stats) : run<false>(start, goal, stats)))
    return false;
  for (Cell c = goal; !(c == start);) {
    extend(walk, c);
    const unsigned d = nodes_[grid_.index(c)].mark & 7;
    c = {c.x - direction_x[d], c.y - direction_y[d]};
  }
  extend(walk, start);
  std::reverse(walk.corners.begin(), walk.corners.end());
  return true;
}

}  // namespace clearway
