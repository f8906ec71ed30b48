#include "grid/hpa_star.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "grid/estimate_key.hpp"
#include "smooth.hpp"

namespace clearway {

namespace {

using Weight = ClusterGraph::Weight;

Steps operator+(const Steps& a, const Weight& b) {
  return {a.straight + b.straight, a.diagonal + b.diagonal};
}

}  // namespace

void HierarchicalSearch::reach(std::uint32_t i, const Cell& to, const Steps& steps,
                               std::uint32_t parent, bool is_inside) {
  Node& node = nodes_[i];
  if (node.query == query_ && node.steps.length() <= steps.length()) return;
  node.steps.straight = steps.straight;
  node.steps.diagonal = steps.diagonal;
  node.parent = parent;
  node.query = query_;
  node.is_closed = false;
  node.is_inside = is_inside;
  ++stats_->generated;
  open_.push_back(estimate_key((steps + octile(to, goal_)).length() - least_, i));
  std::push_heap(open_.begin(), open_.end(), std::greater<>());
}

Cell HierarchicalSearch::cell_of(std::uint32_t i) const {
  if (i >= source_) return i == source_ ? start_ : goal_;
  return grid_.cell(graph_.cluster(i / most_).cells[i % most_]);
}

// Weights are those of shortest paths, so two in a row inside a cluster are never shorter than one.
void HierarchicalSearch::expand(std::uint32_t i) {
  const Steps g = nodes_[i].steps;
  const bool is_source = i == source_;
  const std::uint32_t number = is_source ? graph_.cluster_of(start_) : i / most_;
  const std::uint32_t k = is_source ? 0 : i - number * most_;
  const ClusterGraph::Cluster& c = graph_.cluster(number);
  if (!is_source) {
    const Cell at = grid_.cell(c.cells[k]);
    for (unsigned links = c.links[k]; links != 0; links &= links - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(links));
      const std::uint32_t near = graph_.beside(number, d);
      const std::vector<std::uint32_t>& cells = graph_.cluster(near).cells;
      const std::uint32_t beyond = c.cells[k] + grid_.offset(d);
      std::uint32_t partner = 0;  // they are few: counting is faster than bisection
      for (const std::uint32_t cell : cells) partner += cell < beyond;
      reach(near * most_ + partner, {at.x + direction_x[d], at.y + direction_y[d]},
            {g.straight + 1, g.diagonal}, i, false);
    }
  }
  if (nodes_[i].is_inside) return;
  const auto n = static_cast<std::uint32_t>(c.cells.size());
  const Weight* row = is_source ? from_start_.data() : c.weights.data() + std::size_t{k} * n;
  std::int32_t y = graph_.box(number).y0;  // cells ascend: their rows are found by counting
  std::uint32_t line = grid_.index({0, y});
  for (std::uint32_t j = 0; j < n; ++j) {
    if (row[j].straight == ClusterGraph::disconnected) continue;
    for (; c.cells[j] - line >= grid_.stride(); line += grid_.stride()) ++y;
    reach(number * most_ + j, {static_cast<std::int32_t>(c.cells[j] - line), y}, g + row[j], i,
          true);
  }
  if (number != graph_.cluster_of(goal_)) return;
  const Weight last = is_source ? direct_ : to_goal_[k];
  if (last.straight != ClusterGraph::disconnected) reach(target_, goal_, g + last, i, true);
}

std::vector<std::uint32_t> HierarchicalSearch::find_chain(const Cell& start, const Cell& goal,
                                                          SearchStats& stats) {
  if (nodes_.empty()) {
    most_ = graph_.most_marked();
    source_ = static_cast<std::uint32_t>(graph_.count()) * most_;
    target_ = source_ + 1;
    nodes_.resize(std::size_t{source_} + 2);
  }
  if (++query_ == 0) {
    std::fill(nodes_.begin(), nodes_.end(), Node{});
    query_ = 1;
  }
  stats_ = &stats;
  start_ = start;
  goal_ = goal;
  open_.clear();
  const std::uint64_t before = box_.expanded();
  box_.log(explored());
  const auto insert = [&](const Cell& end, std::vector<Weight>& weights) {
    const std::uint32_t number = graph_.cluster_of(end);
    box_.find_all(graph_.box(number), end);
    weights.clear();
    for (const std::uint32_t cell : graph_.cluster(number).cells)
      weights.push_back(ClusterGraph::weight_of(box_, grid_.cell(cell)));
  };
  insert(goal, to_goal_);
  insert(start, from_start_);
  direct_ = graph_.cluster_of(start) == graph_.cluster_of(goal)
                ? ClusterGraph::weight_of(box_, goal)
                : Weight{};

  least_ = octile(start, goal).length();
  reach(source_, start, {}, source_, false);
  bool is_found = false;
  while (!open_.empty()) {
    check_interrupt(4);
    const std::uint64_t first = open_.front();
    if (is_found && steps_over_of(first) + least_ >= nodes_[target_].steps.length()) break;
    std::pop_heap(open_.begin(), open_.end(), std::greater<>());
    open_.pop_back();
    const std::uint32_t i = node_of(first);
    if (nodes_[i].is_closed) continue;
    nodes_[i].is_closed = true;
    if (i == target_) {
      is_found = true;
      continue;
    }
    ++stats.expanded;
    if (explored()) note(grid_.index(cell_of(i)));
    expand(i);
  }
  stats.expanded += box_.expanded() - before;
  if (!is_found) return {};
  std::vector<std::uint32_t> chain{target_};
  while (chain.back() != source_) chain.push_back(nodes_[chain.back()].parent);
  return chain;
}

bool HierarchicalSearch::search(const Cell& start, const Cell& goal, CellRoute& route,
                                SearchStats& stats) {
  const std::vector<std::uint32_t> chain = find_chain(start, goal, stats);
  if (chain.empty()) return false;
  const std::uint64_t before = box_.expanded();
  route.corners.push_back(start);
  for (std::size_t k = chain.size() - 1; k-- > 0;) {
    const Cell a = cell_of(chain[k + 1]), b = cell_of(chain[k]);
    const std::uint32_t number = graph_.cluster_of(a);
    if (number != graph_.cluster_of(b))
      extend(route, b);
    else if (!connect(grid_, a, b, route) && !box_.find(graph_.box(number), a, b, route))
      throw InternalError("hpa*: the grid has no path for an edge of the graph");
  }
  if (is_smooth_) smooth(grid_, route);
  stats.expanded += box_.expanded() - before;
  return true;
}

bool HierarchicalSearch::find_subgoals(const Cell& start, const Cell& goal,
                                       std::vector<Cell>& subgoals, Steps& steps,
                                       SearchStats& stats) {
  const std::vector<std::uint32_t> chain = find_chain(start, goal, stats);
  if (chain.empty()) return false;
  subgoals.clear();
  Cell last = start;
  for (std::size_t k = chain.size() - 1; k-- > 0;) {
    const Cell next = cell_of(chain[k]);
    if (graph_.cluster_of(next) != graph_.cluster_of(last)) subgoals.push_back(next);
    last = next;
  }
  if (subgoals.empty() || !(subgoals.back() == goal)) subgoals.push_back(goal);
  steps = nodes_[target_].steps;
  return true;
}

}  // namespace clearway
