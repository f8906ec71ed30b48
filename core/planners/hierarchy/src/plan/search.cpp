#include "search.hpp"

#include <algorithm>
#include <iterator>

#include "channel.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "mesh/triangles_at.hpp"
#include "query/free.hpp"
#include "query/narrowest.hpp"

namespace clearway {
namespace {

// These constants trade the length of paths for time; docs/explanation/thpa.md has figures.

// A connection that is longer than the straight line by more than this share of the plan is rough:
// it is replaced by the shortest path.
constexpr double max_roughness = 0.001;

// If a connection is longer than estimated by more than this share of the plan, another plan is
// searched for, until there are this many.
constexpr double max_error = 0.005;
constexpr int max_plans = 4;

// Few nodes between the ends: they are near each other, nodes beside the path are a costly detour,
// and an exact search is short. It runs if a plan with i nodes is longer than the straight line by
// more than near_detours[i].
constexpr double near_detours[] = {0.0, 0.02, 0.02, 0.2, 0.2, 0.2};

// Connections that turn out to be too narrow before an exact search decides.
constexpr int max_dead_ends = 2;

std::vector<Connection>::iterator find_node(std::vector<Connection>& connections, NodeId node) {
  return std::find_if(connections.begin(), connections.end(),
                      [&](const Connection& c) { return c.node == node; });
}

}  // namespace

Plan PlanSearch::find(const Point& start, const Point& goal, double radius) {
  Plan plan;
  plan.radius = radius;
  plan.generation = data_.generation;
  const LocatedPoint from{start, world_.locate(start)}, to{goal, world_.locate(goal)};
  if (!has_common_cluster(from.at, to.at) && fits(world_, from, radius) &&
      fits(world_, to, radius)) {
    if (find_over_nodes(from, to, plan)) return plan;
    const SearchStats stats = plan.stats;
    plan = {};
    plan.radius = radius;
    plan.generation = data_.generation;
    plan.stats = stats;
  }
  plan.direct = exact_(start, goal, radius);
  plan.stats.expanded += plan.direct.stats.expanded;
  plan.stats.generated += plan.direct.stats.generated;
  plan.status = plan.direct.status;
  plan.length = plan.direct.length;
  return plan;
}

bool PlanSearch::has_common_cluster(const Location& a, const Location& b) const {
  bool out = false;
  for_each_triangle_at(world_.mesh(), a, [&](TriangleId t) {
    const ClusterId c = data_.partition.of(t);
    for_each_triangle_at(world_.mesh(), b, [&](TriangleId u) {
      out = out || (c != none && c == data_.partition.of(u));
    });
  });
  return out;
}

// False: an exact search has to decide.
bool PlanSearch::find_over_nodes(const LocatedPoint& start, const LocatedPoint& goal, Plan& plan) {
  find_connections(world_, data_, start, plan.radius, starts_);
  find_connections(world_, data_, goal, plan.radius, goals_);
  int dead_ends = 0;
  for (int plans = 1; dead_ends <= max_dead_ends; ++plans) {
    check_interrupt(8);
    switch (find_connected(start.point, goal.point, plans >= max_plans, plan)) {
      case Outcome::no_plan:
        return false;
      case Outcome::dead_end:
        ++dead_ends;
        break;
      case Outcome::worse_than_estimated:
        break;
      case Outcome::found:
        if (is_improvable_directly(plan, start.point, goal.point)) return false;
        build_channel(data_, plan);
        if (!passes(plan, start.point, goal.point)) return false;
        plan.status = Status::found;
        return true;
    }
  }
  return false;
}

// The best plan by the estimated lengths of connections, with the paths of its connections. A
// connection whose path is worse than estimated gets a better estimate; a dead end is dropped.
// `is_final`: the plan is taken even if it is worse than estimated.
PlanSearch::Outcome PlanSearch::find_connected(const Point& start, const Point& goal, bool is_final,
                                               Plan& plan) {
  double length;
  const NodeId last = nodes_.run(starts_, goals_, start, goal, plan.radius, length, plan.stats);
  if (last == none) return Outcome::no_plan;
  NodeId first = last;
  while (nodes_.parent(first) != none) first = nodes_.parent(first);
  const auto from_start = find_node(starts_, first), to_goal = find_node(goals_, last);
  if (!connection_paths_.follow(*from_start, start, plan.radius, false, plan.first)) {
    starts_.erase(from_start);
    return Outcome::dead_end;
  }
  if (!connection_paths_.follow(*to_goal, goal, plan.radius, true, plan.last)) {
    goals_.erase(to_goal);
    return Outcome::dead_end;
  }
  const Point first_position = data_.graph.nodes()[first].position,
              last_position = data_.graph.nodes()[last].position;
  const auto is_rough = [&](const Path& path, const Point& node, const Point& end) {
    return path.length - distance(node, end) > max_roughness * length;
  };
  const auto is_worse = [&](const Connection& connection, const Path& path) {
    return path.length > connection.length + max_error * length;
  };
  plan.node_positions.assign(1, last_position);  // for refine_last()
  plan.is_last_rough = is_rough(plan.last, last_position, goal);
  if (is_rough(plan.first, first_position, start)) {
    Path shortest = exact_(start, first_position, plan.radius);
    if (shortest.status == Status::found) plan.first = std::move(shortest);
  }
  // Otherwise a rough `last` is refined when its leg is requested.
  if (is_worse(*to_goal, plan.last)) refine_last(exact_, goal, plan);
  const bool is_first_worse = is_worse(*from_start, plan.first);
  const bool is_last_worse = is_worse(*to_goal, plan.last);
  if (is_first_worse) from_start->length = plan.first.length;
  if (is_last_worse) to_goal->length = plan.last.length;
  if ((is_first_worse || is_last_worse) && !is_final) return Outcome::worse_than_estimated;
  list_nodes(last, plan);
  plan.length = plan.first.length + (nodes_.cost(last) - nodes_.cost(first)) + plan.last.length;
  return Outcome::found;
}

void PlanSearch::list_nodes(NodeId last, Plan& plan) const {
  std::size_t count = 0;
  for (NodeId node = last; node != none; node = nodes_.parent(node)) ++count;
  plan.nodes.resize(count);
  plan.node_positions.resize(count);
  plan.edges.resize(count - 1);
  for (NodeId node = last; node != none; node = nodes_.parent(node)) {
    plan.nodes[--count] = node;
    plan.node_positions[count] = data_.graph.nodes()[node].position;
    if (count > 0) plan.edges[count - 1] = nodes_.edge(node);
  }
}

bool PlanSearch::is_improvable_directly(const Plan& plan, const Point& start,
                                        const Point& goal) const {
  return plan.nodes.size() < std::size(near_detours) &&
         plan.length > (1 + near_detours[plan.nodes.size()]) * distance(start, goal);
}

// Whether the disc passes the whole channel of the plan. For a range of radii no search has proved
// this for radii between breakpoints.
bool PlanSearch::passes(Plan& plan, const Point& start, const Point& goal) {
  if (data_.radii.is_one()) return true;
  complete_channel(exact_, goal, plan);
  return !plan.channel.empty() && portals_between(world_.mesh(), plan.channel, portals_) &&
         narrowest(world_, plan.channel.front(), portals_, start, goal).radius >= plan.radius;
}

}  // namespace clearway
