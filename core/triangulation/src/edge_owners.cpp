#include "triangulation/edge_owners.hpp"

namespace clearway {

void EdgeOwners::reserve(std::size_t edges) {
  table_.reserve(edges);
  nodes_.reserve(edges + edges / 32);  // splits of edges will add entries
}

OwnerId EdgeOwners::new_node(SegmentId s) {
  OwnerId n = free_node_;
  if (n == none) {
    n = static_cast<OwnerId>(nodes_.size());
    nodes_.push_back({s, none, none});
  } else {
    Node& node = nodes_.edit(n);
    free_node_ = node.left;
    node = {s, none, none};
  }
  ++entries_;
  return n;
}

void EdgeOwners::free_node(OwnerId n) {
  nodes_.edit(n) = {none, free_node_, none};
  free_node_ = n;
  --entries_;
}

// --- treaps ------------------------------------------------------------------

bool EdgeOwners::contains(OwnerId n, SegmentId s) const {
  while (n != none && nodes_[n].segment != s)
    n = s < nodes_[n].segment ? nodes_[n].left : nodes_[n].right;
  return n != none;
}

// Splits a treap into the owners before s and those after it. s must not be an owner.
void EdgeOwners::divide(OwnerId n, SegmentId s, OwnerId& left, OwnerId& right) {
  if (n == none) {
    left = right = none;
    return;
  }
  OwnerId near, far;
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

OwnerId EdgeOwners::insert(OwnerId n, OwnerId node) {
  const SegmentId s = nodes_[node].segment;
  if (n == none) return node;
  if (priority(s) > priority(nodes_[n].segment)) {
    OwnerId left, right;
    divide(n, s, left, right);
    Node& root = nodes_.edit(node);
    root.left = left, root.right = right;
    return node;
  }
  if (s < nodes_[n].segment) {
    const OwnerId left = insert(nodes_[n].left, node);
    nodes_.edit(n).left = left;
  } else {
    const OwnerId right = insert(nodes_[n].right, node);
    nodes_.edit(n).right = right;
  }
  return n;
}

// Merges two treaps. All owners in `left` must come before all in `right`.
OwnerId EdgeOwners::merge(OwnerId left, OwnerId right) {
  if (left == none) return right;
  if (right == none) return left;
  if (priority(nodes_[left].segment) > priority(nodes_[right].segment)) {
    const OwnerId below = merge(nodes_[left].right, right);
    nodes_.edit(left).right = below;
    return left;
  }
  const OwnerId below = merge(left, nodes_[right].left);
  nodes_.edit(right).left = below;
  return right;
}

OwnerId EdgeOwners::erase(OwnerId n, SegmentId s) {
  if (nodes_[n].segment == s) {
    const OwnerId rest = merge(nodes_[n].left, nodes_[n].right);
    free_node(n);
    return rest;
  }
  if (s < nodes_[n].segment) {
    const OwnerId left = erase(nodes_[n].left, s);
    nodes_.edit(n).left = left;
  } else {
    const OwnerId right = erase(nodes_[n].right, s);
    nodes_.edit(n).right = right;
  }
  return n;
}

Index EdgeOwners::count_in(OwnerId n, SegmentId from, SegmentId end) const {
  if (n == none) return 0;
  const SegmentId s = nodes_[n].segment;
  if (s < from) return count_in(nodes_[n].right, from, end);
  if (s >= end) return count_in(nodes_[n].left, from, end);
  return 1 + count_in(nodes_[n].left, from, end) + count_in(nodes_[n].right, from, end);
}

// --- edges -------------------------------------------------------------------

bool EdgeOwners::toggle(VertexId a, VertexId b, SegmentId s) {
  const std::uint64_t key = key_of(a, b);
  const OwnerId old = root(a, b);
  if (old == none) {
    const OwnerId node = new_node(s);
    table_.insert(key).root = node;
    return true;
  }
  const OwnerId fresh = contains(old, s) ? erase(old, s) : insert(old, new_node(s));
  if (fresh == none) {
    table_.erase(key);
    return false;
  }
  if (fresh != old) table_.edit(key).root = fresh;
  return true;
}

bool EdgeOwners::has(VertexId a, VertexId b, SegmentId s) const { return contains(root(a, b), s); }

std::vector<SegmentId> EdgeOwners::list(VertexId a, VertexId b) const {
  std::vector<SegmentId> out;
  for_owners(root(a, b), [&](SegmentId s) { out.push_back(s); });
  return out;
}

SegmentId EdgeOwners::first(VertexId a, VertexId b) const {
  OwnerId n = root(a, b);
  while (nodes_[n].left != none) n = nodes_[n].left;
  return nodes_[n].segment;
}

OwnerId EdgeOwners::copy(OwnerId n) {
  if (n == none) return none;
  const OwnerId left = copy(nodes_[n].left), right = copy(nodes_[n].right);
  const OwnerId out = new_node(nodes_[n].segment);
  Node& node = nodes_.edit(out);
  node.left = left, node.right = right;
  return out;
}

void EdgeOwners::split(VertexId a, VertexId b, VertexId m) {
  const OwnerId whole = root(a, b), twin = copy(whole);
  table_.erase(key_of(a, b));
  table_.insert(key_of(a, m)).root = whole;
  table_.insert(key_of(m, b)).root = twin;
}

Index EdgeOwners::count(VertexId a, VertexId b, SegmentId from, Index count) const {
  return count_in(root(a, b), from, SegmentId(from.number() + count));
}

}  // namespace clearway
