#include "clearway/query/clearance.hpp"

#include "mesh/triangles_at.hpp"
#include "query/nearest_feature.hpp"

namespace clearway {

double clearance(const World& world, const Point& p) {
  const Location at = world.locate(p);
  if (!is_clear(world.mesh(), at)) return 0.0;
  return nearest_feature_in_free(world, p, Mesh::triangle_of(at.half_edge)).distance;
}

}  // namespace clearway
