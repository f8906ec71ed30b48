#include "snap_point.hpp"

#include <algorithm>
#include <limits>

#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "geometry/domain.hpp"
#include "query/free.hpp"
#include "query/nudge.hpp"

namespace clearway {

Point snap_to_side(const World& world, const Point& p, const ObstacleFeature& side) {
  const Mesh& mesh = world.mesh();
  const Point a = mesh.point(mesh.origin(side.half_edge())),
              b = mesh.point(mesh.target(side.half_edge()));
  const Point q = in_domain(nearest_on_segment(a, b, p));
  const double size = std::max({std::abs(q.x), std::abs(q.y), min_coordinate});
  const double length = std::max(distance(a, b), std::numeric_limits<double>::min());
  const Point away{(a.y - b.y) / length, (b.x - a.x) / length};
  if (const auto free = nudge(q, away, size * std::numeric_limits<double>::epsilon(),
                              [&](const Point& x) { return fits(world, x, 0.0); }))
    return *free;
  return compare_distances(p, a, b) <= 0 ? a : b;
}

}  // namespace clearway
