#include "entry_edge_search.hpp"

#include <algorithm>
#include <utility>

#include "clearway/base/interrupt.hpp"
#include "mesh/triangles_at.hpp"
#include "query/departures.hpp"

namespace clearway {

void EntryEdges::begin(const Mesh& mesh) {
  if (nodes.size() < mesh.half_edge_slots()) {
    ends_.resize(mesh.triangles.size(), 0);
    nodes.resize(mesh.half_edge_slots(), Node{0, {}, none, 0});  // last: out of memory, it is short
  }
  query_ += 2;
  if (query_ == 0) {
    for (Node& n : nodes) n.stamp = 0;
    std::fill(ends_.begin(), ends_.end(), 0);
    query_ = 2;
  }
  heap.clear();
}

void EntryEdgeSearch::relax(HalfEdgeId e, const Point& from, double cost, HalfEdgeId parent,
                            SearchStats& stats) {
  EntryEdges::Node& node = edges_.nodes[e];
  if (edges_.is_closed(node)) return;
  if (!can_turn(e) && !can_turn(Mesh::next(e)) && !edges_.has_goal(Mesh::triangle_of(e))) return;
  const Point at = metric_.point_of(e, from);
  cost += ChannelMetric::length(at.x - from.x, at.y - from.y);
  if (edges_.is_open(node) && node.cost <= cost) return;
  edges_.open(node, cost, at, parent);
  ++stats.generated;
  const double rest = ChannelMetric::length(metric_.goal.x - at.x, metric_.goal.y - at.y);
  Entry<HalfEdgeId> entry{is_greedy_ ? rest : cost + weight_ * rest, e};
  if (before_(entry, next_)) std::swap(entry, next_);
  if (entry.item != none) edges_.heap.push(entry);
}

void EntryEdgeSearch::depart(const LocatedPoint& start, SearchStats& stats) {
  for_each_triangle_at(mesh_, start.at, [&](TriangleId t) {
    if (!mesh_.is_free(t)) return;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId exit = Mesh::half_edge(t, i);
      if (mesh_.constrained(exit) || dead_ends_.is_barred(exit)) continue;
      const HalfEdgeId e = mesh_.twin(exit);
      // A triangle that contains the start need not be entered from another.
      if (edges_.has_start(Mesh::triangle_of(e))) continue;
      if (departs(world_, t, start.point, exit, 2 * metric_.radius))
        relax(e, start.point, 0.0, none, stats);
    }
  });
}

HalfEdgeId EntryEdgeSearch::run(std::uint64_t limit, SearchStats& stats) {
  while (next_.item != none || !edges_.heap.empty()) {
    if (next_.item == none)
      next_ = edges_.heap.pop();
    else if (!edges_.heap.empty() && before_(edges_.heap.top(), next_))
      next_ = edges_.heap.replace_top(next_);
    const HalfEdgeId e = next_.item;
    next_ = nothing;
    EntryEdges::Node& node = edges_.nodes[e];
    if (edges_.is_closed(node)) continue;
    is_greedy_ = is_greedy_ || stats.expanded >= limit;
    if (options_.has_deadline() && stats.expanded % SearchOptions::clock_slice == 0) {
      const auto now = std::chrono::steady_clock::now();
      is_greedy_ = is_greedy_ || now >= half_time_;
      is_late_ = now >= options_.deadline;
      if (is_late_) return none;
    }
    check_interrupt();
    edges_.close(node);
    ++stats.expanded;
    const TriangleId t = Mesh::triangle_of(e);
    if (options_.explored) [[unlikely]]
      options_.explored->push_back(t);
    if (edges_.has_goal(t) && departs(world_, t, metric_.goal, e, 2 * metric_.radius)) return e;
    const Point at = node.at;
    const double cost = node.cost;
    for (const auto& [corner, exit] :
         {std::pair(Mesh::next(e), Mesh::next(e)), std::pair(e, Mesh::prev(e))})
      if (can_turn(corner) && !dead_ends_.is_barred(exit))
        relax(mesh_.twin(exit), at, cost, e, stats);
  }
  return none;
}

}  // namespace clearway
