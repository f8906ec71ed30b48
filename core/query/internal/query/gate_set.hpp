// The gates of a world (query/gates.hpp), by the portals and triangles that they pass through.
#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "clearway/world/world.hpp"
#include "query/gates.hpp"

namespace clearway {

using GateId = Id<struct GateTag>;

class GateSet {
 public:
  // Valid until the world's next edit. Cost: gates(), and the sleeves in all triangles.
  explicit GateSet(const World& world);

  const World& world() const { return world_; }
  std::size_t size() const { return gates_.size(); }
  const Gate& operator[](GateId gate) const { return gates_[gate]; }
  Point middle(GateId gate) const;

  // The gate that is this portal; none: it is no gate.
  GateId at(HalfEdgeId portal) const { return by_portal_[portal]; }
  // The gates through the inside of a free triangle. There each is a whole chord: a move from p to
  // q inside the triangle crosses it exactly if they lie on different sides of its line.
  std::span<const GateId> inside(TriangleId t) const {
    return {inside_.data() + first_inside_[t], inside_.data() + last_inside_[t]};
  }
  // Whether p lies on the left of the line from Gate::from to Gate::to, or on it. Exact.
  bool is_left(GateId gate, const Point& p) const;

 private:
  const World& world_;
  IdVector<GateId, Gate> gates_;
  IdVector<HalfEdgeId, GateId> by_portal_;
  IdVector<TriangleId, Index> first_inside_, last_inside_;
  std::vector<GateId> inside_;
};

}  // namespace clearway
