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

#include "base/journaled_table.hpp"
#include "clearance/sleeve.hpp"
#include "clearway/base/journaled.hpp"

namespace clearway {

class Triangulation;

using WalkId = Id<struct WalkTag>;
using WalkNodeId = Id<struct WalkNodeTag>;  // of a list of walks
using ChargeId = Id<struct ChargeTag>;

class Clearance {
 public:
  // Gates wider than 2 * max_radius are left alone: answers are exact for discs up to
  // max_radius. 0: the layer is off and keeps nothing; infinity: all gates.
  explicit Clearance(double max_radius) : limit_(2 * max_radius) {}

  // Repairs the refinement and the widths around everything the running edit has touched.
  // Cost proportional to that, not to the world.
  void update(Triangulation& triangulation);
  // Slots of triangles that the last update's edit did not touch, measured for the sake of gates.
  const std::vector<TriangleId>& measured() const { return measured_; }

  double max_radius() const { return limit_ / 2; }
  bool is_on() const { return limit_ > 0; }

  // Width of the way around the corner from which half-edge e starts, inside e's triangle:
  // between its two sides there. The least of their widths, of the height over the opposite
  // side if that is constrained and the height stands on it, and of the gates charged to this
  // turn. -1 if there is no way: the triangle is not free, or one of the two sides is
  // constrained. Rounded down: 2 * r compares as it does with the exact value. With the layer
  // off: own().
  double around(HalfEdgeId e) const {
    return is_on() ? around_[Mesh::side_index(e)] : own(*plain_, e);
  }

  // The same for the triangle alone, without charges.
  static double own(const Triangulation& triangulation, HalfEdgeId e);
  // Width of an unconstrained edge: its length, or, where it joins a corner to its own foot,
  // the distance of that corner from the wall. Rounded down.
  static double width(const Triangulation& triangulation, HalfEdgeId e);
  // width() > limit.
  static bool is_wider(const Triangulation& triangulation, HalfEdgeId e, double limit);
  // Height of e's triangle over the constrained side e, if it stands on it; else infinity.
  static double height(const Triangulation& triangulation, HalfEdgeId e);

  // Calls f(corner, width) for every gate whose sleeve has more than one triangle, this one among
  // them; SleeveFinder::find gives the sleeve.
  template <class F>
  void for_gates_at(TriangleId triangle, F f) const {
    if (!is_on()) return;
    for (WalkNodeId n = gates_[triangle]; n != none; n = nodes_[n].next) {
      const Walk& walk = walks_[nodes_[n].walk];
      if (walk.serial == nodes_[n].serial) f(walk.corner(), walk.width);
    }
  }

  // The gates charged to both turns of a portal e inside e's triangle: the width that they leave
  // to discs that come in by e and want to go on; of the narrower ones at the wider turn, the
  // corner that it starts from (as in for_gates_at). Infinity, none: a turn is free of charges.
  struct Shut {
    double width;
    HalfEdgeId corner;
  };
  Shut shut(HalfEdgeId e) const;

  // Whether the edge is a gate on a busy wall, from a corner to the vertex at its foot.
  bool is_foot(HalfEdgeId edge) const;

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
    Index from, to;        // see below
    std::uint32_t serial;  // grows when the walk ends: its nodes are stale then
    ChargeId charges;      // list in charges_; of a reason: the reasons that depend on its vertex
    double width;          // of the gate, or one of these
    static constexpr double nothing = -1, reason = -2, busy = -3;
    bool is_gate() const { return width >= 0; }
    bool is_look() const { return width >= nothing; }
    bool is_reason() const { return width == reason; }
    bool is_busy() const { return width == busy; }
    HalfEdgeId corner() const { return HalfEdgeId(from); }     // of a look: starts there
    HalfEdgeId wall() const { return HalfEdgeId(to); }         // of a gate
    VertexId corner_vertex() const { return VertexId(from); }  // of a busy one
    VertexId vertex() const { return VertexId(to); }  // of a reason or a busy one: at the foot
  };
  struct Node {
    WalkId walk;
    std::uint32_t serial;
    WalkNodeId next;
  };
  struct Charge {
    Index to;
    ChargeId next;
    HalfEdgeId turn() const { return HalfEdgeId(to); }
    WalkId reason() const { return WalkId(to); }  // in the list of a reason
  };
  friend class ClearanceRepair;

  static std::uint64_t pair_of(VertexId a, VertexId b) {
    return std::uint64_t{a.number()} << 32 | b.number();
  }
  WalkId new_walk(Index from, Index to = none, double kind = Walk::nothing);
  WalkId new_foot(VertexId corner, VertexId vertex);
  void end_walk(WalkId walk);
  void note(TriangleId triangle, WalkId walk);
  void charge(WalkId walk, Index to);
  void measure(const Triangulation& triangulation, TriangleId triangle);
  void measure(const Triangulation& triangulation);  // all
  template <class F>
  void measure_turns(const Triangulation& triangulation, TriangleId triangle, F side);
  void apply_charges(const Walk& walk, TriangleId triangle);  // none: to all triangles

  struct FootKey {  // pair_of(corner, foot)
    std::uint64_t key = ~std::uint64_t{0};
  };

  double limit_;
  const Triangulation* plain_ = nullptr;
  JournaledArray<double> around_;
  // Per triangle, heads of lists in nodes_: the walks that read it. Gates have a list of their own:
  // thousands of looks that found nothing may have read a triangle of a large fan.
  JournaledArray<WalkNodeId, TriangleId> gates_, lists_;
  JournaledArray<std::uint8_t, TriangleId>
      looks_;  // per triangle: from which of its corners there is a look
  JournaledArray<Walk, WalkId> walks_;
  JournaledArray<Node, WalkNodeId> nodes_;
  JournaledArray<Charge, ChargeId> charges_;
  JournaledArray<WalkId> free_walks_;
  std::vector<TriangleId> measured_;
  JournaledTable<FootKey> feet_;  // gates on busy walls
  Journaled<WalkNodeId> free_node_{none};
  Journaled<ChargeId> free_charge_{none};
  Journaled<bool> has_ended_{false};  // any walk: there may be stale nodes
};

}  // namespace clearway
