#include "validity.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/query/queries.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

bool is_node_valid(const AbstractGraph& graph, const Plan& plan, std::size_t i) {
  const NodeId node = plan.nodes[i];
  return node.number() < graph.nodes().size() && graph.nodes()[node].is_live() &&
         graph.nodes()[node].position == plan.node_positions[i];
}

// Edge i of the plan, whose first node is valid.
bool is_edge_valid(const AbstractGraph& graph, const Plan& plan, std::size_t i) {
  const EdgeId e = plan.edges[i];
  if (e.number() >= graph.edges().size()) return false;
  const AbstractGraph::Edge& edge = graph.edges()[e];
  return edge.is_live() && !edge.is_pending && edge.since <= plan.generation &&
         graph.find_edge(plan.nodes[i], plan.nodes[i + 1]) == e;
}

}  // namespace

std::size_t next_node(const Plan& plan, const PlanPosition& position) {
  const auto ahead =
      std::upper_bound(plan.node_marks.begin(), plan.node_marks.end(), position.index + 1);
  return static_cast<std::size_t>(ahead - plan.node_marks.begin());
}

double position_tolerance(const Plan& plan, const Point& point) {
  return tolerance::joint * std::max({plan.radius, std::abs(point.x), std::abs(point.y)});
}

bool is_plan_valid(const World& world, const HierarchyData& data, const Plan& plan,
                   const PlanPosition& position) {
  if (plan.generation == data.generation) return true;
  if (plan.nodes.empty()) return false;
  const Point& at = position.point;
  if (!is_free(world, at, 0) || clearance(world, at) < plan.radius - position_tolerance(plan, at))
    return false;
  const auto are_unchanged = [&](auto begin, auto end) {
    return std::all_of(begin, end, [&](TriangleId t) {
      return t.number() < data.changed.size() && data.changed[t] <= plan.generation;
    });
  };
  const auto is_unchanged = [&](const Path& connection) {
    return are_unchanged(connection.channel.begin(), connection.channel.end());
  };
  if (position.index >= plan.channel.size() ||
      !are_unchanged(plan.channel.begin() + static_cast<std::ptrdiff_t>(position.index),
                     plan.channel.end()))
    return false;
  // The taut path may still depend on the piece of the plan before the one of the position.
  const std::size_t next = next_node(plan, position);
  if (next < 2 && !is_unchanged(plan.first)) return false;
  for (std::size_t i = next > 1 ? next - 2 : 0; i < plan.nodes.size(); ++i)
    if (!is_node_valid(data.graph, plan, i) ||
        (i < plan.edges.size() && !is_edge_valid(data.graph, plan, i)))
      return false;
  return is_unchanged(plan.last);
}

}  // namespace clearway
