#include "stops.hpp"

#include "mesh/half_edge_order.hpp"
#include "path/find_channel.hpp"

namespace clearway {

CellId cell_of(const GateTree& tree, const Stop& stop, Direction direction) {
  return stop.gate ? tree.cell(stop.gate->id, stop.is_left(direction)) : tree.cell(stop.point);
}

std::vector<CrossedGate> gates_between(const GateSet& gates, const Stop& from, const Stop& to,
                                       std::span<const Segment> path, double below) {
  if (path.empty()) return {};
  const World& world = gates.world();
  const Point start = path.front().start, goal = path.back().end;
  const HalfEdgeId at = in_order(world.mesh(), world.locate(start)).half_edge;
  std::vector<HalfEdgeId> portals;
  if (!find_channel(world.mesh(), at, path, portals)) return {};
  std::vector<CrossedGate> out =
      crossed_gates(gates, Mesh::triangle_of(at), portals, start, goal, below);
  std::erase_if(out, [&](const CrossedGate& g) { return from.is_at(g.id) || to.is_at(g.id); });
  return out;
}

}  // namespace clearway
