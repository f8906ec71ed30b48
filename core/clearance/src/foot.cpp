#include "foot.hpp"

#include <algorithm>
#include <cmath>

#include "base/infinity.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

namespace {

// The position of a refinement vertex near the foot. It lies on the straight line of the run if a
// double there does, otherwise on the blocked side, so that the wall gets no bump that would stop a
// disc or a ray along it.
Point place(const Point& foot, const Point& from, const Point& to, bool left_free,
            bool right_free) {
  const int bad = left_free == right_free ? 0 : left_free ? 1 : -1;
  const int side = orientation(from, to, foot);
  if (side == 0) return foot;
  Point best = foot;
  double best_off = side == bad ? infinity : 2.0;  // in steps; leaving the line costs two
  const double step = step_of(from, to);
  for (int i = -2; i <= 2; ++i) {
    for (int j = -2; j <= 2; ++j) {
      const Point p{foot.x + i * step, foot.y + j * step};
      const int o = orientation(from, to, p);
      if (o == bad && bad != 0) continue;
      const double off = std::hypot(i, j) + (o == 0 ? 0.0 : 2.0);
      if (off < best_off && direction(from, to, p) > 0 && direction(to, from, p) > 0)
        best = p, best_off = off;
    }
  }
  return best;
}

}  // namespace

double step_of(const Point& a, const Point& b) {
  const double size =
      std::max({std::abs(a.x), std::abs(a.y), std::abs(b.x), std::abs(b.y), min_coordinate});
  return std::nextafter(size, infinity) - size;
}

bool is_at(const Point& vertex, const Point& foot) {
  const double near =
      tolerance::foot * std::max({std::abs(foot.x), std::abs(foot.y), min_coordinate});
  return std::abs(vertex.x - foot.x) <= near && std::abs(vertex.y - foot.y) <= near;
}

Point place_of(const Triangulation& t, HalfEdgeId e, const Point& foot) {
  const Mesh& mesh = t.mesh;
  const auto [from, to] = t.run_ends(e);
  return place(foot, mesh.point(from), mesh.point(to), mesh.is_free(Mesh::triangle_of(e)),
               mesh.is_free(Mesh::triangle_of(mesh.twin(e))));
}

VertexId refine_at(Triangulation& t, HalfEdgeId e, const Point& foot, bool busy, bool& inserted) {
  inserted = false;
  const Mesh& mesh = t.mesh;
  const auto [from, to] = t.run_ends(e);
  const Point first = mesh.point(from), last = mesh.point(to), p = place_of(t, e, foot);
  // Find the piece of the run that contains p. Positions within rounding of each other could make
  // the search oscillate, hence the limit.
  std::size_t most = 2 * t.refinements() + 2;
  const auto is_beyond = [&](VertexId v, const Point& end) {
    return mesh.is_refinement(v) && direction(mesh.point(v), end, p) > 0;
  };
  for (; is_beyond(mesh.target(e), last) && most > 0; --most) e = mesh.twin(t.before(mesh.twin(e)));
  for (; is_beyond(mesh.origin(e), first) && most > 0; --most) e = t.before(e);
  if (most == 0) return none;
  for (const VertexId v : {mesh.origin(e), mesh.target(e)})
    if (mesh.is_refinement(v) && (busy ? is_at(mesh.point(v), p) : mesh.point(v) == p)) return v;
  const double step = step_of(first, last);
  for (int ring = 0; ring <= 3; ++ring)
    for (int i = -ring; i <= ring; ++i)
      for (int j = -ring; j <= ring; ++j) {
        if (std::max(std::abs(i), std::abs(j)) != ring) continue;
        const VertexId v = t.refine(e, {p.x + i * step, p.y + j * step}, busy);
        if (v == none) continue;
        inserted = true;
        return v;
      }
  return none;
}

}  // namespace clearway
