#include "clearway/query/ends.hpp"

#include <algorithm>
#include <limits>

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Width of the narrowest height of triangle t that parts p from the door e (none: from q).
double parted(const World& world, Index t, const Point& p, Index e, const Point& q) {
  const Mesh& mesh = world.mesh();
  double width = infinity;
  for (Index i = 0; i < 3; ++i) {
    const Index base = Mesh::half_edge(t, i);
    if (!mesh.constrained(base)) continue;
    const double height = world.height(base);
    if (height == infinity) continue;
    // The height parts the triangle as the corner's foot parts the base. A disc too wide
    // for it does not fit on it: rounding of the comparison cannot matter to one that fits.
    const Point a = mesh.point(mesh.origin(base)), b = mesh.point(mesh.target(base));
    const Point corner = mesh.point(mesh.apex(base));
    const double dx = b.x - a.x, dy = b.y - a.y;
    const auto beyond = [&](const Point& x) {
      return (x.x - corner.x) * dx + (x.y - corner.y) * dy > 0;
    };
    bool there;
    if (e == none)
      there = beyond(q);
    else if (e == Mesh::next(base))
      there = true;  // the door at b
    else if (e == Mesh::prev(base))
      there = false;
    else
      continue;
    if (beyond(p) != there) width = std::min(width, height);
  }
  return width;
}

}  // namespace

double departure_width(const World& world, Index t, const Point& p, Index e) {
  return std::min(world.width(e), parted(world, t, p, e, p));
}

double capsule_width(const World& world, Index t, const Point& p, const Point& q) {
  return parted(world, t, p, none, q);
}

}  // namespace clearway
