#include "query/crossed_gates.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "clearway/base/interrupt.hpp"

namespace clearway {
namespace {

// Follows a polyline through the middles of the portals. Every path through the channel from the
// same start to the same goal crosses a gate as often as this one, up to an even number.
class Crossings {
 public:
  Crossings(const GateSet& gates, double below) : gates_(gates), below_(below) {}

  void move(TriangleId t, const Point& p, const Point& q) {
    check_interrupt();
    for (const GateId gate : gates_.inside(t)) {
      const bool left = gates_.is_left(gate, q);
      if (gates_.is_left(gate, p) == left) continue;
      const double before = distance_to_line(gate, p), after = distance_to_line(gate, q);
      toggle({gate, left}, before + after > 0 ? before / (before + after) : 0.0);
    }
    ++step_;
  }

  void enter(HalfEdgeId portal) {
    const Mesh& mesh = gates_.world().mesh();
    const GateId gate = gates_.at(portal);
    if (gate != none) toggle({gate, gates_.is_left(gate, mesh.point(mesh.apex(portal)))}, -1.0);
  }

  std::vector<CrossedGate> odd() {
    std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
      return a.step != b.step ? a.step < b.step : a.along < b.along;
    });
    std::vector<CrossedGate> out;
    for (const Found& found : found_)
      if (found.is_odd) out.push_back(found.gate);
    return out;
  }

 private:
  struct Found {
    CrossedGate gate;
    std::size_t step;  // of the last crossing
    double along;      // how far along that move, 0 to 1; -1: before it
    bool is_odd;
  };

  // Times the width of the gate.
  double distance_to_line(GateId gate, const Point& p) const {
    const Point from = gates_[gate].from, to = gates_[gate].to;
    return std::abs((to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x));
  }

  void toggle(const CrossedGate& gate, double along) {
    if (!(gates_[gate.id].width < below_)) return;
    const auto [known, is_new] = known_.try_emplace(gate.id, found_.size());
    if (is_new)
      found_.push_back({gate, step_, along, true});
    else
      found_[known->second] = {gate, step_, along, !found_[known->second].is_odd};
  }

  const GateSet& gates_;
  const double below_;
  std::size_t step_ = 0;
  std::vector<Found> found_;
  std::unordered_map<GateId, std::size_t> known_;  // by gate: index of found_
};

}  // namespace

std::vector<CrossedGate> crossed_gates(const GateSet& gates, TriangleId first,
                                       std::span<const HalfEdgeId> portals, const Point& start,
                                       const Point& goal, double below) {
  const Mesh& mesh = gates.world().mesh();
  Crossings crossings(gates, below);
  TriangleId triangle = first;
  Point at = start;
  for (const HalfEdgeId portal : portals) {
    const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
    const Point next{a.x + 0.5 * (b.x - a.x), a.y + 0.5 * (b.y - a.y)};
    crossings.move(triangle, at, next);
    crossings.enter(portal);
    triangle = Mesh::triangle_of(portal);
    at = next;
  }
  crossings.move(triangle, at, goal);
  return crossings.odd();
}

}  // namespace clearway
