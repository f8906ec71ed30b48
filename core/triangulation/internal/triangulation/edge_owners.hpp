// The owners of each constrained edge: the input segments that run along it. Entries are keyed by
// the two vertices of the edge, so that flips do not move them. An edge is constrained while it has
// owners.
//
// Ownership is counted modulo 2: a segment inserted twice along an edge does not own it. Even-odd
// cover needs this, and it makes insertion and removal the same operation.
//
// The owners of an edge form a treap ordered by segment (Seidel and Aragon 1996), with a hash of
// the segment as priority. An operation on an edge with k owners takes O(log k) expected time,
// unless it lists them. Hence any number of identical obstacles may lie on one edge.
#pragma once

#include <cstdint>
#include <vector>

#include "base/journaled_table.hpp"
#include "clearway/base/detail/journaled.hpp"
#include "clearway/mesh/mesh.hpp"
#include "triangulation/ids.hpp"

namespace clearway {

class EdgeOwners {
 public:
  // Adds the segment to the owners of edge ab, or removes it if it is one. Returns whether the edge
  // has owners afterwards.
  bool toggle(VertexId a, VertexId b, SegmentId s);
  bool has(VertexId a, VertexId b, SegmentId s) const;
  // The owners in ascending order; empty for an unconstrained edge.
  std::vector<SegmentId> list(VertexId a, VertexId b) const;
  // The smallest owner. The edge must have one.
  SegmentId first(VertexId a, VertexId b) const;
  // Moves the owners of ab to am and to mb, which must have none.
  void split(VertexId a, VertexId b, VertexId m);
  // The number of owners of ab among the segments [from, from + count).
  Index count(VertexId a, VertexId b, SegmentId from, Index count) const;

  void reserve(std::size_t edges);
  std::size_t edges() const { return table_.size(); }
  std::size_t entries() const { return entries_; }
  std::size_t bytes() const { return table_.bytes() + nodes_.bytes(); }
  // Calls f(a, b, segment) for every entry.
  template <class F>
  void for_each(F f) const {
    table_.for_each([&](const Edge& edge) {
      for_owners(edge.root,
                 [&](SegmentId s) { f(VertexId(edge.key >> 32), VertexId(edge.key), s); });
    });
  }

  template <class F>
  void for_journaled(F f) {
    f(table_), f(nodes_), f(free_node_), f(entries_);
  }

 private:
  struct Node {
    SegmentId segment;
    OwnerId left, right;  // children in the treap; in a free node, left is the next free node
  };
  struct Edge {
    std::uint64_t key = ~std::uint64_t{0};
    OwnerId root = none;
  };
  static std::uint64_t key_of(VertexId a, VertexId b) {
    const Index i = a.number(), j = b.number();
    return i < j ? std::uint64_t{i} << 32 | j : std::uint64_t{j} << 32 | i;
  }
  // A bijective hash, so that priorities are distinct and do not follow the order of segments.
  static std::uint32_t priority(SegmentId segment) {
    std::uint32_t s = segment.number();
    s = (s ^ s >> 16) * 0x7feb352du;
    s = (s ^ s >> 15) * 0x846ca68bu;
    return s ^ s >> 16;
  }
  OwnerId root(VertexId a, VertexId b) const {
    const Edge* edge = table_.find(key_of(a, b));
    return edge ? edge->root : none;
  }
  bool contains(OwnerId root, SegmentId s) const;
  OwnerId insert(OwnerId root, OwnerId node);
  OwnerId erase(OwnerId root, SegmentId s);
  OwnerId merge(OwnerId left, OwnerId right);
  OwnerId copy(OwnerId root);
  void divide(OwnerId root, SegmentId s, OwnerId& left, OwnerId& right);
  // Calls f(segment) in ascending order. The recursion is as deep as the treap.
  template <class F>
  void for_owners(OwnerId n, F&& f) const {
    if (n == none) return;
    for_owners(nodes_[n].left, f);
    f(nodes_[n].segment);
    for_owners(nodes_[n].right, f);
  }
  Index count_in(OwnerId n, SegmentId from, SegmentId end) const;
  OwnerId new_node(SegmentId s);
  void free_node(OwnerId n);

  JournaledTable<Edge> table_;
  JournaledArray<Node, OwnerId> nodes_;
  Journaled<OwnerId> free_node_{none};
  Journaled<std::size_t> entries_{0};
};

}  // namespace clearway
