// The searches that the clearance layer depends on, noted in every triangle that they have read.
// Everything here can be rolled back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/journaled_table.hpp"
#include "clearance/recorded_search.hpp"
#include "clearway/base/detail/journaled.hpp"

namespace clearway {

using RecordId = Id<struct RecordTag>;
using RecordNodeId = Id<struct RecordNodeTag>;  // a node of a list of records
using ChargeId = Id<struct ChargeTag>;

// Two vertices as a key of tables.
inline std::uint64_t pair_of(VertexId a, VertexId b) {
  return std::uint64_t{a.number()} << 32 | b.number();
}

class SearchRecords {
 public:
  // Makes room for this many triangles.
  void resize(std::size_t triangles);
  std::size_t bytes() const;

  const RecordedSearch& operator[](RecordId record) const { return records_[record].search; }
  RecordId add(const RecordedSearch& search);
  // Sets the vertex of a reason.
  void set_vertex(RecordId reason, VertexId vertex);
  void end(RecordId record);
  // Notes that the search has read the triangle.
  void note(TriangleId triangle, RecordId record);

  // Charges a turn with the width of a gate (sleeve.hpp).
  void charge(RecordId gate, HalfEdgeId turn) { add_charge(gate, Charge(turn)); }
  template <class F>
  void for_each_charge(RecordId gate, F f) const {
    for_each_charge(records_[gate], [&](const Charge& charge) { f(charge.turn); });
  }
  // The reasons that depend on the vertex of a reason.
  void add_dependent(RecordId reason, RecordId other) { add_charge(reason, Charge(other)); }
  template <class F>
  void for_each_dependent(RecordId reason, F f) const {
    for_each_charge(records_[reason], [&](const Charge& charge) { f(charge.reason); });
  }

  // Whether a look from the corner is recorded.
  bool is_recorded(HalfEdgeId corner) const {
    return recorded_corners_[Mesh::triangle_of(corner)] >> Mesh::side_of(corner) & 1;
  }
  // The recorded look from the corner that found no gate, or none.
  RecordId find_look(HalfEdgeId corner) const;
  // Whether the edge joins a corner to the vertex at its foot on a busy wall, and is a known gate.
  bool is_foot(const Mesh& mesh, HalfEdgeId edge) const;

  // Calls f(record) for the gates whose search has read the triangle.
  template <class F>
  void for_each_gate(TriangleId triangle, F f) const {
    for_each(gates_[triangle], f);
  }
  // The same for all other searches. f may end records.
  template <class F>
  void for_each_other(TriangleId triangle, F f) const {
    for_each(others_[triangle], f);
  }
  IdRange<RecordId> ids() const { return records_.ids(); }

  // Removes all notes of a triangle and calls f(record) for each search that had not ended. f may
  // end records. Appends nodes to `unused`, which the caller must free afterwards.
  template <class F>
  void take_off(TriangleId triangle, std::vector<RecordNodeId>& unused, F f) {
    for (Lists* lists : {&others_, &gates_}) {
      RecordNodeId n = (*lists)[triangle];
      if (n != none) lists->edit(triangle) = none;
      while (n != none) {
        const Node& node = nodes_[n];
        const RecordId record = node.record;
        const bool is_live = records_[record].serial == node.serial;
        unused.push_back(std::exchange(n, node.next));
        if (is_live) f(record);
      }
    }
  }
  // Clears `unused`.
  void free(std::vector<RecordNodeId>& unused);

  template <class F>
  void for_journaled(F f) {
    f(others_), f(gates_), f(recorded_corners_), f(records_), f(nodes_), f(charges_),
        f(free_records_), f(feet_), f(free_node_), f(free_charge_), f(has_ended_);
  }

 private:
  struct Record {
    RecordedSearch search;
    std::uint32_t serial;  // incremented when the record ends, which makes its nodes stale
    ChargeId charges;      // for a reason: the reasons that depend on its vertex
  };
  struct Node {
    RecordId record;
    std::uint32_t serial;
    RecordNodeId next;
  };
  struct Charge {
    Charge() = default;
    explicit Charge(HalfEdgeId charged) : turn(charged) {}
    explicit Charge(RecordId dependent) : reason(dependent) {}
    union {
      HalfEdgeId turn;  // of a gate
      RecordId reason;  // of a reason
    };
    ChargeId next = none;
  };
  struct FootKey {
    std::uint64_t key = ~std::uint64_t{0};  // pair_of(corner, foot)
  };
  using Lists = JournaledArray<RecordNodeId, TriangleId>;

  void add_charge(RecordId record, Charge charge);
  template <class F>
  void for_each(RecordNodeId n, F f) const {
    for (; n != none; n = nodes_[n].next)
      if (records_[nodes_[n].record].serial == nodes_[n].serial) f(nodes_[n].record);
  }
  template <class F>
  void for_each_charge(const Record& record, F f) const {
    for (ChargeId c = record.charges; c != none; c = charges_[c].next) f(charges_[c]);
  }

  // Per triangle, the heads of two lists in nodes_: the records that read it. Gates have their own
  // list, because thousands of looks that found nothing may have read a triangle of a large fan.
  Lists gates_, others_;
  // Per triangle, a bit for each corner from which a look is recorded.
  JournaledArray<std::uint8_t, TriangleId> recorded_corners_;
  JournaledArray<Record, RecordId> records_;
  JournaledArray<Node, RecordNodeId> nodes_;
  JournaledArray<Charge, ChargeId> charges_;
  JournaledArray<RecordId> free_records_;
  JournaledTable<FootKey> feet_;  // gates on busy walls
  Journaled<RecordNodeId> free_node_{none};
  Journaled<ChargeId> free_charge_{none};
  Journaled<bool> has_ended_{false};  // a record has ended: there may be stale nodes
};

}  // namespace clearway
