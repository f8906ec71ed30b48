#include "exits.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "clearway/query/queries.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "half_planes.hpp"

namespace clearway {
namespace {

// Candidates are the free points nearest to points around the nearest exit: directions, and rings
// of one diameter.
constexpr int exit_directions = 16, rings = 4;

// The first agent by number that a disc on the line from its place to `end` would meet: one that
// it overlaps already counts only if it comes nearer.
AgentId first_met(const Scene& scene, AgentId id, const Point& end) {
  const Agent& agent = scene.agents[id];
  const Point from = agent.position;
  AgentId met = none;
  scene.grid.for_each_near(from, agent.radius + distance(from, end), [&](const auto& other) {
    if (other.agent == id || (met != none && met < other.agent)) return;
    const double apart = agent.radius + other.radius;
    const double least = distance(other.position, nearest_on_segment(from, end, other.position));
    if (least < apart && least < distance(from, other.position)) met = other.agent;
  });
  return met;
}

}  // namespace

std::optional<Point> open_exit(const Scene& scene, AgentId id) {
  const Agent& agent = scene.agents[id];
  std::optional<Point> best;
  double nearest = std::numeric_limits<double>::infinity();
  const auto consider = [&](const Point& p) {
    const auto exit = snap(scene.world, p, agent.radius);
    if (!exit) return;
    const double away = distance(agent.position, *exit);
    if (away >= nearest || first_met(scene, id, *exit) != none) return;
    nearest = away;
    best = exit;
  };
  consider(agent.position);
  for (int ring = 1; ring <= rings; ++ring)
    for (int k = 0; k < exit_directions; ++k) {
      const Vector u = turn({1.0, 0.0}, 2 * std::numbers::pi * k / exit_directions);
      const double off = 2 * ring * agent.radius;
      consider({agent.exit.x + off * u.x, agent.exit.y + off * u.y});
    }
  return best;
}

AgentId blocker_of_exit(const Scene& scene, AgentId id) {
  return first_met(scene, id, scene.agents[id].exit);
}

}  // namespace clearway
