#include "grid/pra_star.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "base/grow.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "grid/estimate_key.hpp"
#include "smooth.hpp"

namespace clearway {

namespace {

double octile(const CliqueLevels::Node& a, const CliqueLevels::Node& b) {
  const double dx = std::abs(double{a.x} - b.x), dy = std::abs(double{a.y} - b.y);
  return std::max(dx, dy) + (std::numbers::sqrt2 - 1) * std::min(dx, dy);
}

}  // namespace

void PartialRefinementSearch::refine(std::size_t k, std::uint32_t from, std::uint32_t to,
                                     bool is_first, SearchStats& stats) {
  const std::vector<CliqueLevels::Node>& graph = levels_.level(k);
  std::vector<Node>& nodes = nodes_[k - 1];
  grow_to(nodes, graph.size());
  const double least = octile(graph[from], graph[to]);
  const auto open = [&](std::uint32_t n, double cost, std::uint32_t parent) {
    nodes[n] = {cost, parent, query_, nodes[n].corridor, false};
    ++stats.generated;
    open_.push_back(estimate_key(cost + octile(graph[n], graph[to]) - least, n));
    std::push_heap(open_.begin(), open_.end(), std::greater<>());
  };
  open_.clear();
  open(from, 0, from);
  while (!open_.empty()) {
    check_interrupt();
    std::pop_heap(open_.begin(), open_.end(), std::greater<>());
    const std::uint32_t n = node_of(open_.back());
    open_.pop_back();
    if (nodes[n].is_closed) continue;
    nodes[n].is_closed = true;
    if (n == to) break;
    ++stats.expanded;
    note(graph[n].cell);
    for (const std::uint32_t m : graph[n].neighbours) {
      const bool is_known = nodes[m].query == query_;
      if (is_known ? nodes[m].is_closed
                   : !is_first && nodes_[k][graph[m].parent].corridor != query_)
        continue;
      const double cost = nodes[n].cost + octile(graph[n], graph[m]);
      if (!is_known || cost < nodes[m].cost) open(m, cost, n);
    }
  }
  if (nodes[to].query != query_)
    throw InternalError("pra*: a path of the level above cannot be refined");
  for (std::uint32_t n = to;; n = nodes[n].parent) {
    nodes[n].corridor = query_;
    if (n == from) break;
  }
}

bool PartialRefinementSearch::search(const Cell& start, const Cell& goal, CellRoute& route,
                                     SearchStats& stats) {
  if (++query_ == 0) {
    nodes_.clear();
    query_ = 1;
  }
  if (nodes_.size() < levels_.height()) nodes_.resize(levels_.height());
  from_.assign(1, grid_.index(start));
  to_.assign(1, grid_.index(goal));
  while (from_.back() != to_.back()) {
    const std::size_t k = from_.size() - 1;
    const std::uint32_t a = levels_.parent(k, from_.back()), b = levels_.parent(k, to_.back());
    if (a == CliqueLevels::none || b == CliqueLevels::none) return false;
    from_.push_back(a);
    to_.push_back(b);
  }
  const std::size_t first = std::min((from_.size() - 1) / 2, highest_);
  for (std::size_t k = first; k >= 1; --k) refine(k, from_[k], to_[k], k == first, stats);
  const std::uint32_t* parents = levels_.parents_of_cells().data();
  const auto seen = [this](std::uint32_t i) { note(i); };
  const bool is_found =
      first == 0
          ? cells_.run<Heuristic::octile>(start, goal, stats, AnyCell{}, seen)
          : cells_.run<Heuristic::octile>(
                start, goal, stats,
                [&](std::uint32_t i) { return nodes_[0][parents[i]].corridor == query_; }, seen);
  if (!is_found) throw InternalError("pra*: a path of the level above cannot be refined");
  cells_.trace(start, goal, route);
  if (is_smooth_) smooth(grid_, route);
  return true;
}

}  // namespace clearway
