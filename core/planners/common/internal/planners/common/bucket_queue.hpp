// The open list of the wedge searches: entries in buckets by their estimate. Within a bucket the
// last entry pushed is popped first, while its data are still in the cache. A proof of optimality
// needs no order there: only that no entry is left below the length of the known path. But where
// the costs of many paths differ by less than a bucket, the same nodes can be expanded again and
// again, each time at slightly less cost; order_exactly() prevents this.
//
// A bucket is a small fraction of the least estimate wide. When all buckets are used up, the
// entries beyond them get buckets twice as wide, or as wide as their range requires. So the order
// is always as fine as one part in several hundred of the growth of the estimates.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/heap.hpp"
#include "planners/common/search_node_id.hpp"

namespace clearway {

class BucketQueue {
 public:
  // The width of a bucket as a fraction of the least estimate: for an exact search, and for greedy
  // mode, where the order within a bucket matters less.
  static constexpr double fine = 0x1p-15, coarse = 0x1p-8;

  // Empties the queue. No later estimate is below `least`; buckets are `fraction` of it wide.
  void begin(double least, double fraction = fine) {
    waiting_.clear();
    beyond_.clear();
    sorted_.clear();
    is_exact_ = false;
    set_buckets(least, std::max(least * fraction, min_width));
  }

  void push(const Entry<SearchNodeId>& entry) {
    const double position = (entry.estimate - base_) * per_width_;
    if (!(position < buckets)) {
      beyond_.push_back(entry);
      return;
    }
    const Index bucket = position > 0 ? static_cast<Index>(position) : 0;
    if (is_exact_ && bucket <= current_) {
      sorted_.push(entry);
      return;
    }
    current_ = std::min(current_, bucket);
    std::uint64_t& word = used_[bucket / word_bits];
    const std::uint64_t bit = std::uint64_t{1} << bucket % word_bits;
    waiting_.push_back({entry, word & bit ? first_[bucket] : none});
    first_[bucket] = static_cast<Index>(waiting_.size() - 1);
    word |= bit;
  }

  // A lower bound on the estimates in the queue, except for rounding and for entries that were
  // pushed below an earlier floor; infinity if it is empty.
  double floor() {
    for (;;) {
      if (!sorted_.empty()) return base_ + current_ * width_;
      current_ = first_used();
      if (current_ < buckets) return base_ + current_ * width_;
      if (beyond_.empty()) return std::numeric_limits<double>::infinity();
      widen();
    }
  }

  // Removes an entry of the lowest bucket. Only after floor() was finite.
  Entry<SearchNodeId> pop() {
    if (is_exact_) {
      if (is_used(current_))
        for (Index i = first_[current_]; i != none; i = waiting_[i].next)
          sorted_.push(waiting_[i].entry);
      set_unused(current_);
      return sorted_.pop();
    }
    const Waiting& top = waiting_[first_[current_]];
    if (top.next == none) set_unused(current_);
    first_[current_] = top.next;
    return top.entry;
  }

  // From now on entries are popped in the order of their estimates, also within a bucket. Costs
  // more per entry; pays off where nodes are expanded repeatedly at falling costs.
  void order_exactly() { is_exact_ = true; }

  // Gives every entry the estimate key(entry), and begins again with `least` and `fraction`.
  template <class Key>
  void reorder(Key key, double least, double fraction) {
    std::vector<Entry<SearchNodeId>> all;
    while (floor() < std::numeric_limits<double>::infinity()) all.push_back(pop());
    begin(least, fraction);
    for (const Entry<SearchNodeId>& e : all) push({key(e), e.item});
  }

 private:
  struct Waiting {
    Entry<SearchNodeId> entry;
    Index next;  // in the same bucket
  };

  static constexpr Index buckets = 512, word_bits = 64, words = buckets / word_bits;
  static constexpr double min_width = 0x1p-900;  // its inverse is finite

  void set_buckets(double base, double width) {
    base_ = base;
    width_ = width;
    per_width_ = 1 / width;
    current_ = 0;
    used_.fill(0);
  }

  bool is_used(Index bucket) const { return used_[bucket / word_bits] >> bucket % word_bits & 1; }
  void set_unused(Index bucket) {
    used_[bucket / word_bits] &= ~(std::uint64_t{1} << bucket % word_bits);
  }
  // The first bucket with entries; `buckets` if there is none. None lies before the current one.
  Index first_used() const {
    for (Index word = current_ / word_bits; word < words; ++word)
      if (used_[word]) return word * word_bits + static_cast<Index>(std::countr_zero(used_[word]));
    return buckets;
  }

  // Distributes the entries beyond the last bucket over wider ones.
  void widen() {
    rest_.swap(beyond_);
    beyond_.clear();
    double least = rest_[0].estimate, most = least;
    for (const Entry<SearchNodeId>& e : rest_) {
      least = std::min(least, e.estimate);
      most = std::max(most, e.estimate);
    }
    const double range = most < std::numeric_limits<double>::infinity() ? most - least : 0.0;
    set_buckets(least, std::max(2 * width_, range / (2 * buckets)));
    for (const Entry<SearchNodeId>& e : rest_) push(e);
  }

  std::array<std::uint64_t, words> used_;  // one bit per bucket: whether it has entries
  std::array<Index, buckets> first_;       // by bucket with entries: in waiting_
  std::vector<Waiting> waiting_;
  std::vector<Entry<SearchNodeId>> beyond_, rest_;  // beyond the last bucket; scratch
  bool is_exact_ = false;
  Heap<SearchNodeId> sorted_;  // the entries of the current bucket, once the order is exact
  double base_ = 0.0, width_ = 1.0, per_width_ = 1.0;
  Index current_ = 0;  // buckets before it are empty
};

}  // namespace clearway
