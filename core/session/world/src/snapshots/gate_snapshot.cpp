#include "clearway/session/gate_snapshot.hpp"

#include "clearway/base/interrupt.hpp"
#include "geometry/domain.hpp"
#include "query/gate_tree.hpp"
#include "state/world_state.hpp"

namespace clearway {

namespace {

std::int32_t number_of(CellId cell) {
  return cell == none ? -1 : static_cast<std::int32_t>(cell.number());
}

}  // namespace

GateSnapshot gate_snapshot(const SharedWorld& shared) {
  const WorldReading reading(shared);
  const GateTree& tree = WorldState::of(reading).updated_gate_tree();
  const GateSet& gates = tree.gates();
  GateSnapshot out;
  out.version = reading.world().version();
  out.cell_count = tree.size();
  for (Index i = 0; i < gates.size(); ++i) {
    check_interrupt();
    const GateId id(i);
    const Gate& gate = gates[id];
    out.widths.push_back(gate.width);
    out.gates.insert(out.gates.end(), {gate.from.x, gate.from.y, gate.to.x, gate.to.y});
    for (const bool left : {true, false}) out.cells.push_back(number_of(tree.cell(id, left)));
  }
  return out;
}

std::vector<std::int32_t> cells_at(const SharedWorld& shared, std::span<const Point> points,
                                   std::uint64_t& version) {
  check_domain(points);
  const WorldReading reading(shared);
  const GateTree& tree = WorldState::of(reading).updated_gate_tree();
  version = reading.world().version();
  std::vector<std::int32_t> out;
  out.reserve(points.size());
  for (const Point& p : points) {
    check_interrupt();
    out.push_back(number_of(tree.cell(p)));
  }
  return out;
}

}  // namespace clearway
