// Whether a disc can follow a line or an arc: tests every obstacle near it.
#pragma once

#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"
#include "mesh/flood.hpp"

namespace clearway {

class DiscCollision {
 public:
  // `scale`: bounds the coordinates of the lines and arcs to test.
  DiscCollision(const World& world, double radius, double scale);
  // Whether the centre of the disc can follow the line from a to b. `near` is any half-edge near a;
  // the nearer, the faster.
  bool line(const Point& a, const Point& b, HalfEdgeId near) const;
  // How far the disc can roll around the vertex from the contact at `bearing`, as an angle of at
  // most a whole turn; counter-clockwise for side +1. `triangle` contains the contact, where the
  // disc must fit.
  double roll(VertexId vertex, double bearing, int side, TriangleId triangle) const;

  // A cheap sufficient test for line(), for a tangent between circles around two vertices. Within
  // reach() of each there must be nothing but walls that end in it, at an angle of at least
  // wall_angle() to the centre of the disc.
  bool is_line_empty(const Point& a, const Point& b, VertexId from, VertexId to,
                     HalfEdgeId near) const;
  double reach() const { return 2 * touching_; }
  // The least angle between a wall that ends in a corner and the centre of a disc that touches it.
  double wall_angle() const { return wall_angle_; }

  // Bounds the error of the direction of a tangent.
  double angle_slack() const { return angle_slack_; }

 private:
  bool is_wide(const Point& p, HalfEdgeId e) const;

  const World& world_;
  const Mesh& mesh_;
  double radius_;
  double angle_slack_, wall_angle_;
  // The clearance that a legal line or arc keeps: the radius less the rounding of its ends, a few
  // units in the last place of the coordinates.
  double least_;
  // A corner, and its position along and beside a line, times the length of the line.
  struct Touched {
    Point at;
    double on, off;
  };
  mutable std::vector<Touched> corners_;  // scratch, as are the next three
  mutable std::vector<HalfEdgeId> edges_, queue_;
  mutable TriangleMarks seen_;
  double touching_;  // an obstacle nearer than this may be exactly at the radius
};

}  // namespace clearway
