#include "disc_clear.hpp"

#include <algorithm>
#include <cmath>

#include "../path/arc.hpp"
#include "../query/flood.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/mesh/location.hpp"

namespace clearway {

DiscClear::DiscClear(const World& world, double radius) : mesh_(world.mesh()) {
  double extent = 0.0;
  for (const Point& p : world.ground().points) extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
  least_ = std::max(0.0, radius - (radius * 0x1p-40 + extent * 0x1p-47));
}

bool DiscClear::line(const Point& a, const Point& b, Index near) const {
  const Index start = Mesh::triangle_of(walk(mesh_, a, near).half_edge);
  if (!mesh_.is_free(start)) return false;
  return flood(
      mesh_, start, [&](Index v) { return distance(mesh_.point(v), a, b) >= least_; },
      [&](Index e) {
        const Point c = mesh_.point(mesh_.origin(e)), d = mesh_.point(mesh_.target(e));
        if (distance(a, b, c, d) >= least_) return Side::wall;
        return mesh_.constrained(e) ? Side::stop : Side::pass;
      });
}

bool DiscClear::arc(const Segment& arc, Index near) const {
  const Index start = Mesh::triangle_of(walk(mesh_, arc.start, near).half_edge);
  if (!mesh_.is_free(start)) return false;
  return flood(
      mesh_, start,
      [&](Index v) {
        const Point p = mesh_.point(v);
        return p == arc.center || arc_distance(arc, p, p) >= least_;
      },
      [&](Index e) {
        const Point c = mesh_.point(mesh_.origin(e)), d = mesh_.point(mesh_.target(e));
        if (arc_distance(arc, c, d) >= least_) return Side::wall;
        return mesh_.constrained(e) ? Side::stop : Side::pass;
      });
}

}  // namespace clearway
