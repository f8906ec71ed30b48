// Parts of the free space that one portal cuts off: no shortest path enters one except at its ends.
// They are trees of triangles, found by repeatedly removing leaves of the dual graph.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/world/world.hpp"
#include "planners/goals.hpp"

namespace clearway {

class DeadEnds {
 public:
  explicit DeadEnds(const World& world) : mesh_(world.mesh()) {}

  // Knows none from now on, in a world that has changed.
  void forget() { hangs_on_.clear(); }
  // Finds all: linear in the mesh. `is_portal(half-edge)` says which unconstrained sides count.
  template <class IsPortal>
  void find(IsPortal is_portal);
  bool are_known() const { return !hangs_on_.empty(); }

  // Until the next call: opens every dead end with a goal in it, on the way to the goal; or all.
  void open(const Goals& goals, bool all);
  // Whether the side of a triangle leads into a dead end that is not open.
  bool are_barred(HalfEdgeId side) const {
    const TriangleId t = Mesh::triangle_of(side);
    return !are_open_ && bars_[t] >> Mesh::side_of(side) & 1 &&
           opened_[Mesh::triangle_of(mesh_.twin(side))] != query_;
  }

 private:
  const Mesh& mesh_;
  bool are_open_ = true;
  IdVector<TriangleId, std::uint8_t> bars_;  // by triangle: bit i: side i leads into a dead end
  // By triangle in a tree; none: the last, or in no tree.
  IdVector<TriangleId, TriangleId> hangs_on_;
  IdVector<TriangleId, std::uint32_t> opened_;  // by triangle: the query that opened it
  std::uint32_t query_ = 0;
};

template <class IsPortal>
void DeadEnds::find(IsPortal is_portal) {
  const std::size_t size = mesh_.triangles.size();
  hangs_on_.assign(size, none);
  bars_.assign(size, 0);
  constexpr std::uint8_t fallen = 0xff;
  IdVector<TriangleId, std::uint8_t> portals(size, 0);
  std::vector<TriangleId> tips;
  for (const TriangleId t : mesh_.triangles.ids()) {
    if (!mesh_.is_live(t) || !mesh_.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      portals[t] += !mesh_.constrained(e) && is_portal(e);
    }
    if (portals[t] < 2) tips.push_back(t);
  }
  for (std::size_t at = 0; at < tips.size(); ++at) {
    const TriangleId t = tips[at];
    portals[t] = fallen;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (mesh_.constrained(e) || !is_portal(e)) continue;
      const HalfEdgeId back = mesh_.twin(e);
      const TriangleId beyond = Mesh::triangle_of(back);
      if (portals[beyond] == fallen) continue;
      hangs_on_[t] = beyond;
      bars_[beyond] |= static_cast<std::uint8_t>(1 << Mesh::side_of(back));
      if (--portals[beyond] == 1) tips.push_back(beyond);
    }
  }
}

}  // namespace clearway
