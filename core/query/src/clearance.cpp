#include "query/clearance.hpp"

#include "mesh/triangles_at.hpp"
#include "query/nearest_feature.hpp"

namespace clearway {

double clearance_at(const World& world, const LocatedPoint& p) {
  if (!is_clear(world.mesh(), p.at)) return 0.0;
  return nearest_feature_in_free(world, p.point, Mesh::triangle_of(p.at.half_edge)).distance;
}

}  // namespace clearway
