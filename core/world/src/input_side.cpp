#include "world/input_side.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "clearway/geometry/predicates.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/location.hpp"
#include "world/access.hpp"
#include "world/only_segment.hpp"

namespace clearway {
namespace {

constexpr int most_walls = 8;  // walls to correct for in sequence; two where two walls cross

// The side of p relative to the walls as given along the half-edge: +1 left, as for a point inside
// its triangle, -1 right, 0 on a wall. Returns false if the walls disagree.
bool side_of_walls(const World& world, HalfEdgeId e, const Point& p, int& side) {
  const Mesh& mesh = world.mesh();
  const Point u = mesh.point(mesh.origin(e)), v = mesh.point(mesh.target(e));
  bool is_first = true;
  const bool agree = all_segments_along(world, e, [&](Point a, Point b) {
    if (direction(u, v, {u.x + (b.x - a.x), u.y + (b.y - a.y)}) < 0) std::swap(a, b);
    if (direction(a, b, p) < 0 || direction(b, a, p) < 0) return false;
    const int one = orientation(a, b, p);
    if (!is_first && one != side) return false;
    side = one;
    is_first = false;
    return true;
  });
  return agree && !is_first;
}

}  // namespace

Location locate_in_mesh(const World& world, const Point& p) {
  return walk(world.mesh(), p, sectors_of(world).hint(world.mesh(), p));
}

bool is_bent_over(const World& world, const Point& p) {
  const Location by_mesh = locate_in_mesh(world, p), at = correct_for_input(world, p, by_mesh);
  return at.kind != by_mesh.kind || at.half_edge != by_mesh.half_edge;
}

bool is_found_off(const Mesh& mesh, const Location& at, const Point& p) {
  if (at.kind == Location::vertex) return false;
  if (!holds(mesh, Mesh::triangle_of(at.half_edge), p)) return true;
  return at.kind == Location::edge && !holds(mesh, Mesh::triangle_of(mesh.twin(at.half_edge)), p);
}

Point brought_into(const Mesh& mesh, TriangleId t, const Point& p) {
  if (holds(mesh, t, p)) return p;
  const HalfEdgeId e = Mesh::half_edge(t, 0);
  const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e)),
              c = mesh.point(mesh.apex(e));
  const double x = (a.x + b.x + c.x) / 3 - p.x, y = (a.y + b.y + c.y) / 3 - p.y;
  for (double part = tolerance::step_inside; part < 1; part *= 4)
    if (const Point q{p.x + part * x, p.y + part * y}; holds(mesh, t, q)) return q;
  return p;  // a vertex may be far away
}

bool may_bend(const Mesh& mesh, HalfEdgeId e, const Point& p) {
  const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double across = std::abs(dx * (p.y - a.y) - dy * (p.x - a.x));
  const double size =
      std::max({std::abs(a.x), std::abs(a.y), std::abs(b.x), std::abs(b.y)}) * tolerance::bend;
  return across <= (std::abs(dx) + std::abs(dy)) * size;
}

Location correct_for_input(const World& world, const Point& p, const Location& at) {
  const Mesh& mesh = world.mesh();
  if (at.kind == Location::vertex) return at;
  int side = 0;
  if (at.kind == Location::edge && mesh.constrained(at.half_edge)) {
    if (!side_of_walls(world, at.half_edge, p, side) || side == 0) return at;
    return {Location::face, side > 0 ? at.half_edge : mesh.twin(at.half_edge), at.steps};
  }
  HalfEdgeId here = at.half_edge, entered = none;
  for (int round = 0; round < most_walls; ++round) {
    HalfEdgeId next = none;
    for (const HalfEdgeId e : {here, Mesh::next(here), Mesh::prev(here)}) {
      if (e == entered || !mesh.constrained(e) || !may_bend(mesh, e, p) ||
          !side_of_walls(world, e, p, side) || side > 0)
        continue;
      if (side == 0) return {Location::edge, e, at.steps};
      next = mesh.twin(e);
      break;
    }
    if (next == none) return entered == none ? at : Location{Location::face, here, at.steps};
    here = entered = next;
  }
  return at;
}

}  // namespace clearway
