// Obstacle features as stored in the mesh: constrained edges and vertices.
#pragma once

#include <cmath>
#include <optional>

#include "clearway/world/world.hpp"

namespace clearway {

struct Feature {
  enum Kind : std::uint8_t { edge, vertex } kind = vertex;
  Index index = none;  // a half-edge or a vertex
  double distance = 0.0;
  HalfEdgeId half_edge() const { return HalfEdgeId(index); }
  VertexId vertex_id() const { return VertexId(index); }
};

// The obstacle feature nearest to p, which lies at `at`: the one p is on, or seen from p
// in free space, or, where p is blocked, the nearest side of free space (none if there is none).
Feature nearest_feature(const World& world, const Point& p, const Location& at);

// For p in blocked space: the half-edge, its triangle free and its twin's blocked, that is
// nearest to p and nearer than `limit`; none when there is none. `any`: the first
// found will do.
Feature nearest_free_side(const World& world, const Point& p, const Location& at, double limit,
                          bool any);

// Whose feature it is: the lowest handle; -1 (the bounds) only when it is no one else's.
Handle owner(const World& world, const Feature& feature);

// A constructed point, brought into the numeric domain.
inline Point in_domain(Point p) {
  if (std::abs(p.x) < min_coordinate) p.x = 0;
  if (std::abs(p.y) < min_coordinate) p.y = 0;
  return p;
}

}  // namespace clearway
