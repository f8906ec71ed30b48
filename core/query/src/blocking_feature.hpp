// What blocks a point of an offset curve: obstacle features closer than the radius.
#pragma once

#include "clearway/mesh/mesh.hpp"
#include "query/nearest_feature.hpp"

namespace clearway {

// A feature closer to q than `radius`, other than `own`, which the curve belongs to: not the
// nearest, but one of the nearer. Index none: there is none. An edge that is nearest at one of its
// ends is returned as that vertex. The closure of `triangle` contains q.
ObstacleFeature blocking_feature(const Mesh& mesh, const Point& q, TriangleId triangle,
                                 double radius, const ObstacleFeature& own);

// The same among the edges that share a vertex with `own`, which block most often, though they can
// be many triangles away from q. Needs no point location.
ObstacleFeature adjacent_blocking_feature(const Mesh& mesh, const Point& q, double radius,
                                          const ObstacleFeature& own);

}  // namespace clearway
