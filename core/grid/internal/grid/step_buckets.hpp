// An open list for searches over cells.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace clearway {

// Entries are kept in buckets an eighth of a step wide. No entry exceeds the least by more than
// `span` steps, so the buckets form a ring. Each bucket is a stack.
class StepBuckets {
 public:
  static constexpr double span = 4.0;

  void clear(double least) {
    for (; occupied_ != 0; occupied_ &= occupied_ - 1)
      buckets_[std::countr_zero(occupied_)].clear();
    now_ = static_cast<std::uint64_t>(least * per_step);
  }
  bool empty() const { return occupied_ == 0; }
  void push(std::uint32_t item, double key) {
    // Keys that rounding puts below the current bucket belong to it.
    const std::uint64_t bucket = std::max(static_cast<std::uint64_t>(key * per_step), now_) % ring;
    buckets_[bucket].push_back(item);
    occupied_ |= std::uint64_t{1} << bucket;
  }
  // Advances to the first bucket with an entry; returns its lower bound. Must not be empty.
  double advance() {
    now_ += std::countr_zero(std::rotr(occupied_, static_cast<int>(now_ % ring)));
    return static_cast<double>(now_) / per_step;
  }
  // From the bucket of advance().
  std::uint32_t pop() {
    std::vector<std::uint32_t>& bucket = buckets_[now_ % ring];
    const std::uint32_t item = bucket.back();
    bucket.pop_back();
    if (bucket.empty()) occupied_ &= ~(std::uint64_t{1} << now_ % ring);
    return item;
  }

 private:
  static constexpr double per_step = 8.0;
  static constexpr std::uint64_t ring = 64;

  std::vector<std::uint32_t> buckets_[ring];
  std::uint64_t occupied_ = 0, now_ = 0;  // bits of buckets with entries; number of the first
};

}  // namespace clearway
