// Which input segments run along which edge of the mesh. Keyed by the edge's two vertices,
// so that flips elsewhere never move an entry. An edge is constrained while it has owners.
//
// Ownership is counted modulo 2: a segment laid twice along an edge is not there. That is
// what even-odd cover needs, and what makes laying and withdrawing one operation.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

using SegmentId = Index;  // corner from which the segment starts (chains.hpp)

class EdgeOwners {
 public:
  struct Node {
    SegmentId segment;
    Index next;
  };

  // Adds the segment to edge ab, or takes it away when it is there. Returns whether the
  // edge has owners afterwards.
  bool toggle(Index a, Index b, SegmentId s);
  bool has(Index a, Index b, SegmentId s) const;
  // Ascending list of owners; empty for an edge without.
  std::vector<SegmentId> list(Index a, Index b) const;
  SegmentId first(Index a, Index b) const { return nodes_[head(a, b)].segment; }
  // The owners of ab become the owners of am and mb, which had none.
  void split(Index a, Index b, Index m);
  // Number of owners of ab among the segments [from, from + count).
  Index count(Index a, Index b, SegmentId from, Index count) const;

  void reserve(std::size_t edges);
  std::size_t edges() const { return used_; }
  std::size_t entries() const { return entries_; }
  std::size_t memory() const {
    return table_.capacity() * sizeof(Slot) + nodes_.capacity() * sizeof(Node);
  }
  // Calls f(a, b, segment) for every entry.
  template <class F>
  void for_each(F f) const {
    for (const Slot& s : table_)
      if (s.key != empty)
        for (Index n = s.head; n != none; n = nodes_[n].next)
          f(static_cast<Index>(s.key >> 32), static_cast<Index>(s.key), nodes_[n].segment);
  }

 private:
  struct Slot {
    std::uint64_t key = empty;
    Index head = none;
  };
  static constexpr std::uint64_t empty = ~std::uint64_t{0};
  static std::uint64_t key_of(Index a, Index b) {
    return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
  }
  std::size_t home(std::uint64_t key) const { return (key * 0x9e3779b97f4a7c15u) >> shift_; }
  std::size_t find(std::uint64_t key) const;  // slot of the key, or the empty slot for it
  Index head(Index a, Index b) const {
    return table_.empty() ? none : table_[find(key_of(a, b))].head;
  }
  void grow(std::size_t slots);
  void erase(std::size_t slot);
  Index new_node(SegmentId s, Index next);
  void free_node(Index n);

  std::vector<Slot> table_;
  std::vector<Node> nodes_;
  Index free_node_ = none;
  std::size_t used_ = 0, entries_ = 0;
  int shift_ = 64;
};

}  // namespace clearway
