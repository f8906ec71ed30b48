#include "query/gate_set.hpp"

#include <algorithm>
#include <utility>

#include "base/infinity.hpp"
#include "clearance/clearance.hpp"
#include "clearance/sleeve.hpp"
#include "clearance/sleeve_finder.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "world/access.hpp"

namespace clearway {

GateSet::GateSet(const World& world) : world_(world) {
  const Mesh& mesh = world.mesh();
  by_portal_.assign(mesh.half_edge_slots(), none);
  using Ends = std::array<double, 4>;
  std::map<Ends, GateId> by_ends;
  for (const Gate& gate : gates(world)) {
    check_interrupt();
    const GateId id(static_cast<Index>(gates_.size()));
    gates_.push_back(gate);
    if (gate.portal != none)
      by_portal_[gate.portal] = by_portal_[mesh.twin(gate.portal)] = id;
    else
      by_ends[Ends{gate.from.x, gate.from.y, gate.to.x, gate.to.y}] = id;
  }
  first_inside_.assign(mesh.triangles.size(), 0);
  last_inside_.assign(mesh.triangles.size(), 0);
  SleeveFinder finder = sleeve_finder(world);
  Sleeve sleeve;
  const auto add = [&](Point from, Point to) {
    if (before(to, from)) std::swap(from, to);
    const auto known = by_ends.find(Ends{from.x, from.y, to.x, to.y});
    if (known != by_ends.end()) inside_.push_back(known->second);
  };
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    first_inside_[t] = static_cast<Index>(inside_.size());
    if (mesh.is_live(t) && mesh.is_free(t)) {
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId base = Mesh::half_edge(t, i);
        if (mesh.constrained(base) && finder.find_height(Mesh::prev(base), infinity, sleeve))
          add(mesh.point(mesh.apex(base)), sleeve.foot);
      }
      clearance_of(world).for_gates_at(t, [&](HalfEdgeId corner, double) {
        if (finder.find(corner, infinity, sleeve) && sleeve.step_of(t) >= 0)
          add(mesh.point(mesh.origin(corner)), sleeve.foot);
      });
    }
    last_inside_[t] = static_cast<Index>(inside_.size());
  }
}

Point GateSet::middle(GateId gate) const {
  const Point a = gates_[gate].from, b = gates_[gate].to;
  return {a.x + 0.5 * (b.x - a.x), a.y + 0.5 * (b.y - a.y)};
}

bool GateSet::is_left(GateId gate, const Point& p) const {
  return orientation(gates_[gate].from, gates_[gate].to, p) >= 0;
}

}  // namespace clearway
