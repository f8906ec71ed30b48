#include "rolling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace clearway {
namespace {

// The angle rolled at a time: lines that leave during it fit into one wedge.
constexpr double max_step = 0.5 * std::numbers::pi;

}  // namespace

void DiscRolling::expand(DiscRootId index) {
  const DiscRoot root = roots_[index];
  const double r = query_.r, slack = query_.slack;
  const int side = root.side;
  const double end = root.limit;
  TriangleId t = Mesh::triangle_of(root.near);
  HalfEdgeId entered = none;
  double from = 0.0;
  Vector first = root.arrival,
         begin = root.arrival;  // of all lines in the triangle; of those that start in it
  for (std::size_t steps = 0; steps < mesh_.triangles.size(); ++steps) {
    query_.note(t);
    double to = end;
    HalfEdgeId exit = none;
    // In an order that does not depend on slots: `near` was chosen by coordinates.
    const HalfEdgeId first_side = entered == none ? root.near : entered;
    const HalfEdgeId sides[] = {first_side, Mesh::next(first_side), Mesh::prev(first_side)};
    for (const HalfEdgeId e : sides) {
      const double angle = leaves_over(root, e);
      const bool is_ahead = e == entered ? angle > from : angle >= from - slack;
      if (is_ahead && angle < to) to = std::max(angle, from), exit = e;
    }
    const bool is_whole = to - from < max_step;
    if (!is_whole) to = from + max_step, exit = none;
    const Vector last = turn(root.arrival, side * to);
    const DiscWedge wedges[] = {{last, first}, {first, last}, {last, begin}, {begin, last}};
    const DiscWedge &all = wedges[side > 0], &fresh = wedges[2 + (side > 0)];
    const DiscWedge* const met[] = {&fresh, &all};
    arrivals_.add(t, index, all);
    const bool hides_corners = corners_.is_any_around(t);
    for (const HalfEdgeId e : sides) {
      const VertexId v = mesh_.apex(e);
      // Contacts of the ends of the edge with the lines that came across it have been added.
      contacts_.add(v, index, *met[(entered == none) | (e == entered)], none);
      if (mesh_.constrained(e)) continue;
      if (hides_corners) contacts_.add_hidden(e, index, all);
      if (e != exit) wedges_.add(e, index, all);
    }
    from = to;
    begin = last;
    if (!is_whole) {
      first = last;
      continue;
    }
    if (exit == none || mesh_.constrained(exit)) return;
    DiscWedge through = all;
    const bool continues = through.pass(root.circle, mesh_.point(mesh_.origin(exit)),
                                        mesh_.point(mesh_.target(exit)), r, slack);
    Vector carried = continues ? (side > 0 ? through.low : through.high) : last;
    entered = mesh_.twin(exit);
    t = Mesh::triangle_of(entered);
    // Wedges must stay well below half a turn.
    if (continues && rounded_ahead(carried, last) < 0) {
      wedges_.add(exit, index, all);
      carried = last;
    }
    first = carried;
  }
}

// The angle rolled when the contact leaves e's triangle across e; infinity if it does not.
double DiscRolling::leaves_over(const DiscRoot& root, HalfEdgeId e) const {
  const Point a = mesh_.point(mesh_.origin(e)), b = mesh_.point(mesh_.target(e)),
              center = root.circle.center;
  const Vector along = b - a;
  const double squared = dot(along, along);
  // From the nearer end: rounding grows with the distance.
  const bool from_a = 2 * dot(along, center - a) <= squared;
  const Point ends[] = {b, a}, base = ends[from_a];
  const Vector to_center = center - base;
  const double height = cross(along, to_center);
  const double left = query_.r * query_.r * squared - height * height;
  // A circle that only touches the line of the edge does not leave the triangle.
  if (left <= 0) return std::numeric_limits<double>::infinity();
  const double t = (dot(to_center, along) - root.side * std::sqrt(left)) / squared;
  const double on = from_a ? t : -t;
  if (!((on >= 0) & (on <= 1))) return std::numeric_limits<double>::infinity();
  const Vector out = Point{base.x + t * along.x, base.y + t * along.y} - center;
  return roots_.turned(root, {-root.side * out.y, root.side * out.x});
}

}  // namespace clearway
