#include "grid/queues.hpp"

#include <utility>

#include "clearway/base/interrupt.hpp"

namespace clearway {

void UnsortedList::push(std::uint32_t item, double key) {
  at_.reserve(item);
  if (at_[item] != QueuePositions::none) {
    entries_[at_[item]].key = key;
    return;
  }
  at_[item] = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({key, item});
}

double UnsortedList::advance() {
  check_interrupt(1 + static_cast<std::uint32_t>(entries_.size() / 64));
  least_ = 0;
  for (std::size_t i = 1; i < entries_.size(); ++i)
    if (entries_[i].key < entries_[least_].key) least_ = i;
  return entries_[least_].key;
}

std::uint32_t UnsortedList::pop() {
  const std::uint32_t item = entries_[least_].item;
  at_[entries_.back().item] = static_cast<std::uint32_t>(least_);
  entries_[least_] = entries_.back();
  entries_.pop_back();
  at_[item] = QueuePositions::none;
  return item;
}

void BinaryHeap::rise(std::size_t i, const QueueEntry& entry) {
  while (i > 0) {
    const std::size_t parent = (i - 1) / 2;
    if (entries_[parent].key <= entry.key) break;
    put(i, entries_[parent]);
    i = parent;
  }
  put(i, entry);
}

void BinaryHeap::push(std::uint32_t item, double key) {
  at_.reserve(item);
  if (at_[item] != QueuePositions::none) return rise(at_[item], {key, item});
  entries_.push_back({key, item});
  rise(entries_.size() - 1, {key, item});
}

std::uint32_t BinaryHeap::pop() {
  const std::uint32_t item = entries_.front().item;
  at_[item] = QueuePositions::none;
  const QueueEntry last = entries_.back();
  entries_.pop_back();
  if (entries_.empty()) return item;
  const std::size_t count = entries_.size();
  std::size_t i = 0;
  for (std::size_t child = 1; child < count; child = 2 * i + 1) {
    if (child + 1 < count) child += entries_[child + 1].key < entries_[child].key;
    if (entries_[child].key >= last.key) break;
    put(i, entries_[child]);
    i = child;
  }
  put(i, last);
  return item;
}

void FibonacciHeap::clear(double) {
  for (const Node& n : nodes_)
    if (n.item != none) at_[n.item] = none;
  nodes_.clear();
  free_.clear();
  least_ = none;
  count_ = 0;
}

std::uint32_t FibonacciHeap::make(std::uint32_t item, double key) {
  const Node fresh{key, item, none, none, none, none, 0, false};
  if (free_.empty()) {
    nodes_.push_back(fresh);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  const std::uint32_t n = free_.back();
  free_.pop_back();
  nodes_[n] = fresh;
  return n;
}

// Into the ring of roots, beside the least.
void FibonacciHeap::add_root(std::uint32_t n) {
  nodes_[n].parent = none;
  nodes_[n].is_marked = false;
  if (least_ == none) {
    nodes_[n].left = nodes_[n].right = least_ = n;
    return;
  }
  const std::uint32_t right = nodes_[least_].right;
  nodes_[n].left = least_;
  nodes_[n].right = right;
  nodes_[least_].right = nodes_[right].left = n;
  if (nodes_[n].key < nodes_[least_].key) least_ = n;
}

// Out of the ring of its siblings.
void FibonacciHeap::unlink(std::uint32_t n) {
  nodes_[nodes_[n].left].right = nodes_[n].right;
  nodes_[nodes_[n].right].left = nodes_[n].left;
}

// Makes a child a root, and its ancestors that had lost a child before.
void FibonacciHeap::cut(std::uint32_t n) {
  for (std::uint32_t parent = nodes_[n].parent; parent != none; parent = nodes_[n].parent) {
    unlink(n);
    Node& p = nodes_[parent];
    --p.degree;
    if (p.child == n) p.child = p.degree == 0 ? none : nodes_[n].right;
    add_root(n);
    if (!p.is_marked) {
      p.is_marked = p.parent != none;
      return;
    }
    n = parent;
  }
}

void FibonacciHeap::push(std::uint32_t item, double key) {
  at_.reserve(item);
  std::uint32_t n = at_[item];
  if (n == none) {
    n = at_[item] = make(item, key);
    ++count_;
    return add_root(n);
  }
  nodes_[n].key = key;
  const std::uint32_t parent = nodes_[n].parent;
  if (parent == none) {
    if (key < nodes_[least_].key) least_ = n;
  } else if (key < nodes_[parent].key) {
    cut(n);
  }
}

std::uint32_t FibonacciHeap::pop() {
  const std::uint32_t n = least_, item = nodes_[n].item;
  for (std::uint32_t left = nodes_[n].degree; left > 0; --left) {
    const std::uint32_t child = nodes_[n].child, next = nodes_[child].right;
    unlink(child);
    nodes_[n].child = next;
    add_root(child);
  }
  const std::uint32_t next = nodes_[n].right;
  unlink(n);
  at_[item] = none;
  nodes_[n].item = none;
  free_.push_back(n);
  --count_;
  least_ = none;
  if (count_ > 0) consolidate(next);
  return item;
}

// Joins roots of equal degree until all degrees differ, and finds the least.
void FibonacciHeap::consolidate(std::uint32_t first) {
  roots_.clear();
  std::uint32_t root = first;
  do {
    roots_.push_back(root);
    root = nodes_[root].right;
  } while (root != first);
  roots_by_degree_.clear();
  for (std::uint32_t n : roots_) {
    for (;;) {
      const std::size_t degree = nodes_[n].degree;
      if (degree >= roots_by_degree_.size()) roots_by_degree_.resize(degree + 1, none);
      std::uint32_t other = roots_by_degree_[degree];
      if (other == none) {
        roots_by_degree_[degree] = n;
        break;
      }
      roots_by_degree_[degree] = none;
      if (nodes_[other].key < nodes_[n].key) std::swap(n, other);
      Node& parent = nodes_[n];
      Node& child = nodes_[other];
      child.parent = n;
      if (parent.child == none) {
        child.left = child.right = parent.child = other;
      } else {
        const std::uint32_t right = nodes_[parent.child].right;
        child.left = parent.child;
        child.right = right;
        nodes_[parent.child].right = nodes_[right].left = other;
      }
      ++parent.degree;
    }
  }
  for (const std::uint32_t n : roots_by_degree_)
    if (n != none) add_root(n);
}

}  // namespace clearway
