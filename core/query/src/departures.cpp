#include "query/departures.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "clearance/clearance.hpp"
#include "clearance/sleeve.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "mesh/triangles_at.hpp"
#include "world/access.hpp"

namespace clearway {
namespace {

// Calls f(sleeve, step, part) for the gates narrower than `below` whose sleeves pass through t,
// other than its heights.
template <class F>
void for_gates(const World& world, TriangleId t, double below, F f) {
  clearance_of(world).for_gates_at(t, [&](HalfEdgeId corner, double width) {
    if (width >= below) return;
    const auto gate = find_sleeve(world, corner);
    const int i = gate ? gate->step_of(t) : -1;
    if (i < 0) return;
    const Sleeve::Step& step = gate->steps[static_cast<std::size_t>(i)];
    const Sleeve::Part& part = gate->parts[static_cast<std::size_t>(step.part)];
    if (!part.crowded) f(*gate, step, part);
  });
}

// The narrowest gate or height in triangle t, narrower than `below`, that separates p from the
// portal e, or from q if e is none.
Passage parted(const World& world, TriangleId t, const Point& p, HalfEdgeId e, const Point& q,
               double below = infinity) {
  const Mesh& mesh = world.mesh();
  Passage narrowest{infinity, p};
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId base = Mesh::half_edge(t, i);
    if (!mesh.constrained(base)) continue;
    // The height divides the triangle as the corner's foot divides the base. A disc too wide for
    // the height does not fit on it, so rounding of the comparison cannot matter to a disc that
    // fits.
    const Point a = mesh.point(mesh.origin(base)), b = mesh.point(mesh.target(base));
    const Point corner = mesh.point(mesh.apex(base));
    const auto beyond = [&](const Point& x) { return rounded_ahead(b - a, x - corner) > 0; };
    bool there;
    if (e == none)
      there = beyond(q);
    else if (e == Mesh::next(base))
      there = true;  // the portal at b
    else if (e == Mesh::prev(base))
      there = false;
    else
      continue;
    if (beyond(p) == there) continue;
    const double height = world.height(base);
    if (height < std::min(below, narrowest.width)) narrowest = passage_of_height(world, base);
  }
  for_gates(world, t, below,
            [&](const Sleeve& gate, const Sleeve::Step& step, const Sleeve::Part& part) {
              if (gate.width >= narrowest.width) return;
              const bool left = gate.is_left(mesh, p);
              if (e == none ? left != gate.is_left(mesh, q)
                            : e == (left ? step.right : step.left) ||
                                  (left == part.left && e != step.left && e != step.right))
                narrowest = passage_of_gate(mesh, gate);
            });
  return narrowest;
}

Point middle(const Point& a, const Point& b) {
  return {a.x + 0.5 * (b.x - a.x), a.y + 0.5 * (b.y - a.y)};
}

}  // namespace

Passage passage_of_portal(const World& world, HalfEdgeId e) {
  const Mesh& mesh = world.mesh();
  return {world.width(e), middle(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)))};
}

Passage passage_of_height(const World& world, HalfEdgeId base) {
  const Mesh& mesh = world.mesh();
  const Point corner = mesh.point(mesh.apex(base));
  const Point foot =
      nearest_on_segment(mesh.point(mesh.origin(base)), mesh.point(mesh.target(base)), corner);
  return {world.height(base), middle(corner, foot)};
}

Passage passage_of_gate(const Mesh& mesh, const Sleeve& gate) {
  return {gate.width, middle(mesh.point(mesh.origin(gate.steps[0].base)), gate.foot)};
}

Passage departure(const World& world, TriangleId t, const Point& p, HalfEdgeId e) {
  const Passage inside = parted(world, t, p, e, p), portal = passage_of_portal(world, e);
  return inside.width < portal.width ? inside : portal;
}

Passage capsule(const World& world, TriangleId t, const Point& p, const Point& q) {
  return parted(world, t, p, none, q);
}

bool departs(const World& world, TriangleId t, const Point& p, HalfEdgeId e, double diameter) {
  if (diameter == 0) return true;
  // The turn width around a corner of the portal is no larger than the width of the portal.
  if (world.turn_width(e) < diameter && world.turn_width(Mesh::next(e)) < diameter &&
      world.width(e) < diameter)
    return false;
  return parted(world, t, p, e, p, diameter).width >= diameter;
}

bool crosses(const World& world, TriangleId t, const Point& p, const Point& q, double diameter) {
  if (diameter == 0) return true;
  return parted(world, t, p, none, q, diameter).width >= diameter;
}

bool is_local(const World& world, const LocatedPoint& p, double diameter) {
  const Mesh& mesh = world.mesh();
  bool out = true;
  for_each_triangle_at(mesh, p.at, [&](TriangleId t) {
    if (!mesh.is_free(t) || !out) return;
    for_gates(world, t, diameter,
              [&](const Sleeve& gate, const Sleeve::Step&, const Sleeve::Part& part) {
                const bool here = part.portal != none && Mesh::triangle_of(part.portal) == t;
                if (!here && gate.is_left(mesh, p.point) == part.left) out = false;
              });
  });
  return out;
}

}  // namespace clearway
