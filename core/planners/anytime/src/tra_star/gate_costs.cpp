#include "gate_costs.hpp"

#include <cstdlib>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "structure_channels.hpp"

namespace clearway {

namespace {

// How often the line crosses the gate, from left to right more often than back.
int crossings(const GateCost& gate, const std::vector<Point>& line) {
  int count = 0;
  bool is_left = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool is_left_now = orientation(gate.from, gate.to, line[i]) >= 0;
    if (i > 0 && is_left != is_left_now &&
        orientation(line[i - 1], line[i], gate.from) * orientation(line[i - 1], line[i], gate.to) <
            0)
      count += is_left ? 1 : -1;
    is_left = is_left_now;
  }
  return count;
}

bool is_portal(const Mesh& mesh, const GateCost& gate, HalfEdgeId portal) {
  const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
  return (a == gate.from && b == gate.to) || (a == gate.to && b == gate.from);
}

bool crosses_portal(const Mesh& mesh, const GateCost& gate, HalfEdgeId portal) {
  const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
  return orientation(a, b, gate.from) * orientation(a, b, gate.to) < 0 &&
         orientation(gate.from, gate.to, a) * orientation(gate.from, gate.to, b) < 0;
}

}  // namespace

void add_middles(const Mesh& mesh, const std::vector<HalfEdgeId>& portals,
                 std::vector<Point>& line) {
  for (const HalfEdgeId portal : portals) {
    const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
    line.push_back({a.x + 0.5 * (b.x - a.x), a.y + 0.5 * (b.y - a.y)});
  }
}

double cost_of_gates(const std::vector<GateCost>& gates, const std::vector<Point>& line) {
  double out = 0.0;
  for (const GateCost& gate : gates) {
    check_interrupt();
    if (const int count = crossings(gate, line)) out += std::abs(count) * gate.cost;
  }
  return out;
}

std::vector<double> least_gate_costs(const Mesh& mesh, const Abstraction& abstraction,
                                     const std::vector<GateCost>& gates) {
  const StructureChannels channels(mesh, abstraction);
  std::vector<double> out(abstraction.corridors().size(), 0.0);
  std::vector<HalfEdgeId> portals;
  std::vector<Point> line;
  for (const GateCost& gate : gates) {
    check_interrupt();
    if (gate.corridor == none) continue;
    const Corridor& corridor = abstraction.corridors()[gate.corridor];
    if (corridor.is_ring() || corridor.is_loop()) continue;
    portals.clear();
    channels.follow_corridor(corridor.end[0], none, portals);
    line.clear();
    add_middles(mesh, portals, line);
    const HalfEdgeId first = portals.front(), last = portals.back();
    const bool is_end = is_portal(mesh, gate, first) || is_portal(mesh, gate, last);
    const bool is_inside = !crosses_portal(mesh, gate, first) && !crosses_portal(mesh, gate, last);
    if (is_end || (is_inside && crossings(gate, line) != 0))
      out[gate.corridor.number()] += gate.cost;
  }
  return out;
}

}  // namespace clearway
