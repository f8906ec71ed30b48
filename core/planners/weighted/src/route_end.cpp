#include "route_end.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "mesh/triangles_at.hpp"
#include "query/free_parts.hpp"

namespace clearway {

Point RouteEnd::Part::nearest(const Point& p) const {
  if (is_point()) return a;
  const Vector along = b - a;
  const double t = std::clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0);
  return t >= 1 ? b : Point{a.x + t * along.x, a.y + t * along.y};
}

RouteEnd::RouteEnd(const WeightedRegions& regions, const Point& p) {
  lines_.push_back({TriangleId(none), p, p, 0});
  add_point(regions, p, 0);
  sort();
}

RouteEnd::RouteEnd(const WeightedRegions& regions, const Place& place) {
  for (std::size_t i = 0; i < place.parts.size(); ++i)
    place.parts[i].for_each_segment([&](const Point& a, const Point& b) {
      const auto of = static_cast<Index>(i);
      lines_.push_back({TriangleId(none), a, b, of});
      for (const FreePart& free : free_parts(regions.world(), a, b, 0.0)) {
        // Other triangles at its ends.
        add_point(regions, free.a, of);
        add_point(regions, free.b, of);
        if (free.a != free.b) add(regions, {free.triangle, free.a, free.b, of});
      }
    });
  sort();
}

void RouteEnd::add_point(const WeightedRegions& regions, const Point& p, Index of) {
  const World& world = regions.world();
  for_each_triangle_at(world.mesh(), world.locate(p), [&](TriangleId t) {
    if (world.mesh().is_free(t)) add(regions, {t, p, p, of});
  });
}

// A search that starts in one triangle of a side expects that it starts in the other, too.
void RouteEnd::add(const WeightedRegions& regions, Part part) {
  const Mesh& mesh = regions.world().mesh();
  std::vector<TriangleId> found{part.triangle};
  for (std::size_t i = 0; i < found.size(); ++i)
    for (Index side = 0; side < 3; ++side) {
      const HalfEdgeId e = Mesh::half_edge(found[i], side);
      const Point from = mesh.point(mesh.origin(e)), to = mesh.point(mesh.target(e));
      if (!regions.is_open_either_way(e) || orientation(from, to, part.a) != 0 ||
          orientation(from, to, part.b) != 0)
        continue;
      const TriangleId beyond = Mesh::triangle_of(mesh.twin(e));
      if (std::find(found.begin(), found.end(), beyond) == found.end()) found.push_back(beyond);
    }
  for (const TriangleId t : found) {
    part.triangle = t;
    parts_.push_back(part);
  }
}

void RouteEnd::sort() {
  const auto key = [](const Part& p) {
    return std::tuple(p.triangle, p.of, p.a.x, p.a.y, p.b.x, p.b.y);
  };
  std::sort(parts_.begin(), parts_.end(),
            [&](const Part& p, const Part& q) { return key(p) < key(q); });
  parts_.erase(std::unique(parts_.begin(), parts_.end(),
                           [&](const Part& p, const Part& q) { return key(p) == key(q); }),
               parts_.end());
}

std::span<const RouteEnd::Part> RouteEnd::in(TriangleId triangle) const {
  const auto first =
      std::lower_bound(parts_.begin(), parts_.end(), triangle,
                       [](const Part& part, const TriangleId& t) { return part.triangle < t; });
  auto last = first;
  while (last != parts_.end() && last->triangle == triangle) ++last;
  return {first, last};
}

double RouteEnd::distance_from(const Point& p) const {
  double out = std::numeric_limits<double>::infinity();
  for (const Part& line : lines_) out = std::min(out, distance(p, line.nearest(p)));
  return out;
}

}  // namespace clearway
