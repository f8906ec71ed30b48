#include "wedge_search.hpp"

#include "clearway/geometry/predicates.hpp"
#include "mesh/half_edge_order.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {

void PointWedgeSearch::begin(std::span<const LocatedPoint> starts, double radius, Goals& goals,
                             SearchStats& stats, PointRecords* records) {
  const double width = 2 * radius;
  s_.goals = &goals;
  s_.stats = &stats;
  s_.records = records;
  s_.portals.begin(starts[0], width, goals);
  if (s_.steps.begin(goals, width, s_.portals.open_turns())) forget_steps();
  s_.corners.begin();
  s_.tree.begin(starts, goals, stats);
  bends_.begin(starts);
  wedges_.begin();
  for (Index i = 0; i < starts.size(); ++i) expand_start(starts[i], PointRootId(i), width);
}

void PointWedgeSearch::forget_steps() {
  s_.corners.forget();
  wasted_ = 0;
  s_.sides.set_bounds(world_.bounds());
  s_.steps.accept_change();
}

void PointWedgeSearch::expand_start(const LocatedPoint& from, PointRootId root, double width) {
  const Point start = from.point;
  // The straight line inside a triangle is shortest.
  const auto is_solved = [&] { return s_.tree.has_known_path() && width == 0; };
  // In order: where two paths are equally long, it decides which of them is found.
  for_each_triangle_at(s_.mesh, in_order(s_.mesh, from.at), [&](TriangleId t) {
    if (!s_.mesh.is_free(t) || is_solved()) return;
    s_.note(t);
    seen_goals_.add_at_source(root, t);
    if (is_solved()) return;
    for (const HalfEdgeId exit : sides_in_order(s_.mesh, t)) {
      const Point right = s_.mesh.point(s_.mesh.origin(exit)),
                  left = s_.mesh.point(s_.mesh.target(exit));
      // The triangle across an edge that contains the start contains it, too.
      if (s_.mesh.constrained(exit) || !s_.portals.can_depart(exit) ||
          orientation(right, left, start) == 0)
        continue;
      const HalfEdgeId ahead = s_.steps.across(exit);
      if (ahead == none) continue;
      const VertexId l = s_.mesh.target(exit), r = s_.mesh.origin(exit);
      wedges_.advance({l, r, l, r, ahead, ahead, root, none, PointNode::wedge, true, true},
                      {{start, left}, {start, right}, left, right, true, true});
    }
  });
}

PointChannelSearch::Outcome PointWedgeSearch::find_by_channels(const LocatedPoint& start,
                                                               Goals& goals, SearchStats& stats,
                                                               Path& path, bool needs_channel) {
  s_.goals = &goals;
  s_.stats = &stats;
  s_.steps.set_deterministic(false);
  if (s_.steps.begin(goals, 0.0, {}, &start)) forget_steps();
  s_.corners.begin();
  const std::uint64_t before = stats.expanded;
  const PointChannelSearch::Outcome outcome = channels_.run(start);
  s_.steps.count_expansions(stats.expanded - before);
  if (outcome == PointChannelSearch::found) channels_.write(path, needs_channel);
  if (outcome == PointChannelSearch::undecided) wasted_ += stats.expanded - before;
  return outcome;
}

double PointWedgeSearch::measure_corners(const LocatedPoint& start, Goals& goals,
                                         SearchStats& stats, const DeadEnds& dead_ends) {
  s_.goals = &goals;
  s_.stats = &stats;
  if (s_.steps.begin_with_dead_ends(goals, dead_ends)) forget_steps();
  s_.corners.begin();
  const std::uint64_t before = stats.expanded;
  const double length = channels_.measure_corners(start);
  s_.steps.count_expansions(stats.expanded - before);
  return length;
}

PointRootId PointWedgeSearch::add_bend_from(const Point& source, double cost, VertexId corner,
                                            VertexId other_end, PointNode::Kind kind,
                                            HalfEdgeId step) {
  if (!s_.corners.may_bend(corner)) return none;
  const PointRootId root = s_.tree.add_source(source, cost);
  bends_.add({corner, s_.mesh.point(corner)}, other_end, kind, step, root, none);
  return root;
}

double PointWedgeSearch::run_until(std::size_t open_goals, std::uint64_t max_expansions) {
  const std::uint64_t before = s_.stats->expanded;
  const double bound = s_.tree.run_until(open_goals, max_expansions, [this](SearchNodeId node) {
    if (s_.tree.node(node).kind == PointNode::wedge)
      wedges_.split(node);
    else
      fans_.expand(node);
  });
  s_.steps.count_expansions(s_.stats->expanded - before);
  return bound;
}

double PointWedgeSearch::length(GoalId goal) const {
  const PointRoot& root = s_.tree.root(s_.tree.nodes()[s_.goals->node(goal)].root);
  return root.cost + clearway::length(root.at, (*s_.goals)[goal]);
}

void PointWedgeSearch::write(GoalId goal, const Point&, Path& path) const {
  writer_.write(s_.mesh, s_.tree.roots(), s_.tree.nodes(), s_.goals->node(goal), (*s_.goals)[goal],
                path);
}

}  // namespace clearway
