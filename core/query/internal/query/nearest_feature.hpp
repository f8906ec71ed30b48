// Obstacle features, as the mesh stores them: constrained edges, and vertices.
#pragma once

#include <cstdint>

#include "clearway/world/world.hpp"

namespace clearway {

struct ObstacleFeature {
  enum Kind : std::uint8_t { edge, vertex } kind = vertex;
  Index index = none;  // of a half-edge or a vertex
  double distance = 0.0;
  HalfEdgeId half_edge() const { return HalfEdgeId(index); }
  VertexId vertex_id() const { return VertexId(index); }
};

// The feature nearest to p, which lies at `at`: the one that p is on; in free space the nearest one
// that is visible; in blocked space the nearest edge with free space on one side, none if there is
// none.
ObstacleFeature nearest_feature(const World& world, const Point& p, const Location& at);

// For p in the closure of the free triangle, on no obstacle.
ObstacleFeature nearest_feature_in_free(const World& world, const Point& p, TriangleId triangle);

// For p in blocked space: the nearest half-edge whose triangle is free and whose twin's triangle is
// blocked; none if there is none nearer than `limit`. `any`: the first one found.
ObstacleFeature nearest_free_side(const World& world, const Point& p, const Location& at,
                                  double limit, bool any);

// The lowest handle of the obstacles that the feature belongs to; -1 if it belongs to the bounds
// only.
Handle owner(const World& world, const ObstacleFeature& feature);

}  // namespace clearway
