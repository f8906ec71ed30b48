// The search over cells, shared by "dijkstra", "a*", the last refinement of "pra*", and distances
// from one cell to all.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "base/grow.hpp"
#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/base/status.hpp"
#include "clearway/grid/grid.hpp"
#include "grid/cell_route.hpp"
#include "grid/step_buckets.hpp"

namespace clearway {

// Estimates of the rest of a path, in steps. `none` and `octile` and `euclidean` never exceed it;
// `manhattan`, which knows no diagonal moves, does: paths found with it may not be shortest.
enum class Heuristic : std::uint8_t { none, octile, euclidean, manhattan };

// The estimate of a path over `c`, which took g steps to it, on its way to `goal`.
template <Heuristic heuristic>
double estimate_of(const Cell& c, const Steps& g, const Cell& goal) {
  if constexpr (heuristic == Heuristic::none) return g.length();
  if constexpr (heuristic == Heuristic::octile) return (g + octile(c, goal)).length();
  const double dx = c.x - goal.x, dy = c.y - goal.y;
  if constexpr (heuristic == Heuristic::euclidean) return g.length() + std::sqrt(dx * dx + dy * dy);
  return g.length() + std::abs(dx) + std::abs(dy);
}

// Every cell is allowed. Then steps that a shorter path avoids need not be tried.
struct AnyCell {
  bool operator()(std::uint32_t) const { return true; }
};

class CellSearch {
 public:
  // Bytes for each cell of scratch.
  static constexpr std::size_t scratch_per_cell = 12;

  explicit CellSearch(const Grid& grid) : grid_(grid) {}

  // Finds a shortest path between different free cells, over cells j for which allow(j); calls
  // note(i) for each expanded cell. Shortest unless the heuristic is `manhattan`. False: no path.
  template <Heuristic heuristic, class Allow, class Note>
  bool run(const Cell& start, const Cell& goal, SearchStats& stats, Allow&& allow, Note&& note) {
    const auto estimate = [&goal](const Cell& c, const Steps& g) {
      return estimate_of<heuristic>(c, g, goal);
    };
    return run_with(open_, estimate, start, goal, stats, allow, note);
  }
  // The same with any queue (queues.hpp) and any estimate(cell, steps to it) >= their length. The
  // path is shortest if no estimate exceeds the length of the shortest path over the cell.
  template <class Queue, class Estimate, class Allow, class Note>
  bool run_with(Queue& open, Estimate&& estimate, const Cell& start, const Cell& goal,
                SearchStats& stats, Allow&& allow, Note&& note);
  // The distance of every cell from the nearest of these free cells: flood, then distance(i) by
  // index of a cell; infinite where no path leads.
  void flood(std::span<const Cell> sources);
  double distance(std::uint32_t i) const {
    return nodes_[i].mark >= query_ * 16 ? nodes_[i].steps.length()
                                         : std::numeric_limits<double>::infinity();
  }
  // After run: the path found, written to an empty route.
  void trace(const Cell& start, const Cell& goal, CellRoute& route) const {
    for (Cell c = goal; !(c == start);) {
      extend(route, c);
      const unsigned d = nodes_[grid_.index(c)].mark & 7;
      c = {c.x - direction_x[d], c.y - direction_y[d]};
    }
    extend(route, start);
    std::reverse(route.corners.begin(), route.corners.end());
  }

 private:
  struct Node {
    Steps steps;         // from the start
    std::uint32_t mark;  // query * 16 + closed * 8 + direction of the step that led here
  };
  static_assert(sizeof(Node) == scratch_per_cell);

  void begin() {
    grow_to(nodes_, grid_.size());
    if (++query_ == 1u << 28) {
      std::fill(nodes_.begin(), nodes_.end(), Node{});
      query_ = 1;
    }
  }

  const Grid& grid_;
  std::vector<Node> nodes_;
  StepBuckets open_;
  std::uint32_t query_ = 0;
};

// Entries of one bucket are in no order of cost, and estimates may be inconsistent: a closed cell
// is opened again when a shorter path to it is found, and the search ends when no remaining entry
// can lead to a shorter path.
template <class Queue, class Estimate, class Allow, class Note>
bool CellSearch::run_with(Queue& open, Estimate&& estimate, const Cell& start, const Cell& goal,
                          SearchStats& stats, Allow&& allow, Note&& note) {
  constexpr bool is_open = std::is_same_v<std::remove_cvref_t<Allow>, AnyCell>;
  constexpr std::uint32_t closed = 8;
  begin();
  const std::uint32_t mark = query_ * 16;
  const std::uint32_t stride = grid_.stride();
  const std::uint32_t source = grid_.index(start), target = grid_.index(goal);
  Node* const nodes = nodes_.data();
  open.clear(estimate(start, {}));
  nodes[source] = {{}, mark};
  open.push(source, estimate(start, {}));
  double best = infinity;
  while (!open.empty() && open.advance() < best) {
    check_interrupt();
    const std::uint32_t i = open.pop();
    if (nodes[i].mark & closed) continue;
    nodes[i].mark |= closed;
    const Steps g = nodes[i].steps;
    const std::uint32_t row = i / stride;
    const Cell c{static_cast<std::int32_t>(i - row * stride), static_cast<std::int32_t>(row) - 1};
    if (best < infinity && estimate(c, g) >= best) continue;
    ++stats.expanded;
    note(i);
    const std::uint8_t all = grid_.exits(i);
    const bool is_whole = !is_open || i == source;
    for (unsigned exits = is_whole ? all : grid_.onward(nodes[i].mark & 7, all); exits != 0;
         exits &= exits - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(exits));
      const std::uint32_t j = i + grid_.offset(d);
      Node& node = nodes[j];
      const Steps to{g.straight + !(d & 1), g.diagonal + (d & 1)};
      if (node.mark >= mark && node.steps.length() <= to.length()) continue;
      if (!allow(j)) continue;
      node = {to, mark | d};
      ++stats.generated;
      if (j == target)
        best = std::min(best, to.length());
      else
        open.push(j, estimate({c.x + direction_x[d], c.y + direction_y[d]}, to));
    }
  }
  return best < infinity;
}

}  // namespace clearway
