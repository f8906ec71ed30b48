// The open list of a search: items ordered by estimated cost; ties are broken by index or by the
// given order.
#pragma once

#include <cstddef>
#include <vector>

#include "clearway/base/id.hpp"

namespace clearway {

template <class Item>
struct Entry {
  double estimate;
  Item item;  // the node of the search: a half-edge, a triangle, ...
  // Written without branches, because the processor cannot predict which of two entries is smaller.
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

// A binary heap in one vector that is reused between queries. Before(a, b): whether a is popped
// first.
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

  // Replaces the top by `last`.
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

  // Sets the estimate of every entry to key(entry).
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
