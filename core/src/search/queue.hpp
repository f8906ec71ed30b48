// The open list of an optimal search: entries in buckets by their estimate. Within a bucket the
// last comes first, while what it needs is still at hand: for the proof it is enough that nothing
// is left below the length of the path that is known.
//
// Buckets are as wide as a small part of the first estimate; when all are used up, the entries
// beyond them get buckets twice as wide. So the order stays as fine as one part in some hundreds
// of what the estimates have grown by.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "heap.hpp"

namespace clearway {

class Queue {
 public:
  // Empties it. `least` is a lower bound of all estimates to come.
  void begin(double least) {
    waiting_.clear();
    beyond_.clear();
    span(least, std::max(least, std::numeric_limits<double>::min()) * 0x1p-15);
  }

  void push(const Entry& entry) {
    const double place = (entry.estimate - base_) * per_width_;
    if (!(place < buckets)) {
      beyond_.push_back(entry);
      return;
    }
    // A bucket that is behind stays so: what comes late for it is next.
    Index& first = first_[place > current_ ? static_cast<Index>(place) : current_];
    waiting_.push_back({entry, first});
    first = static_cast<Index>(waiting_.size() - 1);
  }

  // No estimate in it is less, but for rounding; infinity when it is empty.
  double floor() {
    for (;;) {
      while (current_ < buckets && first_[current_] == none) ++current_;
      if (current_ < buckets) return base_ + current_ * width_;
      if (beyond_.empty()) return std::numeric_limits<double>::infinity();
      widen();
    }
  }

  // An entry of the lowest bucket. Only after floor() was finite.
  Entry pop() {
    const Waiting& top = waiting_[first_[current_]];
    first_[current_] = top.next;
    return top.entry;
  }

  // Gives every entry the estimate key(entry).
  template <class Key>
  void reorder(Key key) {
    std::vector<Entry> all;
    double least = std::numeric_limits<double>::infinity();
    while (floor() < std::numeric_limits<double>::infinity()) {
      const Entry e = pop();
      all.push_back({key(e), e.item});
      least = std::min(least, all.back().estimate);
    }
    if (all.empty()) return;
    begin(least);
    for (const Entry& e : all) push(e);
  }

 private:
  struct Waiting {
    Entry entry;
    Index next;  // in the same bucket
  };

  static constexpr Index buckets = 512;

  void span(double base, double width) {
    base_ = base;
    width_ = width;
    per_width_ = 1 / width;
    current_ = 0;
    first_.fill(none);
  }

  void widen() {
    std::vector<Entry> rest;
    rest.swap(beyond_);
    double least = rest[0].estimate;
    for (const Entry& e : rest) least = std::min(least, e.estimate);
    span(least, 2 * width_);
    for (const Entry& e : rest) push(e);
  }

  std::array<Index, buckets> first_;  // by bucket: in waiting_
  std::vector<Waiting> waiting_;
  std::vector<Entry> beyond_;
  double base_ = 0.0, width_ = 1.0, per_width_ = 1.0;
  Index current_ = 0;  // buckets before it are empty
};

}  // namespace clearway
