// The clearance layer: what makes the mesh a local clearance triangulation (Kallmann 2010,
// section 4, made exact: docs/clearance.md).
//
// A disc gets from one place to another exactly when a point does after every gate narrower
// than the disc has been closed; a gate is the shortest way between two obstacle points with
// nothing else in the disc over it. The layer refines constraints so that each gate is an
// edge of the mesh or the height of a triangle over a constrained side, and keeps, for each
// corner of a free triangle, how wide a disc can go round it. Then local tests are exact:
//
//   a disc of radius r goes from one side of a triangle to another, neither constrained,
//   exactly when 2 r <= around(the corner where they meet).
//
// The refinement is a function of the obstacles alone: an edited world has the mesh of a
// fresh one.
#pragma once

#include <vector>

#include "clearway/mesh/triangulation.hpp"

namespace clearway {

// Marks that gates.hpp leaves on the mesh while it asks; wiped by counting on.
struct GateScratch {
  std::vector<std::uint32_t> triangle, edge;
  std::uint32_t epoch = 0;
};

class Clearance {
 public:
  // Gates wider than 2 * max_radius are left alone: answers are exact for discs up to
  // max_radius. 0: no refinement at all; infinity: all gates.
  explicit Clearance(double max_radius) : limit_(2 * max_radius) {}

  // Repairs the refinement and the widths around everything the running edit has touched.
  // Cost proportional to that, not to the world.
  void update(Triangulation& triangulation);

  double max_radius() const { return limit_ / 2; }

  // Width of the way around the corner from which half-edge e starts, inside e's triangle:
  // between its two sides there. The least of their widths, and of the height over the
  // opposite side if that is constrained and the height stands on it. -1 if there is no way:
  // the triangle is not free, or one of the two sides is constrained. Rounded down: 2 * r
  // compares as it does with the exact value.
  double around(Index e) const { return around_[3 * (e >> 2) + (e & 3)]; }

  // Width of an unconstrained edge: its length, or, where it joins a corner to its own foot,
  // the distance of that corner from the wall. Rounded down.
  static double width(const Triangulation& triangulation, Index e);
  // Height of e's triangle over the constrained side e, if it stands on it; else infinity.
  static double height(const Triangulation& triangulation, Index e);

  // Recomputes everything and compares. Throws InternalError.
  void validate(const Triangulation& triangulation) const;
  std::size_t memory() const;

 private:
  // Runs that have asked about a triangle, by their end vertices: to be asked anew when it
  // changes. Entries may be stale; they never miss one.
  struct Watch {
    Index from, to, next;
  };
  void watch(Index triangle, Index from, Index to);
  void measure(const Triangulation& triangulation, Index triangle);

  double limit_;
  std::vector<double> around_;
  std::vector<Index> watches_;  // per triangle: head of a list in pool_, or none
  std::vector<Watch> pool_;
  Index free_ = none;
  GateScratch scratch_;
};

}  // namespace clearway
