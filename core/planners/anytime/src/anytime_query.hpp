// The query that an anytime search answers: its ends, the disc, and the triangles of the ends.
#pragma once

#include <algorithm>
#include <vector>

#include "clearway/planners/options.hpp"
#include "clearway/world/world.hpp"
#include "geometry/construction.hpp"
#include "mesh/half_edge_order.hpp"
#include "query/departures.hpp"

namespace clearway {

struct AnytimeQuery {
  explicit AnytimeQuery(const World& world) : world(world) {}

  const World& world;
  Point start{}, goal{};
  double radius = 0.0, diameter = 0.0;
  double straight = 0.0;  // distance between the ends
  SearchOptions options;
  std::vector<TriangleId> starts, goals;  // of each end: see end_triangles.hpp

  bool is_start(TriangleId t) const {
    return std::find(starts.begin(), starts.end(), t) != starts.end();
  }
  bool is_goal(TriangleId t) const {
    return std::find(goals.begin(), goals.end(), t) != goals.end();
  }

  // Whether the disc at p, in the free triangle t, can cross the portal `side` of t.
  bool departs_from(TriangleId t, const Point& p, HalfEdgeId side) const {
    return departs(world, t, p, side, diameter);
  }
  // Whether the disc can go straight from the start to the goal inside t, a triangle of both.
  bool crosses_inside(TriangleId t) const { return crosses(world, t, start, goal, diameter); }

  // Calls visit(side) for every portal of a start triangle that the disc can leave by, ordered by
  // coordinates.
  template <class Visit>
  void for_each_departure(TriangleId t, Visit visit) const {
    const HalfEdgeId side = first_side(world.mesh(), t);
    for (const HalfEdgeId out : {side, Mesh::next(side), Mesh::prev(side)})
      if (!world.mesh().constrained(out) && departs_from(t, start, out)) visit(out);
  }
};

}  // namespace clearway
