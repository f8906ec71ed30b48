// Which input segments run along which edge of the mesh. Keyed by the edge's two vertices, so that
// flips elsewhere never move an entry. An edge is constrained while it has owners.
//
// Ownership is counted modulo 2: a segment inserted twice along an edge is absent. Even-odd cover
// needs this, and it makes insertion and removal one operation.
//
// The owners of an edge form a treap ordered by segment (Seidel and Aragon 1996), with a hash of
// the segment as priority: an operation on an edge with k owners costs O(log k) expected, unless it
// lists them. Any number of identical obstacles may lie on one edge.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/base/journaled.hpp"
#include "clearway/base/journaled_table.hpp"
#include "clearway/mesh/mesh.hpp"

namespace clearway {

using SegmentId = Index;  // corner from which the segment starts (chains.hpp)

class EdgeOwners {
 public:
  // Adds the segment to edge ab, or takes it away when it is there. Returns whether the
  // edge has owners afterwards.
  bool toggle(Index a, Index b, SegmentId s);
  bool has(Index a, Index b, SegmentId s) const;
  // Ascending list of owners; empty for an edge without.
  std::vector<SegmentId> list(Index a, Index b) const;
  // Least owner of an edge that has one.
  SegmentId first(Index a, Index b) const;
  // The owners of ab become the owners of am and mb, which had none.
  void split(Index a, Index b, Index m);
  // Number of owners of ab among the segments [from, from + count).
  Index count(Index a, Index b, SegmentId from, Index count) const;

  void reserve(std::size_t edges);
  std::size_t edges() const { return table_.size(); }
  std::size_t entries() const { return entries_; }
  std::size_t bytes() const { return table_.bytes() + nodes_.bytes(); }
  // Calls f(a, b, segment) for every entry.
  template <class F>
  void for_each(F f) const {
    table_.for_each([&](const Edge& edge) {
      for_owners(edge.root, [&](SegmentId s) {
        f(static_cast<Index>(edge.key >> 32), static_cast<Index>(edge.key), s);
      });
    });
  }

  template <class F>
  void for_journaled(F f) {
    f(table_), f(nodes_), f(free_node_), f(entries_);
  }

 private:
  struct Node {
    SegmentId segment;
    Index left, right;  // owners before and after it; of a free node, left is the next free one
  };
  struct Edge {
    std::uint64_t key = ~std::uint64_t{0};
    Index root = none;
  };
  static std::uint64_t key_of(Index a, Index b) {
    return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
  }
  // One to one, and without the order of its argument.
  static std::uint32_t priority(SegmentId s) {
    s = (s ^ s >> 16) * 0x7feb352du;
    s = (s ^ s >> 15) * 0x846ca68bu;
    return s ^ s >> 16;
  }
  Index root(Index a, Index b) const {
    const Edge* edge = table_.find(key_of(a, b));
    return edge ? edge->root : none;
  }
  bool contains(Index root, SegmentId s) const;
  Index insert(Index root, Index node);
  Index erase(Index root, SegmentId s);
  Index merge(Index left, Index right);
  Index copy(Index root);
  void divide(Index root, SegmentId s, Index& left, Index& right);
  // In ascending order. The depth of the recursion is that of the treap.
  template <class F>
  void for_owners(Index n, F&& f) const {
    if (n == none) return;
    for_owners(nodes_[n].left, f);
    f(nodes_[n].segment);
    for_owners(nodes_[n].right, f);
  }
  Index count_in(Index n, SegmentId from, SegmentId end) const;
  Index new_node(SegmentId s);
  void free_node(Index n);

  JournaledTable<Edge> table_;
  JournaledArray<Node> nodes_;
  Journaled<Index> free_node_{none};
  Journaled<std::size_t> entries_{0};
};

}  // namespace clearway
