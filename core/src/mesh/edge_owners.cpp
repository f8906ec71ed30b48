#include "clearway/mesh/edge_owners.hpp"

#include <algorithm>
#include <bit>

namespace clearway {

std::size_t EdgeOwners::find(std::uint64_t key) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t i = home(key);
  while (table_[i].key != empty && table_[i].key != key) i = (i + 1) & mask;
  return i;
}

void EdgeOwners::grow(std::size_t slots) {
  std::vector<Slot> old(slots);
  old.swap(table_);
  shift_ = 64 - std::countr_zero(slots);
  for (const Slot& s : old)
    if (s.key != empty) table_[find(s.key)] = s;
}

void EdgeOwners::reserve(std::size_t edges) {
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(16, 2 * edges));
  if (slots > table_.size()) grow(slots);
  nodes_.reserve(edges + edges / 32);  // edges are split later
}

// Linear probing without tombstones: entries behind the gap move up when they may.
void EdgeOwners::erase(std::size_t gap) {
  const std::size_t mask = table_.size() - 1;
  --used_;
  for (std::size_t i = (gap + 1) & mask; table_[i].key != empty; i = (i + 1) & mask) {
    const std::size_t wanted = home(table_[i].key);
    if (((i - wanted) & mask) >= ((i - gap) & mask)) {
      table_[gap] = table_[i];
      gap = i;
    }
  }
  table_[gap] = Slot{};
}

Index EdgeOwners::new_node(SegmentId s, Index next) {
  ++entries_;
  if (free_node_ == none) {
    nodes_.push_back({s, next});
    return static_cast<Index>(nodes_.size() - 1);
  }
  const Index n = free_node_;
  free_node_ = nodes_[n].next;
  nodes_[n] = {s, next};
  return n;
}

void EdgeOwners::free_node(Index n) {
  --entries_;
  nodes_[n] = {none, free_node_};
  free_node_ = n;
}

bool EdgeOwners::toggle(Index a, Index b, SegmentId s) {
  if (2 * (used_ + 1) > table_.size()) grow(std::max<std::size_t>(16, 2 * table_.size()));
  const std::uint64_t key = key_of(a, b);
  const std::size_t slot = find(key);
  if (table_[slot].key == empty) {
    ++used_;
    table_[slot] = {key, new_node(s, none)};
    return true;
  }
  Index before = none, at = table_[slot].head;
  while (at != none && nodes_[at].segment < s) {
    before = at;
    at = nodes_[at].next;
  }
  Index link;
  if (at != none && nodes_[at].segment == s) {
    link = nodes_[at].next;
    free_node(at);
  } else {
    link = new_node(s, at);
  }
  (before == none ? table_[slot].head : nodes_[before].next) = link;
  if (table_[slot].head != none) return true;
  erase(slot);
  return false;
}

bool EdgeOwners::has(Index a, Index b, SegmentId s) const {
  for (Index n = head(a, b); n != none; n = nodes_[n].next)
    if (nodes_[n].segment == s) return true;
  return false;
}

std::vector<SegmentId> EdgeOwners::list(Index a, Index b) const {
  std::vector<SegmentId> out;
  for (Index n = head(a, b); n != none; n = nodes_[n].next) out.push_back(nodes_[n].segment);
  return out;
}

void EdgeOwners::split(Index a, Index b, Index m) {
  for (const SegmentId s : list(a, b)) {
    toggle(a, b, s);
    toggle(a, m, s);
    toggle(m, b, s);
  }
}

Index EdgeOwners::count(Index a, Index b, SegmentId from, Index count) const {
  Index k = 0;
  for (Index n = head(a, b); n != none; n = nodes_[n].next) k += nodes_[n].segment - from < count;
  return k;
}

}  // namespace clearway
