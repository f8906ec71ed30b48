// A lower bound on what remains of a disc's path: what remains for a point.
//
// A search for a point from the goal to the start has the shortest distance d(v) from the goal to
// every corner v with d(v) + |v s| < b, where s is the start and b is the length of the point's
// path; corners in dead ends are left out (PointChannelSearch::measure_corners). So where it has
// noted the cost c, the distance is c or at least b - |v s|; other corners outside dead ends are at
// least b - |v s| away.
//
// Let a legal path of the disc have a rest of length p from a point x on. As a point can follow it,
// d(v) <= |v x| + p if the line from v to x is free. It is, if v and x are on one edge between free
// triangles.
//
// It is, too, if the disc touches v at x: the line is a radius of a legal disc. There p is even
// larger: the disc rolls around v, which only adds to p, and leaves on a tangent, to the goal or to
// the next contact. Let y be the end of the tangent and t its length. Every point of the line from
// v to y but v is nearer to the tangent than r, so the disc that follows the tangent covers it, and
// it is free: d(v) <= |v y| + p - t, where |v y|^2 = r^2 + t^2. Hence p >= d(v) - (|v y| - t), and
// this falls with t, so a lower bound on t does. Another corner is at least `apart` away, and its
// circle is as large: t^2 >= apart^2 - 4 r^2. To the goal g, t^2 = |v g|^2 - r^2.
#pragma once

#include <algorithm>
#include <cmath>

#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/edges_at.hpp"
#include "point/corners.hpp"
#include "point/steps.hpp"

namespace clearway {

class DiscRemaining {
 public:
  // The distances are those of a search from `goal` to `start` whose path has the length b.
  DiscRemaining(const Mesh& mesh, const PointSteps& steps, const PointCorners& distances,
                const Point& start, const Point& goal, double b)
      : mesh_(&mesh), steps_(&steps), distances_(&distances), start_(start), goal_(goal), b_(b) {}

  // For a point from the corner to the goal: d(v).
  double from(VertexId v) const {
    const double unseen = b_ - length(mesh_->point(v) - start_);
    const PointCorners::Corner* const known = distances_->find(v);
    const double least = known ? std::min(known->seen, unseen) : is_in_dead_end(v) ? 0.0 : unseen;
    return least * (1 - tolerance::estimate);
  }
  // For a disc of this radius from a contact with the corner. No other corner is nearer to it than
  // `apart`.
  double from_contact(VertexId v, double radius, double apart) const {
    const Vector to_goal = goal_ - mesh_->point(v);
    const double squared = radius * radius,
                 t = std::sqrt(std::max(
                     0.0, std::min(apart * apart - 4 * squared, dot(to_goal, to_goal) - squared)));
    return from(v) - (std::sqrt(squared + t * t) - t * (1 - tolerance::estimate));
  }

 private:
  bool is_in_dead_end(VertexId v) const {
    return !all_edges_at(
        *mesh_, v, [this](HalfEdgeId e) { return !steps_->is_in_dead_end(Mesh::triangle_of(e)); });
  }

  const Mesh* mesh_;
  const PointSteps* steps_;
  const PointCorners* distances_;
  Point start_, goal_;
  double b_;
};

}  // namespace clearway
