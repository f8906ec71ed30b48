#include "clearway/session/motion.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "clearway/base/error.hpp"
#include "clearway/session/planners.hpp"

namespace clearway {
namespace {

// The segments of a shortest path; none if it takes a link.
std::vector<Segment> walked(Path path, std::uint64_t found, std::uint64_t wanted) {
  if (found != wanted) throw Refused("the world was edited during the search: search again");
  for (const Segment& s : path.segments)
    if (s.is_link()) return {};
  return std::move(path.segments);
}

const Point& place(const Roadmap& graph, std::int32_t node) {
  return graph.nodes[static_cast<std::size_t>(node)];
}

}  // namespace

MotionAnswer find_motion(const SharedField& field, const Reservations& reservations,
                         const Roadmap& graph, const MotionQuery& query) {
  const SharedField::Values values = field.at(graph.nodes, 1);
  const auto shortcut = [&](std::int32_t node) {
    const auto found = field.paths({&place(graph, node), 1}, 1);
    return walked(found.answers.paths[0], found.answers.version, values.version);
  };
  return find_motion(reservations, graph, values.distances, shortcut, query);
}

MotionAnswer find_motion(const SharedWorld& world, const Reservations& reservations,
                         const Roadmap& graph, const MotionQuery& query) {
  if (query.goal < 0 || static_cast<std::size_t>(query.goal) >= graph.nodes.size()) {
    throw InvalidInput("the goal is no node of the graph");
  }
  const std::uint64_t version = world.version();
  const Point& goal = place(graph, query.goal);
  const PlannerSpec& planner = planner_named("optimal");
  std::vector<double> distances;
  for (const Point& p : graph.nodes) distances.push_back(std::hypot(p.x - goal.x, p.y - goal.y));
  const auto shortcut = [&](std::int32_t node) {
    Answer found = find_path(world, planner, place(graph, node), goal, query.radius);
    return walked(std::move(found.path), found.version, version);
  };
  return find_motion(reservations, graph, distances, shortcut, query);
}

}  // namespace clearway
