// The clearance layer, which makes the mesh a local clearance triangulation (Kallmann 2010,
// section 4, made exact: docs/explanation/clearance.md).
//
// A disc can move from one point to another exactly when a point can after every gate narrower
// than the disc has been closed. A gate is the shortest segment between two obstacles with nothing
// else in the disc over it. Each gate is an edge of the mesh, the height of a triangle over a
// constrained side, or charged to the turns that cross it (sleeve.hpp); where none of these is
// possible, its foot becomes a vertex of the wall. The layer keeps, for each corner of a free
// triangle, the turn width there. Then local tests are exact:
//
//   a disc of radius r can follow a channel from portal to portal exactly when for each of its
//   triangles 2 r <= around(the corner between the two sides it passes).
//
// A disc that starts or ends within a sleeve is on one side of its gate:
// query/exact_departures.hpp.
//
// The refinement is a function of the obstacles alone: an edited world has the mesh of a fresh one.
#pragma once

#include <cstdint>
#include <vector>

#include "clearance/sleeve.hpp"
#include "clearway/base/journaled.hpp"
#include "clearway/base/journaled_table.hpp"

namespace clearway {

class Triangulation;

class Clearance {
 public:
  // Gates wider than 2 * max_radius are left alone: answers are exact for discs up to
  // max_radius. 0: the layer is off and keeps nothing; infinity: all gates.
  explicit Clearance(double max_radius) : limit_(2 * max_radius) {}

  // Repairs the refinement and the widths around everything the running edit has touched.
  // Cost proportional to that, not to the world.
  void update(Triangulation& triangulation);
  // Slots of triangles that the last update's edit did not touch, measured for the sake of gates.
  const std::vector<Index>& measured() const { return measured_; }

  double max_radius() const { return limit_ / 2; }
  bool is_on() const { return limit_ > 0; }

  // Width of the way around the corner from which half-edge e starts, inside e's triangle:
  // between its two sides there. The least of their widths, of the height over the opposite
  // side if that is constrained and the height stands on it, and of the gates charged to this
  // turn. -1 if there is no way: the triangle is not free, or one of the two sides is
  // constrained. Rounded down: 2 * r compares as it does with the exact value. With the layer
  // off: own().
  double around(Index e) const {
    return is_on() ? around_[3 * (e >> 2) + (e & 3)] : own(*plain_, e);
  }

  // The same for the triangle alone, without charges.
  static double own(const Triangulation& triangulation, Index e);
  // Width of an unconstrained edge: its length, or, where it joins a corner to its own foot,
  // the distance of that corner from the wall. Rounded down.
  static double width(const Triangulation& triangulation, Index e);
  // width() > limit.
  static bool is_wider(const Triangulation& triangulation, Index e, double limit);
  // Height of e's triangle over the constrained side e, if it stands on it; else infinity.
  static double height(const Triangulation& triangulation, Index e);

  // Calls f(corner, width) for every gate whose sleeve has more than one triangle, this one among
  // them; SleeveFinder::find gives the sleeve.
  template <class F>
  void for_gates_at(Index triangle, F f) const {
    if (!is_on()) return;
    for (Index n = gates_[triangle]; n != none; n = nodes_[n].next) {
      const Walk& walk = walks_[nodes_[n].walk];
      if (walk.serial == nodes_[n].serial) f(walk.corner, walk.width);
    }
  }

  // The gates charged to both turns of a portal e inside e's triangle: the width that they leave
  // to discs that come in by e and want to go on; of the narrower ones at the wider turn, the
  // corner that it starts from (as in for_gates_at). Infinity, none: a turn is free of charges.
  struct Shut {
    double width;
    Index corner;
  };
  Shut shut(Index e) const;

  // Whether the edge is a gate on a busy wall, from a corner to the vertex at its foot.
  bool is_foot(Index edge) const;

  // Recomputes everything and compares. Throws InternalError.
  void validate(const Triangulation& triangulation) const;
  std::size_t bytes() const;

  template <class F>
  void for_journaled(F f) {
    f(around_), f(lists_), f(gates_), f(looks_), f(walks_), f(nodes_), f(charges_), f(free_walks_);
    f(feet_), f(free_node_), f(free_charge_), f(has_ended_);
  }

 private:
  // What was asked of the mesh and has to be asked again when one of the triangles read
  // changes: a look for a gate from a corner, the reason for a refinement vertex, or the gate
  // that a vertex of a busy wall is the foot of. Looks that read no more than three triangles
  // and found nothing are not kept: corners so near to changed triangles are asked in any case.
  struct Walk {
    Index corner;          // a half-edge that starts there; of a busy one: the vertex
    Index target;          // of a gate: its wall; of a reason: the refinement vertex
    std::uint32_t serial;  // grows when the walk ends: its nodes are stale then
    Index charges;         // list in charges_; of a reason: the reasons that depend on its vertex
    double width;          // of the gate, or one of these
    static constexpr double nothing = -1, reason = -2, busy = -3;
    bool is_gate() const { return width >= 0; }
    bool is_look() const { return width >= nothing; }
    bool is_reason() const { return width == reason; }
    bool is_busy() const { return width == busy; }
  };
  struct Node {
    Index walk;
    std::uint32_t serial;
    Index next;
  };
  struct Charge {
    Index turn, next;
  };
  friend class ClearanceRepair;

  static std::uint64_t pair_of(Index a, Index b) { return std::uint64_t{a} << 32 | b; }
  Index new_walk(Index corner, Index target = none, double kind = Walk::nothing);
  Index new_foot(Index corner, Index vertex);
  void end_walk(Index walk);
  void note(Index triangle, Index walk);
  void charge(Index walk, Index turn);
  void measure(const Triangulation& triangulation, Index triangle);
  void measure(const Triangulation& triangulation);  // all
  template <class F>
  void measure_turns(const Triangulation& triangulation, Index triangle, F side);
  void apply_charges(const Walk& walk, Index triangle);  // none: to all triangles

  struct FootKey {  // pair_of(corner, foot)
    std::uint64_t key = ~std::uint64_t{0};
  };

  double limit_;
  const Triangulation* plain_ = nullptr;
  JournaledArray<double> around_;
  // Per triangle, heads of lists in nodes_: the walks that read it. Gates have a list of their own:
  // thousands of looks that found nothing may have read a triangle of a large fan.
  JournaledArray<Index> gates_, lists_;
  JournaledArray<std::uint8_t> looks_;  // per triangle: from which of its corners there is a look
  JournaledArray<Walk> walks_;
  JournaledArray<Node> nodes_;
  JournaledArray<Charge> charges_;
  JournaledArray<Index> free_walks_;
  std::vector<Index> measured_;
  JournaledTable<FootKey> feet_;  // gates on busy walls
  Journaled<Index> free_node_{none}, free_charge_{none};
  Journaled<bool> has_ended_{false};  // any walk: there may be stale nodes
};

}  // namespace clearway
