#include "stop_finder.hpp"

#include <algorithm>
#include <utility>

#include "clearway/query/queries.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

Stop StopFinder::stop_at(const Point& point, std::optional<CrossedGate> gate) const {
  return {point, std::min(clearance(routes_.world, point), prefer_), std::move(gate)};
}

std::vector<Stop> StopFinder::find(const Point& start, const Point& goal) {
  const Stop last = stop_at(goal);
  std::vector<Stop> out{stop_at(start)};
  add_between(Stop(out[0]), last, 0.0, out);
  out.push_back(last);
  return out;
}

void StopFinder::add_between(const Stop& from, const Stop& to, double above,
                             std::vector<Stop>& out) {
  const GateTree& tree = routes_.tree;
  const GateSet& gates = tree.gates();
  const std::vector<CrossedGate> widest = tree.route(
      cell_of(tree, from, Direction::onwards), cell_of(tree, to, Direction::back), 2 * prefer_);
  if (widest.empty()) return;
  double width = gates[widest[0].id].width;
  for (const CrossedGate& gate : widest) width = std::min(width, gates[gate.id].width);
  if (width <= above) return;  // rounding: these are stops already
  const double most = width * (1 + tolerance::rim);
  const auto is_narrowest = [&](const CrossedGate& gate) { return gates[gate.id].width <= most; };
  // Slightly less clearance, because in a corridor of this width a disc of this diameter fits on a
  // line only. Rounding may hide the gate: then those of the tree stand.
  const auto shortest = stretches_.find_at(from, to, 0.5 * width * (1 - tolerance::rim));
  const bool is_decided =
      shortest && std::any_of(shortest->crossed.begin(), shortest->crossed.end(), is_narrowest);
  Stop last = from;
  for (const CrossedGate& gate : is_decided ? shortest->crossed : widest) {
    if (!is_narrowest(gate)) continue;
    const Stop next = stop_at(gates.middle(gate.id), gate);
    add_between(last, next, most, out);
    out.push_back(next);
    last = next;
  }
  add_between(last, to, most, out);
}

}  // namespace clearway
