#include "disc_strips.hpp"

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {
void DiscStrips::sweep(const StripAxis& axis, Index number) {
  axis_ = &axis;
  number_ = number;
  records_.push_back({axis.triangle, number, 0, 0.0, axis.length, infinity, infinity});
  for (const int side : {+1, -1}) sweep_side(side);
}

void DiscStrips::sweep_side(int side) {
  side_ = side;
  const double right_x = std::min(0.0, -side * axis_->length), left_x = right_x + axis_->length;
  const TriangleId t = axis_->triangle;
  pieces_.clear();
  for (const VertexId v : mesh_.triangles[t].vertex) add_contacts(v, right_x, left_x);
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId exit = Mesh::half_edge(t, i);
    if (mesh_.constrained(exit)) continue;
    add_hidden_contacts(exit, right_x, left_x);
    leave_over(exit, right_x, left_x);
  }
  DiscCorners& corners = search_.corners();
  while (!pieces_.empty()) {
    check_interrupt();
    const auto [ahead, right, left] = pieces_.back();
    pieces_.pop_back();
    const TriangleId triangle = Mesh::triangle_of(ahead);
    records_.push_back({triangle, number_, side_, side_ > 0 ? -left : right,
                        side_ > 0 ? -right : left, infinity, infinity});
    add_contacts(mesh_.apex(ahead), right, left);
    const bool hides_corners = corners.is_any_around(triangle);
    if (hides_corners) add_hidden_contacts(ahead, right, left);
    for (const HalfEdgeId exit : {Mesh::next(ahead), Mesh::prev(ahead)}) {
      if (mesh_.constrained(exit)) continue;
      if (hides_corners) add_hidden_contacts(exit, right, left);
      leave_over(exit, right, left);
    }
  }
}

// Queues the lines that cross the portal.
void DiscStrips::leave_over(HalfEdgeId exit, double right_x, double left_x) {
  const Point right = mesh_.point(mesh_.origin(exit)), left = mesh_.point(mesh_.target(exit));
  if (!(x(left) > x(right))) return;
  const DiscGap gap(right, left, search_.radius());
  if (!gap.is_open) return;
  left_x = std::min(left_x, x({left.x - gap.inset.x, left.y - gap.inset.y}));
  right_x = std::max(right_x, x({right.x + gap.inset.x, right.y + gap.inset.y}));
  if (left_x < right_x - about_) return;
  // Rounding may have left a gap that is exactly as wide as the disc no line at all.
  if (left_x < right_x) left_x = right_x = 0.5 * (left_x + right_x);
  pieces_.push_back({mesh_.twin(exit), right_x, left_x});
}

// Adds the contacts with a corner that lines between these positions touch.
void DiscStrips::add_contacts(VertexId corner, double right_x, double left_x) {
  const double r = search_.radius();
  const Point p = mesh_.point(corner);
  const double length = side_ * axis_->off(p);
  if (length < -about_) return;
  for (const int side : {+1, -1}) {
    const double at = x(p) - side * r;
    if (at < right_x - about_ || at > left_x + about_) continue;
    const double on = std::clamp(-side_ * at, 0.0, axis_->length);
    const Point foot = axis_->at(on);
    if (search_.add_contact_from(foot, Mesh::half_edge(axis_->triangle, 0), corner, side,
                                 axis_->outwards(side_), std::max(0.0, length)) != none)
      feet_.push_back({foot, axis_->goal});
  }
}

void DiscStrips::add_hidden_contacts(HalfEdgeId edge, double right_x, double left_x) {
  search_.corners().for_each_behind(edge, [&](VertexId v) { add_contacts(v, right_x, left_x); });
}

}  // namespace clearway
