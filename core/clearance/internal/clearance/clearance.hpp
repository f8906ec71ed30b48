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

#include <cstdint>
#include <vector>

#include "base/journaled_table.hpp"
#include "clearance/sleeve.hpp"
#include "clearway/base/detail/journaled.hpp"

namespace clearway {

class Triangulation;

using RecordId = Id<struct RecordTag>;
using RecordNodeId = Id<struct RecordNodeTag>;  // a node of a list of records
using ChargeId = Id<struct ChargeTag>;

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
  // With the layer off: own_turn_width().
  double turn_width(HalfEdgeId e) const {
    return is_on() ? turn_widths_[Mesh::side_index(e)] : own_turn_width(*plain_, e);
  }

  // The turn width of the triangle alone, without charges.
  static double own_turn_width(const Triangulation& triangulation, HalfEdgeId e);
  // The width of an unconstrained edge: its length, or, if it joins a corner to its own foot, the
  // distance of that corner from the wall. Rounded down.
  static double width(const Triangulation& triangulation, HalfEdgeId e);
  // Whether width() > limit; faster than computing it.
  static bool is_wider(const Triangulation& triangulation, HalfEdgeId e, double limit);
  // The height of e's triangle over the constrained side e; infinity if the foot is not inside e.
  static double height(const Triangulation& triangulation, HalfEdgeId e);

  // Calls f(corner, width) for every gate whose sleeve has more than one triangle and includes this
  // one. SleeveFinder::find gives the sleeve.
  template <class F>
  void for_gates_at(TriangleId triangle, F f) const {
    if (!is_on()) return;
    for (RecordNodeId n = gates_[triangle]; n != none; n = nodes_[n].next) {
      const RecordedSearch& record = records_[nodes_[n].record];
      if (record.serial == nodes_[n].serial) f(record.corner(), record.width);
    }
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

  // Whether the edge is a known gate on a busy wall, from a corner to the vertex at its foot.
  bool is_foot(HalfEdgeId edge) const;

  // Recomputes everything and compares. Throws InternalError if something differs.
  void validate(const Triangulation& triangulation) const;
  std::size_t bytes() const;

  template <class F>
  void for_journaled(F f) {
    f(turn_widths_), f(lists_), f(gates_), f(recorded_corners_), f(records_), f(nodes_),
        f(charges_), f(free_records_);
    f(feet_), f(free_node_), f(free_charge_), f(has_ended_);
  }

 private:
  // A search of the mesh that must be repeated when one of the triangles that it read changes.
  // There are three kinds: a look for a gate from a corner, the reason for a refinement vertex, and
  // a gate whose foot is a vertex of a busy wall. Looks that found nothing and read at most three
  // triangles are not recorded: corners this close to a changed triangle are always searched again.
  struct RecordedSearch {
    Index from, to;        // see the accessors
    std::uint32_t serial;  // incremented when the record ends, which makes its nodes stale
    ChargeId charges;      // list in charges_; for a reason: the reasons that depend on its vertex
    double width;          // the width of the gate, or one of these
    static constexpr double nothing = -1, reason = -2, busy = -3;
    bool is_gate() const { return width >= 0; }
    bool is_look() const { return width >= nothing; }
    bool is_reason() const { return width == reason; }
    bool is_busy() const { return width == busy; }
    HalfEdgeId corner() const { return HalfEdgeId(from); }     // look: starts at the corner
    HalfEdgeId wall() const { return HalfEdgeId(to); }         // gate
    VertexId corner_vertex() const { return VertexId(from); }  // busy
    VertexId vertex() const { return VertexId(to); }           // reason or busy: at the foot
  };
  struct Node {
    RecordId record;
    std::uint32_t serial;
    RecordNodeId next;
  };
  struct Charge {
    Index to;
    ChargeId next;
    HalfEdgeId turn() const { return HalfEdgeId(to); }
    RecordId reason() const { return RecordId(to); }  // if the list belongs to a reason
  };
  friend class ClearanceRepair;
  friend class WallFeet;

  static std::uint64_t pair_of(VertexId a, VertexId b) {
    return std::uint64_t{a.number()} << 32 | b.number();
  }
  RecordId new_record(Index from, Index to = none, double kind = RecordedSearch::nothing);
  RecordId new_foot(VertexId corner, VertexId vertex);
  void end_record(RecordId record);
  void note(TriangleId triangle, RecordId record);
  void charge(RecordId record, Index to);
  void measure(const Triangulation& triangulation, TriangleId triangle);
  void measure(const Triangulation& triangulation);  // all
  template <class F>
  void measure_turns(const Triangulation& triangulation, TriangleId triangle, F side);
  void apply_charges(const RecordedSearch& record, TriangleId triangle);  // none: in all triangles

  struct FootKey {  // pair_of(corner, foot)
    std::uint64_t key = ~std::uint64_t{0};
  };

  double limit_;
  const Triangulation* plain_ = nullptr;
  JournaledArray<double> turn_widths_;
  // Per triangle, the heads of two lists in nodes_: the records that read it. Gates have their own
  // list, because thousands of looks that found nothing may have read a triangle of a large fan.
  JournaledArray<RecordNodeId, TriangleId> gates_, lists_;
  // Per triangle, a bit for each corner from which a look is recorded.
  JournaledArray<std::uint8_t, TriangleId> recorded_corners_;
  JournaledArray<RecordedSearch, RecordId> records_;
  JournaledArray<Node, RecordNodeId> nodes_;
  JournaledArray<Charge, ChargeId> charges_;
  JournaledArray<RecordId> free_records_;
  std::vector<TriangleId> measured_;
  JournaledTable<FootKey> feet_;  // gates on busy walls
  Journaled<RecordNodeId> free_node_{none};
  Journaled<ChargeId> free_charge_{none};
  Journaled<bool> has_ended_{false};  // a record has ended: there may be stale nodes
};

}  // namespace clearway
