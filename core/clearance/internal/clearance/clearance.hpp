// The clearance layer, which makes the mesh a local clearance triangulation (Kallmann 2010,
// section 4, made exact: docs/explanation/clearance.md).
//
// A disc can move from one point to another exactly when a point can after every gate narrower
// than the disc has been closed. A gate is the shortest segment between two obstacles with nothing
// else in the disc over it. Each gate is an edge of the mesh, or the height of a triangle over a
// constrained side, or its width is charged to the turns that cross it (sleeve.hpp). Where none of
// these is possible, its foot becomes a vertex of the wall. The layer stores the turn width at each
// corner of each free triangle. This makes a local test exact:
//
//   A disc of radius r can follow a channel from portal to portal exactly when 2 r <= turn_width(c)
//   for each of its triangles, where c is the corner between the two sides that it passes.
//
// query/exact_departures.hpp handles discs that start or end within a sleeve, on one side of its
// gate.
//
// The refinement is a function of the obstacles alone: an edited world has the same mesh as a fresh
// one.
#pragma once

#include <vector>

#include "clearance/search_records.hpp"
#include "clearance/turn_widths.hpp"

namespace clearway {

class Triangulation;

class Clearance {
 public:
  // Gates wider than 2 * max_radius are ignored: answers are exact for discs up to max_radius.
  // 0: the layer is off and stores nothing. Infinity: all gates.
  explicit Clearance(double max_radius) : limit_(2 * max_radius) {}

  // Repairs the refinement and the widths around everything that the current edit has touched. The
  // cost is proportional to that, not to the world.
  void update(Triangulation& triangulation);
  // The slots that the last update measured again although the edit did not touch them: the charges
  // of gates there have changed.
  const std::vector<TriangleId>& measured() const { return measured_; }

  double max_radius() const { return limit_ / 2; }
  bool is_on() const { return limit_ > 0; }

  // The turn width at the origin of half-edge e in its triangle: the largest diameter that can pass
  // between the two sides there. It is the minimum of the widths of the two sides, of the height
  // over the opposite side if that is constrained and contains the foot, and of the gates charged
  // to this turn. -1 if the turn is impossible because the triangle is not free or one of the two
  // sides is constrained. Rounded down such that comparing it with 2 * r gives the exact answer.
  // With the layer off: own_turn_width() (local_widths.hpp).
  double turn_width(HalfEdgeId e) const {
    return is_on() ? widths_[e] : turn_width_without_layer(e);
  }

  // Calls f(corner, width) for every gate whose sleeve has more than one triangle and includes this
  // one. SleeveFinder::find gives the sleeve.
  template <class F>
  void for_gates_at(TriangleId triangle, F f) const {
    if (!is_on()) return;
    records_.for_each_gate(
        triangle, [&](RecordId gate) { f(records_[gate].corner(), records_[gate].width()); });
  }

  // The gate that limits discs which enter e's triangle through the portal e. Each of the two turns
  // has a narrowest charged gate; of these two the wider one counts. Returns its width and the
  // corner that it starts from (as in for_gates_at), or infinity and none if a turn has no charge.
  // Ties are broken by coordinates.
  struct EntryGate {
    double width;
    HalfEdgeId corner;
  };
  EntryGate limiting_gate(HalfEdgeId e) const;

  // Recomputes everything and compares. Throws InternalError if something differs.
  void validate(const Triangulation& triangulation) const;
  std::size_t bytes() const;

  template <class F>
  void for_journaled(F f) {
    widths_.for_journaled(f);
    records_.for_journaled(f);
  }

 private:
  double turn_width_without_layer(HalfEdgeId e) const;

  double limit_;  // the largest diameter
  const Triangulation* plain_ = nullptr;
  TurnWidths widths_;
  SearchRecords records_;
  std::vector<TriangleId> measured_;
};

}  // namespace clearway
