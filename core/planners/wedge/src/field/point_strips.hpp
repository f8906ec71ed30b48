// Strips of a field for points: sweeps the lines of each axis through the mesh, records the
// triangles that they reach, and lets the search bend where a corner bounds them.
//
// As PointWedges::advance(), with parallel lines instead of rays. Positions of corners along the
// axis are rounded. A corner on the wrong side of a line by no more than rounding changes the
// length of no path by more than rounding: the strip and the bend at the corner continue each
// other.
#pragma once

#include <vector>

#include "point/wedge_search.hpp"
#include "strip.hpp"

namespace clearway {

class PointStrips {
 public:
  // `extent`: the largest coordinate of the world. Feet are appended in the order of the sources
  // that they become in the search.
  PointStrips(const Mesh& mesh, double extent, PointWedgeSearch& search,
              std::vector<StripRecord>& records, std::vector<StripFoot>& feet)
      : mesh_(mesh),
        extent_(extent),
        about_(extent * tolerance::strip_foot),
        search_(search),
        records_(records),
        feet_(feet) {}

  // Sweeps both strips of the axis. Cost: the triangles that they enter.
  void sweep(const StripAxis& axis, Index number);

 private:
  // Lines that enter a triangle by the half-edge `ahead`; its ends as seen along them. `x` is a
  // position along the axis that grows to the left of the lines.
  struct Piece {
    HalfEdgeId ahead;
    double left_x, right_x;
    VertexId left, right;
    bool is_left_on, is_right_on;  // whether the end bounds the lines
    double left_from, right_from;  // off the axis: the corners that bound the lines; or infinity
  };
  void sweep_side(const StripAxis& axis, int side);
  void advance(Piece piece);
  void record(const Piece& piece);
  void add_bend(VertexId corner, VertexId other_end, PointNode::Kind kind, HalfEdgeId step);
  double x(VertexId v) const { return -side_ * axis_->on(mesh_.point(v)); }
  double off(VertexId v) const { return side_ * axis_->off(mesh_.point(v)); }
  // Whether lines may reach the corner: an edge along them can begin behind the axis.
  bool is_ahead(VertexId v) const { return off(v) >= -about_; }

  const Mesh& mesh_;
  const double extent_;
  const double about_;  // positions closer than this may differ only by rounding
  PointWedgeSearch& search_;
  std::vector<StripRecord>& records_;
  std::vector<StripFoot>& feet_;
  const StripAxis* axis_ = nullptr;
  Index number_ = 0;
  int side_ = 0;
  std::vector<Piece> pieces_;  // still to be swept
};

}  // namespace clearway
