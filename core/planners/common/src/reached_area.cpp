#include "planners/common/reached_area.hpp"

#include <algorithm>

#include "clearance/clearance.hpp"
#include "clearway/base/interrupt.hpp"
#include "mesh/triangles_at.hpp"
#include "query/departures.hpp"
#include "world/access.hpp"

namespace clearway {

ReachedArea::ReachedArea(const World& world, const LocatedPoint& start, double radius,
                         IdVector<TriangleId, char> may_reach)
    : world_(world),
      mesh_(world.mesh()),
      start_(start),
      width_(2 * radius),
      is_known_(clearance_of(world).is_on() && radius <= world.max_radius()),
      triangles_(std::move(may_reach)),
      ends_(world) {
  if (!is_known_) return;
  is_start_local_ = is_local(world_, start_, width_);
  flood();
  if (is_start_local_) exclude_uncrossed_triangles();
}

void ReachedArea::leave(HalfEdgeId exit) {
  if (mesh_.constrained(exit)) return;
  const HalfEdgeId e = mesh_.twin(exit);
  if (crossed_[e]) return;
  crossed_[e] = 1;
  queue_.push_back(e);
}

void ReachedArea::flood() {
  crossed_.assign(mesh_.half_edge_slots(), 0);
  if (is_start_local_) {
    for_each_triangle_at(mesh_, start_.at, [&](TriangleId t) {
      if (!mesh_.is_free(t)) return;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId exit = Mesh::half_edge(t, i);
        if (!mesh_.constrained(exit) && departs(world_, t, start_.point, exit, width_)) leave(exit);
      }
    });
  } else {
    for (const Departure& way : ends_.departures(start_, width_))
      if (way.width >= width_) leave(way.portals.back());
  }
  const auto can_turn = [&](HalfEdgeId turn) {
    return clearance_of(world_).turn_width(turn) >= width_;
  };
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    check_interrupt();
    const HalfEdgeId e = queue_[i];
    if (can_turn(Mesh::next(e))) leave(Mesh::next(e));
    if (can_turn(e)) leave(Mesh::prev(e));
  }
  queue_ = {};
}

// A triangle none of whose portals is crossed cannot be reached, unless the sleeve of a gate that
// is too narrow passes through it: then a disc in it may come from a portal of another triangle.
void ReachedArea::exclude_uncrossed_triangles() {
  IdVector<TriangleId, char> has_start(mesh_.triangles.size(), 0);
  for_each_triangle_at(mesh_, start_.at, [&](TriangleId t) { has_start[t] = 1; });
  for (const TriangleId t : mesh_.triangles.ids()) {
    if (!triangles_[t] || has_start[t]) continue;
    bool may = false;
    for (Index i = 0; i < 3 && !may; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      may = crossed_[e] || (!mesh_.constrained(e) && crossed_[mesh_.twin(e)]);
    }
    if (!may)
      clearance_of(world_).for_gates_at(t,
                                        [&](HalfEdgeId, double width) { may |= width < width_; });
    triangles_[t] = may;
  }
}

bool ReachedArea::contains(const LocatedPoint& point) {
  if (!is_known_) return true;
  const auto is_reached = [&](HalfEdgeId exit) {
    return crossed_[exit] || crossed_[mesh_.twin(exit)];
  };
  bool is = false;
  if (is_start_local_ && is_local(world_, point, width_)) {
    for_each_triangle_at(mesh_, point.at, [&](TriangleId t) {
      if (is || !mesh_.is_free(t)) return;
      for_each_triangle_at(mesh_, start_.at, [&](TriangleId s) {
        is = is || (s == t && crosses(world_, t, start_.point, point.point, width_));
      });
      for (Index i = 0; i < 3 && !is; ++i) {
        const HalfEdgeId exit = Mesh::half_edge(t, i);
        is = !mesh_.constrained(exit) && is_reached(exit) &&
             departs(world_, t, point.point, exit, width_);
      }
    });
    return is;
  }
  if (ends_.direct(start_, point, width_) >= width_) return true;
  const std::vector<Departure> ways = ends_.departures(point, width_);
  return std::any_of(ways.begin(), ways.end(), [&](const Departure& way) {
    return way.width >= width_ && is_reached(way.portals.back());
  });
}

}  // namespace clearway
