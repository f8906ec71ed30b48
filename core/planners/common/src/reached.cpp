#include "planners/reached.hpp"

#include <algorithm>

#include "clearance/clearance.hpp"
#include "clearway/base/interrupt.hpp"
#include "mesh/triangles_at.hpp"
#include "query/departures.hpp"

namespace clearway {

Reached::Reached(const World& world, const LocatedPoint& start, double radius,
                 IdVector<TriangleId, char> may_reach)
    : world_(world),
      mesh_(world.mesh()),
      start_(start),
      width_(2 * radius),
      is_known_(world.clearance().is_on() && radius <= world.max_radius()),
      triangles_(std::move(may_reach)),
      ends_(world) {
  if (!is_known_) return;
  is_start_local_ = is_local(world_, start_, width_);
  spread();
  if (is_start_local_) narrow();
}

void Reached::leave(HalfEdgeId exit) {
  if (mesh_.constrained(exit)) return;
  const HalfEdgeId e = mesh_.twin(exit);
  if (crossed_[e]) return;
  crossed_[e] = 1;
  queue_.push_back(e);
}

void Reached::spread() {
  crossed_.assign(4 * mesh_.triangles.size(), 0);
  if (is_start_local_) {
    for_each_triangle_at(mesh_, start_.at, [&](TriangleId t) {
      if (!mesh_.is_free(t)) return;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId exit = Mesh::half_edge(t, i);
        if (!mesh_.constrained(exit) && departs(world_, t, start_.point, exit, width_)) leave(exit);
      }
    });
  } else {
    for (const WayOut& way : ends_.ways_out(start_, width_))
      if (way.width >= width_) leave(way.portals.back());
  }
  const auto goes_round = [&](HalfEdgeId turn) {
    return world_.clearance().around(turn) >= width_;
  };
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    check_interrupt();
    const HalfEdgeId e = queue_[i];
    if (goes_round(Mesh::next(e))) leave(Mesh::next(e));
    if (goes_round(e)) leave(Mesh::prev(e));
  }
  queue_ = {};
}

// Takes out triangles of which no portal is crossed. Where a gate that is too narrow goes through
// one, a disc in it may come from a portal of another triangle.
void Reached::narrow() {
  IdVector<TriangleId, char> holds_start(mesh_.triangles.size(), 0);
  for_each_triangle_at(mesh_, start_.at, [&](TriangleId t) { holds_start[t] = 1; });
  for (const TriangleId t : mesh_.triangles.ids()) {
    if (!triangles_[t] || holds_start[t]) continue;
    bool may = false;
    for (Index i = 0; i < 3 && !may; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      may = crossed_[e] || (!mesh_.constrained(e) && crossed_[mesh_.twin(e)]);
    }
    if (!may)
      world_.clearance().for_gates_at(t, [&](HalfEdgeId, double width) { may |= width < width_; });
    triangles_[t] = may;
  }
}

bool Reached::contains(const LocatedPoint& place) {
  if (!is_known_) return true;
  const auto is_reached = [&](HalfEdgeId exit) {
    return crossed_[exit] || crossed_[mesh_.twin(exit)];
  };
  bool is = false;
  if (is_start_local_ && is_local(world_, place, width_)) {
    for_each_triangle_at(mesh_, place.at, [&](TriangleId t) {
      if (is || !mesh_.is_free(t)) return;
      for_each_triangle_at(mesh_, start_.at, [&](TriangleId s) {
        is = is || (s == t && crosses(world_, t, start_.point, place.point, width_));
      });
      for (Index i = 0; i < 3 && !is; ++i) {
        const HalfEdgeId exit = Mesh::half_edge(t, i);
        is = !mesh_.constrained(exit) && is_reached(exit) &&
             departs(world_, t, place.point, exit, width_);
      }
    });
    return is;
  }
  if (ends_.direct(start_, place, width_) >= width_) return true;
  const std::vector<WayOut> ways = ends_.ways_out(place, width_);
  return std::any_of(ways.begin(), ways.end(), [&](const WayOut& way) {
    return way.width >= width_ && is_reached(way.portals.back());
  });
}

}  // namespace clearway
