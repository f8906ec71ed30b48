// The open list of a search: items by estimated cost, ties by index or by the given order.
#pragma once

#include <cstddef>
#include <vector>

#include "clearway/base/index.hpp"

namespace clearway {

template <class Item>
struct Entry {
  double estimate;
  Item item;  // half-edge, node: what the search counts
  // Without branches: which of two entries is less is a coin toss to the processor.
  bool before(const Entry& o) const {
    return (estimate < o.estimate) | ((estimate == o.estimate) & (item < o.item));
  }
};

struct ByIndex {
  template <class Item>
  bool operator()(const Entry<Item>& a, const Entry<Item>& b) const {
    return a.before(b);
  }
};

// Binary heap in one vector, kept between queries. Before(a, b): whether a comes out first.
template <class Item, class Before = ByIndex>
class Heap {
 public:
  explicit Heap(const Before& before = {}) : before_(before) {}
  void clear() { entries_.clear(); }
  bool empty() const { return entries_.empty(); }

  void push(const Entry<Item>& entry) {
    std::size_t i = entries_.size();
    entries_.push_back(entry);
    while (i > 0) {
      const std::size_t parent = (i - 1) / 2;
      if (!before_(entry, entries_[parent])) break;
      entries_[i] = entries_[parent];
      i = parent;
    }
    entries_[i] = entry;
  }

  const Entry<Item>& top() const { return entries_.front(); }

  Entry<Item> pop() {
    const Entry<Item> last = entries_.back();
    entries_.pop_back();
    return entries_.empty() ? last : replace_top(last);
  }

  // Takes the top out and puts `last` in.
  Entry<Item> replace_top(const Entry<Item>& last) {
    const Entry<Item> top = entries_.front();
    const std::size_t count = entries_.size();
    std::size_t i = 0;
    for (std::size_t child = 1; child < count; child = 2 * i + 1) {
      if (child + 1 < count) child += before_(entries_[child + 1], entries_[child]);
      if (!before_(entries_[child], last)) break;
      entries_[i] = entries_[child];
      i = child;
    }
    entries_[i] = last;
    return top;
  }

  // Gives every entry the estimate key(entry).
  template <class Key>
  void reorder(Key key) {
    std::vector<Entry<Item>> old;
    old.swap(entries_);
    for (const Entry<Item>& e : old) push({key(e), e.item});
  }

 private:
  std::vector<Entry<Item>> entries_;
  [[no_unique_address]] Before before_;
};

}  // namespace clearway
