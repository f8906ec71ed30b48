// The open list of an optimal search: a heap, and before it the most promising new entry,
// which often goes on at once and never sees the heap.
#pragma once

#include <limits>

#include "heap.hpp"

namespace clearway {

class Queue {
 public:
  void clear() {
    heap_.clear();
    next_ = nothing;
  }
  bool empty() const { return next_.item == none && heap_.empty(); }

  void push(Entry entry) {
    if (entry.before(next_)) std::swap(entry, next_);
    if (entry.item != none) heap_.push(entry);
  }

  Entry pop() {
    Entry top = next_;
    if (top.item == none)
      top = heap_.pop();
    else if (!heap_.empty() && heap_.top().before(top))
      top = heap_.replace_top(top);
    next_ = nothing;
    return top;
  }

  // Gives every entry the estimate key(entry).
  template <class Key>
  void reorder(Key key) {
    std::vector<Entry> all;
    while (!empty()) all.push_back(pop());
    for (const Entry& e : all) push({key(e), e.item});
  }

 private:
  static constexpr Entry nothing{std::numeric_limits<double>::infinity(), none};
  Heap heap_;
  Entry next_ = nothing;
};

}  // namespace clearway
