// Priority queues for searches over cells, to compare them (Vinther 2015, 4.1): an unsorted list, a
// binary heap, a Fibonacci heap. StepBuckets has the same interface and is the one that planners
// use.
//
//   clear(least)       empties it; no key will be below `least`
//   push(item, key)    inserts an item, or decreases its key; an item whose key does not decrease
//                      must not be pushed
//   advance()          the least key, or a lower bound of it; the queue must not be empty
//   pop()              removes an item, after advance()
//
// BinaryHeap and UnsortedList find the entry of an item by an index; items are numbers of cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clearway {

// Positions of items in a queue. `none` marks an item that is not in it.
class QueuePositions {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  void reserve(std::uint32_t item) {
    if (item >= at_.size()) at_.resize(item + item / 2 + 64, none);
  }
  std::uint32_t& operator[](std::uint32_t item) { return at_[item]; }

 private:
  std::vector<std::uint32_t> at_;
};

struct QueueEntry {
  double key;
  std::uint32_t item;
};

// Insert and decrease-key in constant time, extract-min in linear time.
class UnsortedList {
 public:
  void clear(double) {
    for (const QueueEntry& e : entries_) at_[e.item] = QueuePositions::none;
    entries_.clear();
  }
  bool empty() const { return entries_.empty(); }
  void push(std::uint32_t item, double key);
  double advance();
  std::uint32_t pop();

 private:
  std::vector<QueueEntry> entries_;
  QueuePositions at_;
  std::size_t least_ = 0;  // set by advance()
};

// All operations in logarithmic time.
class BinaryHeap {
 public:
  void clear(double) {
    for (const QueueEntry& e : entries_) at_[e.item] = QueuePositions::none;
    entries_.clear();
  }
  bool empty() const { return entries_.empty(); }
  void push(std::uint32_t item, double key);
  double advance() const { return entries_.front().key; }
  std::uint32_t pop();

 private:
  void put(std::size_t i, const QueueEntry& entry) {
    entries_[i] = entry;
    at_[entry.item] = static_cast<std::uint32_t>(i);
  }
  void rise(std::size_t i, const QueueEntry& entry);

  std::vector<QueueEntry> entries_;
  QueuePositions at_;
};

// Fredman and Tarjan 1987. Insert and decrease-key in constant time, extract-min in logarithmic
// time, all amortized.
class FibonacciHeap {
 public:
  void clear(double);
  bool empty() const { return count_ == 0; }
  void push(std::uint32_t item, double key);
  double advance() const { return nodes_[least_].key; }
  std::uint32_t pop();

 private:
  static constexpr std::uint32_t none = QueuePositions::none;
  struct Node {
    double key;
    std::uint32_t item, parent, child, left, right;  // siblings form a ring
    std::uint16_t degree;
    bool is_marked;  // it has lost a child since it became one itself
  };

  std::uint32_t make(std::uint32_t item, double key);
  void add_root(std::uint32_t n);
  void unlink(std::uint32_t n);
  void cut(std::uint32_t n);
  void consolidate(std::uint32_t first);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> free_;  // slots of nodes_
  std::vector<std::uint32_t> roots_by_degree_, roots_;
  QueuePositions at_;  // items to slots
  std::uint32_t least_ = none;
  std::size_t count_ = 0;
};

}  // namespace clearway
