// Strips of a field for discs: sweeps the lines of each axis through the mesh, records the
// triangles that they reach, and adds the contacts with corners that they touch.
//
// As DiscWedges, with parallel lines instead of tangents: a line crosses every portal at least one
// radius away from both of its ends. Contacts are tested when the search expands them, lines when
// they are asked for, so that rounding may let the sweep take more lines than there are.
#pragma once

#include <vector>

#include "disc/wedge_search.hpp"
#include "strip.hpp"

namespace clearway {

class DiscStrips {
 public:
  // `extent`: the largest coordinate of the world. Feet are appended in the order of the sources
  // that they become in the search.
  DiscStrips(const Mesh& mesh, double extent, DiscWedgeSearch& search,
             std::vector<StripRecord>& records, std::vector<StripFoot>& feet)
      : mesh_(mesh),
        about_(extent * tolerance::strip_foot),
        search_(search),
        records_(records),
        feet_(feet) {}

  // Sweeps both strips of the axis. Cost: the triangles that they enter.
  void sweep(const StripAxis& axis, Index number);

 private:
  // Lines that enter a triangle by the half-edge `ahead`. `x` is a position along the axis that
  // grows to the left of the lines.
  struct Piece {
    HalfEdgeId ahead;
    double right_x, left_x;
  };
  void sweep_side(int side);
  void leave_over(HalfEdgeId exit, double right_x, double left_x);
  void add_contacts(VertexId corner, double right_x, double left_x);
  void add_hidden_contacts(HalfEdgeId edge, double right_x, double left_x);
  double x(const Point& p) const { return -side_ * axis_->on(p); }

  const Mesh& mesh_;
  const double about_;  // positions closer than this may differ only by rounding
  DiscWedgeSearch& search_;
  std::vector<StripRecord>& records_;
  std::vector<StripFoot>& feet_;
  const StripAxis* axis_ = nullptr;
  Index number_ = 0;
  int side_ = 0;
  std::vector<Piece> pieces_;  // still to be swept
};

}  // namespace clearway
