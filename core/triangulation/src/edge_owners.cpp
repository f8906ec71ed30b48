#include "triangulation/edge_owners.hpp"

namespace clearway {

void EdgeOwners::reserve(std::size_t edges) {
  table_.reserve(edges);
  nodes_.reserve(edges + edges / 32);  // edges are split later
}

Index EdgeOwners::new_node(SegmentId s) {
  Index n = free_node_;
  if (n == none) {
    n = static_cast<Index>(nodes_.size());
    nodes_.push_back({s, none, none});
  } else {
    Node& node = nodes_.edit(n);
    free_node_ = node.left;
    node = {s, none, none};
  }
  ++entries_;
  return n;
}

void EdgeOwners::free_node(Index n) {
  nodes_.edit(n) = {none, free_node_, none};
  free_node_ = n;
  --entries_;
}

// --- treaps ------------------------------------------------------------------

bool EdgeOwners::contains(Index n, SegmentId s) const {
  while (n != none && nodes_[n].segment != s)
    n = s < nodes_[n].segment ? nodes_[n].left : nodes_[n].right;
  return n != none;
}

// Into the owners before s and those after it; s is not among them.
void EdgeOwners::divide(Index n, SegmentId s, Index& left, Index& right) {
  if (n == none) {
    left = right = none;
    return;
  }
  Index near, far;
  if (nodes_[n].segment < s) {
    divide(nodes_[n].right, s, near, far);
    nodes_.edit(n).right = near;
    left = n, right = far;
  } else {
    divide(nodes_[n].left, s, near, far);
    nodes_.edit(n).left = far;
    left = near, right = n;
  }
}

Index EdgeOwners::insert(Index n, Index node) {
  const SegmentId s = nodes_[node].segment;
  if (n == none) return node;
  if (priority(s) > priority(nodes_[n].segment)) {
    Index left, right;
    divide(n, s, left, right);
    Node& root = nodes_.edit(node);
    root.left = left, root.right = right;
    return node;
  }
  if (s < nodes_[n].segment) {
    const Index left = insert(nodes_[n].left, node);
    nodes_.edit(n).left = left;
  } else {
    const Index right = insert(nodes_[n].right, node);
    nodes_.edit(n).right = right;
  }
  return n;
}

// All of `left` come before all of `right`.
Index EdgeOwners::merge(Index left, Index right) {
  if (left == none) return right;
  if (right == none) return left;
  if (priority(nodes_[left].segment) > priority(nodes_[right].segment)) {
    const Index below = merge(nodes_[left].right, right);
    nodes_.edit(left).right = below;
    return left;
  }
  const Index below = merge(left, nodes_[right].left);
  nodes_.edit(right).left = below;
  return right;
}

Index EdgeOwners::erase(Index n, SegmentId s) {
  if (nodes_[n].segment == s) {
    const Index rest = merge(nodes_[n].left, nodes_[n].right);
    free_node(n);
    return rest;
  }
  if (s < nodes_[n].segment) {
    const Index left = erase(nodes_[n].left, s);
    nodes_.edit(n).left = left;
  } else {
    const Index right = erase(nodes_[n].right, s);
    nodes_.edit(n).right = right;
  }
  return n;
}

Index EdgeOwners::count_in(Index n, SegmentId from, SegmentId end) const {
  if (n == none) return 0;
  const SegmentId s = nodes_[n].segment;
  if (s < from) return count_in(nodes_[n].right, from, end);
  if (s >= end) return count_in(nodes_[n].left, from, end);
  return 1 + count_in(nodes_[n].left, from, end) + count_in(nodes_[n].right, from, end);
}

// --- edges -------------------------------------------------------------------

bool EdgeOwners::toggle(Index a, Index b, SegmentId s) {
  const std::uint64_t key = key_of(a, b);
  const Index old = root(a, b);
  if (old == none) {
    const Index node = new_node(s);
    table_.insert(key).root = node;
    return true;
  }
  const Index fresh = contains(old, s) ? erase(old, s) : insert(old, new_node(s));
  if (fresh == none) {
    table_.erase(key);
    return false;
  }
  if (fresh != old) table_.edit(key).root = fresh;
  return true;
}

bool EdgeOwners::has(Index a, Index b, SegmentId s) const { return contains(root(a, b), s); }

std::vector<SegmentId> EdgeOwners::list(Index a, Index b) const {
  std::vector<SegmentId> out;
  for_owners(root(a, b), [&](SegmentId s) { out.push_back(s); });
  return out;
}

SegmentId EdgeOwners::first(Index a, Index b) const {
  Index n = root(a, b);
  while (nodes_[n].left != none) n = nodes_[n].left;
  return nodes_[n].segment;
}

Index EdgeOwners::copy(Index n) {
  if (n == none) return none;
  const Index left = copy(nodes_[n].left), right = copy(nodes_[n].right);
  const Index out = new_node(nodes_[n].segment);
  Node& node = nodes_.edit(out);
  node.left = left, node.right = right;
  return out;
}

void EdgeOwners::split(Index a, Index b, Index m) {
  const Index whole = root(a, b), twin = copy(whole);
  table_.erase(key_of(a, b));
  table_.insert(key_of(a, m)).root = whole;
  table_.insert(key_of(m, b)).root = twin;
}

Index EdgeOwners::count(Index a, Index b, SegmentId from, Index count) const {
  return count_in(root(a, b), from, from + count);
}

}  // namespace clearway
