#include "clearway/geometry/predicates.hpp"
#include "clearway/query/around.hpp"
#include "clearway/query/queries.hpp"
#include "flood.hpp"

namespace clearway {

bool is_free(const World& world, const Point& p, double radius) {
  const Mesh& mesh = world.mesh();
  const Location at = world.locate(p);
  if (radius <= 0) return touches_free(mesh, at);
  if (!is_clear(mesh, at)) return false;
  // The segment from p to its nearest obstacle crosses no constrained edge, and only
  // sides nearer than that obstacle: nothing within the radius escapes this flood.
  return flood(
      mesh, Mesh::triangle_of(at.half_edge),
      [&](Index v) { return compare_distance(p, mesh.point(v), radius) >= 0; },
      [&](Index e) {
        if (compare_distance(p, mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)), radius) >=
            0)
          return Side::wall;
        return mesh.constrained(e) ? Side::stop : Side::pass;
      });
}

}  // namespace clearway
