#include "planners/common/reach_filter.hpp"

#include <algorithm>

#include "base/heap.hpp"
#include "clearance/clearance.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "mesh/triangles_at.hpp"
#include "query/departures.hpp"
#include "query/exact_departures.hpp"
#include "world/access.hpp"

namespace clearway {
namespace {

// Whether the centre of a disc may cross the edge, the radius away from both of its ends.
bool is_open(const Mesh& mesh, HalfEdgeId e, double radius) {
  if (mesh.constrained(e)) return false;
  return radius == 0 ||
         compare_distance(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)), 2 * radius) >= 0;
}

// Calls reach(triangle) for each neighbour of t across an open edge.
template <class Reach>
void for_each_neighbour(const Mesh& mesh, TriangleId t, double radius, Reach reach) {
  for (Index i = 0; i < 3; ++i)
    if (const HalfEdgeId e = Mesh::half_edge(t, i); is_open(mesh, e, radius))
      reach(Mesh::triangle_of(mesh.twin(e)));
}

}  // namespace

bool ReachFilter::may_connect(const Location& from, const Location& to, double radius) {
  if (version_ != world_.version() || radius_ != radius) {
    version_ = world_.version();
    radius_ = radius;
    component_.clear();
    return floods_meet(from, to, radius);
  }
  if (component_.empty()) label_components(radius);
  const Mesh& mesh = world_.mesh();
  bool met = false;
  for_each_triangle_at(mesh, from, [&](TriangleId s) {
    for_each_triangle_at(mesh, to, [&](TriangleId t) {
      met |= component_[s] == component_[t] && component_[s] != none;
    });
  });
  return met;
}

bool ReachFilter::floods_meet(const Location& from, const Location& to, double radius) const {
  const Mesh& mesh = world_.mesh();
  IdVector<TriangleId, char> seen(mesh.triangles.size(), 0);
  std::vector<TriangleId> queue[2];
  const Location* ends[2] = {&from, &to};
  bool met = false;
  const auto reach = [&](int side, TriangleId t) {
    if (!mesh.is_free(t) || seen[t] == side + 1) return;
    met |= seen[t] == 2 - side;
    seen[t] = static_cast<char>(side + 1);
    queue[side].push_back(t);
  };
  for (const int side : {0, 1})
    for_each_triangle_at(mesh, *ends[side], [&](TriangleId t) { reach(side, t); });
  for (std::size_t at = 0; !met; ++at) {
    check_interrupt();
    for (const int side : {0, 1}) {
      if (at >= queue[side].size()) return false;
      for_each_neighbour(mesh, queue[side][at], radius, [&](TriangleId t) { reach(side, t); });
    }
  }
  return true;
}

bool ReachFilter::may_pass(const LocatedPoint& start, const LocatedPoint& goal,
                           double radius) const {
  const Mesh& mesh = world_.mesh();
  const double width = 2 * radius;
  if (!clearance_of(world_).is_on() || radius > world_.max_radius()) return true;
  const bool are_ends_local = is_local(world_, start, width) && is_local(world_, goal, width);
  IdVector<HalfEdgeId, char> crossed(mesh.half_edge_slots(),
                                     0);  // by half-edge entered: bits of the ends
  // Portals near the other end first: if there is a path, it is found soon.
  Heap<HalfEdgeId> queue[2];
  bool met = false;
  // The floods meet on a portal, whatever the direction in which each crosses it: a disc on the
  // portal can follow either of them back.
  const auto leave = [&](int side, HalfEdgeId exit) {
    if (mesh.constrained(exit)) return;
    const HalfEdgeId e = mesh.twin(exit);
    if (crossed[e] & (side + 1)) return;
    crossed[e] = static_cast<char>(crossed[e] | (side + 1));
    met |= ((crossed[e] | crossed[exit]) & (2 - side)) != 0;
    queue[side].push({distance(mesh.point(mesh.apex(e)), (side == 0 ? goal : start).point), e});
  };
  const auto depart = [&](int side, const LocatedPoint& p) {
    for_each_triangle_at(mesh, p.at, [&](TriangleId t) {
      if (!mesh.is_free(t)) return;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId exit = Mesh::half_edge(t, i);
        if (!mesh.constrained(exit) && departs(world_, t, p.point, exit, width)) leave(side, exit);
      }
    });
  };
  if (are_ends_local) {
    for_each_triangle_at(mesh, start.at, [&](TriangleId t) {
      for_each_triangle_at(mesh, goal.at, [&](TriangleId u) {
        met |= t == u && mesh.is_free(t) && crosses(world_, t, start.point, goal.point, width);
      });
    });
    depart(0, start);
    depart(1, goal);
  } else {
    ExactDepartures ends(world_);
    met |= ends.direct(start, goal, width) >= width;
    for (const int side : {0, 1})
      for (const Departure& way : ends.departures(side == 0 ? start : goal, width))
        if (way.width >= width) leave(side, way.portals.back());
  }
  const auto can_turn = [&](HalfEdgeId turn) {
    return clearance_of(world_).turn_width(turn) >= width;
  };
  while (!met) {
    check_interrupt();
    for (const int side : {0, 1}) {
      if (queue[side].empty()) return met;
      const HalfEdgeId e = queue[side].pop().item;
      if (can_turn(Mesh::next(e))) leave(side, Mesh::next(e));
      if (can_turn(e)) leave(side, Mesh::prev(e));
    }
  }
  return true;
}

void ReachFilter::label_components(double radius) {
  const Mesh& mesh = world_.mesh();
  component_.assign(mesh.triangles.size(), none);
  std::vector<TriangleId> queue;
  for (const TriangleId first : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(first) || !mesh.is_free(first) || component_[first] != none) continue;
    queue.assign(1, first);
    component_[first] = first;
    while (!queue.empty()) {
      check_interrupt();
      const TriangleId t = queue.back();
      queue.pop_back();
      for_each_neighbour(mesh, t, radius, [&](TriangleId neighbour) {
        if (component_[neighbour] != none) return;
        component_[neighbour] = first;
        queue.push_back(neighbour);
      });
    }
  }
}

IdVector<TriangleId, char> ReachFilter::may_reach(const Location& from, double radius) const {
  const Mesh& mesh = world_.mesh();
  IdVector<TriangleId, char> seen(mesh.triangles.size(), 0);
  std::vector<TriangleId> queue;
  const auto reach = [&](TriangleId t) {
    if (!mesh.is_free(t) || seen[t]) return;
    seen[t] = 1;
    queue.push_back(t);
  };
  for_each_triangle_at(mesh, from, reach);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    check_interrupt();
    for_each_neighbour(mesh, queue[i], radius, reach);
  }
  return seen;
}

}  // namespace clearway
