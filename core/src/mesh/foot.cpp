#include "foot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/geometry/predicates.hpp"

namespace clearway {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The place of a refinement vertex near the foot, as a function of the run alone: on the
// straight line if a double is, else on the blocked side, so that the wall grows no bump
// on which a disc or a ray along it would stop.
Point place(const Point& foot, const Point& from, const Point& to, bool left_free,
            bool right_free) {
  const int bad = left_free == right_free ? 0 : left_free ? 1 : -1;
  const int side = orientation(from, to, foot);
  if (side == 0) return foot;
  Point best = foot;
  double best_off = side == bad ? infinity : 2.0;  // in steps; the line is worth a few
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

// A half-edge of the run from one vertex to the other, or none when there is no such run.
Index find_run(const Triangulation& t, Index from, Index to) {
  const Mesh& mesh = t.mesh;
  for (const Index v : {from, to})
    if (v >= mesh.vertices.size() || !mesh.is_live_vertex(v) || mesh.is_refinement(v)) return none;
  const Index first = mesh.vertices[from].edge;
  Index e = first;
  do {
    if (mesh.constrained(e)) {
      Index last = e;
      for (std::size_t n = t.refinements(); n > 0 && mesh.is_refinement(mesh.target(last)); --n)
        last = mesh.twin(t.before(mesh.twin(last)));
      if (mesh.target(last) == to) return e;
    }
    e = mesh.rotate_ccw(e);
  } while (e != first && e != none);
  return none;
}

}  // namespace

double step_of(const Point& a, const Point& b) {
  const double size =
      std::max({std::abs(a.x), std::abs(a.y), std::abs(b.x), std::abs(b.y), min_coordinate});
  return std::nextafter(size, infinity) - size;
}

Index refine_at(Triangulation& t, Index from, Index to, const Point& foot, bool& inserted) {
  inserted = false;
  const Mesh& mesh = t.mesh;
  Index e = find_run(t, from, to);
  if (e == none) return none;
  const Point first = mesh.point(from), last = mesh.point(to);
  const Point p = place(foot, first, last, mesh.is_free(e >> 2), mesh.is_free(mesh.twin(e) >> 2));
  // The piece of the run that has the place.
  std::size_t most = t.refinements() + 1;  // places within rounding can lead in a circle
  while (mesh.is_refinement(mesh.target(e)) && direction(mesh.point(mesh.target(e)), last, p) > 0) {
    if (most-- == 0) return none;
    e = mesh.twin(t.before(mesh.twin(e)));
  }
  for (const Index v : {mesh.origin(e), mesh.target(e)})
    if (mesh.is_refinement(v) && mesh.point(v) == p) return v;
  const double step = step_of(first, last);
  for (int ring = 0; ring <= 3; ++ring)
    for (int i = -ring; i <= ring; ++i)
      for (int j = -ring; j <= ring; ++j) {
        if (std::max(std::abs(i), std::abs(j)) != ring) continue;
        const Index v = t.refine(e, {p.x + i * step, p.y + j * step});
        if (v == none) continue;
        inserted = true;
        return v;
      }
  return none;
}

}  // namespace clearway
