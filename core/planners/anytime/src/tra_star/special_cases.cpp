#include "special_cases.hpp"

#include <array>
#include <utility>

#include "base/infinity.hpp"
#include "clearance/clearance.hpp"
#include "mesh/corners.hpp"
#include "mesh/half_edge_order.hpp"
#include "structure_channels.hpp"
#include "world/access.hpp"

namespace clearway {

bool SpecialCases::push_channels(TriangleId from, TriangleId to) {
  is_any_extra_ = false;
  if (from == to && p_.query.crosses_inside(from)) {
    portals_.clear();
    push(from);
    // The straight line is shortest. A disc may have to go around corners that protrude into the
    // triangle, and another channel may be shorter.
    if (p_.query.radius == 0 && !is_any_extra_) return true;
  }
  if (a_.level(from) == 0) return true;
  if (a_.level(from) == 1 && a_.level(to) == 1 && a_.structure_of(from) == a_.structure_of(to)) {
    if (from != to) push_tree(from, to);
    return !is_any_extra_ || base_of(a_, from) == none;
  }
  const TriangleId here = base_of(a_, from), there = base_of(a_, to);
  if (here == there && from != to) {  // one of them is the root
    push_tree(from, to);
    return !is_any_extra_;
  }
  if (a_.level(here) != 2 || a_.level(there) != 2 ||
      a_.structure_of(here) != a_.structure_of(there))
    return false;
  if (a_.corridors()[a_.structure_of(here)].is_ring()) {
    push_around_ring(from, to);
    return true;
  }
  if (here != there) {
    const HalfEdgeId back = a_.back(here);
    push_along(from, a_.position(there) < a_.position(here) ? back : a_.onward(back), to);
  }
  return false;
}

// The only channel between two triangles of a tree, whose root counts as one of them.
void SpecialCases::push_tree(TriangleId from, TriangleId to) {
  portals_.clear();
  StructureChannels(mesh_, a_).cross_tree(from, to, portals_);
  push_if_passable(from);
}

// The channel along a corridor, out of side `out` of the base of `from`.
void SpecialCases::push_along(TriangleId from, HalfEdgeId out, TriangleId to) {
  const StructureChannels channels(mesh_, a_);
  portals_.clear();
  channels.leave_tree(from, portals_);
  channels.follow_corridor(out, base_of(a_, to), portals_);
  channels.enter_tree(to, portals_);
  push_if_passable(from);
}

void SpecialCases::push_around_ring(TriangleId from, TriangleId to) {
  const HalfEdgeId back = a_.back(base_of(a_, from));
  std::array<HalfEdgeId, 2> sides{back, a_.onward(back)};
  if (lies_before(mesh_, sides[1], sides[0])) std::swap(sides[0], sides[1]);
  for (const HalfEdgeId out : sides) push_along(from, out, to);
}

// Pushes the channel of portals_ if the disc gets through it.
void SpecialCases::push_if_passable(TriangleId first) {
  const AnytimeQuery& query = p_.query;
  if (!query.departs_from(first, query.start, mesh_.twin(portals_.front())) ||
      !query.departs_from(Mesh::triangle_of(portals_.back()), query.goal, portals_.back()))
    return;
  const Clearance& clearance = clearance_of(query.world);
  for (std::size_t i = 1; i < portals_.size(); ++i)
    if (clearance.turn_width(corner_between(portals_[i - 1], mesh_.twin(portals_[i]))) <
        query.diameter)
      return;
  push(first);
}

void SpecialCases::push(TriangleId first) {
  const double extra = extra_cost_(portals_);
  is_any_extra_ = is_any_extra_ || extra > 0;
  if (extra < infinity) p_.queue.push_channel(first, portals_, extra);
}

}  // namespace clearway
