#include "point_strips.hpp"

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {
void PointStrips::sweep(const StripAxis& axis, Index number) {
  axis_ = &axis;
  number_ = number;
  records_.push_back({axis.triangle, number, 0, 0.0, axis.length, infinity, infinity});
  for (const int side : {+1, -1}) sweep_side(axis, side);
}

void PointStrips::sweep_side(const StripAxis& axis, int side) {
  side_ = side;
  const double begin = std::min(0.0, -side * axis.length), end = begin + axis.length;
  pieces_.clear();
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId exit = Mesh::half_edge(axis.triangle, i);
    if (mesh_.constrained(exit)) continue;
    const VertexId left = mesh_.target(exit), right = mesh_.origin(exit);
    // The lines leave across an edge whose ends they see in this order.
    const double left_x = x(left), right_x = x(right);
    if (!(left_x > right_x)) continue;
    Piece piece{mesh_.twin(exit),
                std::min(left_x, end),
                std::max(right_x, begin),
                left,
                right,
                left_x <= end + about_ && is_ahead(left),
                right_x >= begin - about_ && is_ahead(right),
                infinity,
                infinity};
    if (piece.is_left_on) piece.left_from = off(left);
    if (piece.is_right_on) piece.right_from = off(right);
    if (piece.left_x >= piece.right_x) pieces_.push_back(piece);
  }
  while (!pieces_.empty()) {
    const Piece piece = pieces_.back();
    pieces_.pop_back();
    advance(piece);
  }
}

void PointStrips::record(const Piece& piece) {
  const bool is_left = side_ > 0;  // the axis leads to the right of the lines
  records_.push_back(
      {Mesh::triangle_of(piece.ahead), number_, side_, is_left ? -piece.left_x : piece.right_x,
       is_left ? -piece.right_x : piece.left_x, is_left ? piece.left_from : piece.right_from,
       is_left ? piece.right_from : piece.left_from});
}

void PointStrips::advance(Piece piece) {
  for (;;) {
    check_interrupt();
    record(piece);
    const VertexId corner = mesh_.apex(piece.ahead);
    const double apex = x(corner);
    HalfEdgeId exit;
    // Up to rounding: an apex on the line through a corner may lie on either side of it.
    if (piece.is_left_on && apex >= piece.left_x - about_) {
      add_bend(piece.left, piece.right, PointNode::bend_left, piece.ahead);
      piece.is_left_on = false;
    }
    if (piece.is_right_on && apex <= piece.right_x + about_) {
      add_bend(piece.right, piece.left, PointNode::bend_right, piece.ahead);
      piece.is_right_on = false;
    }
    if (apex >= piece.left_x) {
      exit = Mesh::next(piece.ahead);
      piece.is_left_on = apex <= piece.left_x + about_ && is_ahead(corner);
      if (piece.is_left_on) piece.left_from = std::min(piece.left_from, off(corner));
      piece.left = corner;
    } else if (apex <= piece.right_x) {
      exit = Mesh::prev(piece.ahead);
      piece.is_right_on = apex >= piece.right_x - about_ && is_ahead(corner);
      if (piece.is_right_on) piece.right_from = std::min(piece.right_from, off(corner));
      piece.right = corner;
    } else {
      Piece over_left = piece;
      exit = Mesh::next(piece.ahead);
      piece.left_x = over_left.right_x = apex;
      piece.left = over_left.right = corner;
      piece.is_left_on = over_left.is_right_on = true;
      piece.left_from = over_left.right_from = off(corner);
      if (const HalfEdgeId left_exit = Mesh::prev(piece.ahead); !mesh_.constrained(left_exit)) {
        over_left.ahead = mesh_.twin(left_exit);
        pieces_.push_back(over_left);
      }
    }
    if (mesh_.constrained(exit)) return;
    piece.ahead = mesh_.twin(exit);
  }
}

// The direction of the lines at the corner is that from a point far enough behind it: the foot
// itself may be so near that rounding would turn it. It is turned a little, so that other corners
// on the line through this one are surely on the side to which the path turns: paths that touch
// several corners on one line, on either side, are found from the first of them. The fan around the
// corner begins in the first triangle whose apex is on that side.
void PointStrips::add_bend(VertexId corner, VertexId other_end, PointNode::Kind kind,
                           HalfEdgeId step) {
  const Point c = mesh_.point(corner);
  const Vector outwards = axis_->outwards(side_);
  const double cost = std::max(0.0, off(corner)),
               back = std::max(cost, extent_ * tolerance::strip_source);
  const int turn = kind == PointNode::bend_left ? 1 : -1;
  const double aside = turn * back * tolerance::strip_turn;
  const Point source{c.x - back * outwards.x - aside * outwards.y,
                     c.y - back * outwards.y + aside * outwards.x};
  while (turn * orientation(source, c, mesh_.point(mesh_.apex(step))) < 0) {
    const HalfEdgeId exit = turn > 0 ? Mesh::prev(step) : Mesh::next(step);
    if (mesh_.constrained(exit)) return;
    other_end = mesh_.apex(step);
    step = mesh_.twin(exit);
  }
  if (search_.add_bend_from(source, cost - back, corner, other_end, kind, step) != none)
    feet_.push_back({axis_->at(std::clamp(axis_->on(c), 0.0, axis_->length)), axis_->goal});
}

}  // namespace clearway
