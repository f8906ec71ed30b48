// Whether a disc can follow a line or an arc: every obstacle near it is looked at.
#pragma once

#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"
#include "mesh/flood.hpp"

namespace clearway {

class DiscCollision {
 public:
  // `scale`: no coordinate of a piece asked about is greater.
  DiscCollision(const World& world, double radius, double scale);
  // `near` is any half-edge in the neighbourhood of the piece's start.
  bool line(const Point& a, const Point& b, HalfEdgeId near) const;
  // How far, as an angle of at most a whole turn, the disc can roll around the vertex from
  // the point of contact at `bearing`, counter-clockwise for side +1. `triangle` holds
  // that point, where the disc must fit.
  double roll(VertexId vertex, double bearing, int side, TriangleId triangle) const;

  // The same for a line between two circles around vertices, both with nothing else within reach()
  // but walls at no smaller an angle to the line's end than wall_angle(): true where that is
  // easily told.
  bool is_line_empty(const Point& a, const Point& b, VertexId from, VertexId to,
                     HalfEdgeId near) const;
  double reach() const { return 2 * touching_; }
  // Between the center of a disc at a corner and a wall that ends there.
  double wall_angle() const { return wall_angle_; }

  // How far the direction of a tangent can be off by rounding.
  double angle_slack() const { return angle_slack_; }

 private:
  bool is_wide(const Point& p, HalfEdgeId e) const;

  const World& world_;
  const Mesh& mesh_;
  double radius_;
  double angle_slack_, wall_angle_;
  // What a piece must keep: the radius less what rounding of its ends can cost, which is
  // a few units in the last place of the coordinates.
  double least_;
  // A corner, and where it lies along and beside a line: in units of the line's length.
  struct Touched {
    Point at;
    double on, off;
  };
  mutable std::vector<Touched> corners_;  // scratch, as the next
  mutable std::vector<HalfEdgeId> edges_, queue_;
  mutable TriangleMarks seen_;
  double touching_;  // what is nearer than this may be at the radius exactly
};

}  // namespace clearway
