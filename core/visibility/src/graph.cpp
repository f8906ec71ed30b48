#include "visibility/graph.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <mutex>

#include "base/helper_threads.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/base/progress.hpp"
#include "clearway/geometry/predicates.hpp"
#include "visibility/expansion_view.hpp"

namespace clearway {
namespace {

constexpr Index block_size = 64;  // corners that a worker takes at a time

// Neighbours of consecutive corners.
struct Block {
  std::vector<CornerId> targets;
  std::vector<std::uint32_t> right, all;  // ends in `targets`, by corner
  std::size_t twice = 0;                  // targets listed on both sides of their corner
};

class Builder {
 public:
  Builder(const World& world, const Corners& corners, bool pruned)
      : world_(world),
        corners_(corners),
        pruned_(pruned),
        blocks_((corners.size() + block_size - 1) / block_size) {}

  std::vector<Block>& run(std::size_t threads) {
    begin_phase("visibility", corners_.size());
    const std::size_t useful = std::max<std::size_t>(1, std::min(threads, blocks_.size()));
    std::vector<std::thread> helpers = start_helpers(useful - 1, [this] {
      const std::function<void()> check = [this] {
        if (stop_) throw Ended{};
      };
      const InterruptScope scope(check);
      work();
    });
    work();  // under the check of the calling thread
    for (std::thread& t : helpers) t.join();
    if (error_) std::rethrow_exception(error_);
    return blocks_;
  }

 private:
  struct Ended {};  // by another worker, whose error is the one reported

  void work() {
    try {
      ExpansionView sight(world_, corners_);
      for (;;) {
        const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
        if (i >= blocks_.size() || stop_) return;
        reach_step(i * block_size);  // the blocks of all workers
        fill(static_cast<Index>(i), sight);
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }

  void fill(Index number, ExpansionView& sight) {
    Block& b = blocks_[number];
    std::vector<CornerId> seen;
    const CornerId first(number * block_size);
    const CornerId end = std::min(first + block_size, corners_.all().end_id());
    for (const CornerId c : IdRange(first, end)) {
      if (!pruned_) {
        sight.corners_from(c, SectorPart::all, seen);
        b.targets.insert(b.targets.end(), seen.begin(), seen.end());
        b.right.push_back(static_cast<std::uint32_t>(b.targets.size()));
      } else {
        sight.corners_from(c, SectorPart::beside_right, seen);
        keep(c, seen, b);
        b.right.push_back(static_cast<std::uint32_t>(b.targets.size()));
        sight.corners_from(c, SectorPart::beside_left, seen);
        std::reverse(seen.begin(), seen.end());
        const std::size_t from = b.targets.size();
        keep(c, seen, b);
        if (corners_[c].first == corners_[c].last) count_twice(c, from, b);
      }
      b.all.push_back(static_cast<std::uint32_t>(b.targets.size()));
    }
  }

  void keep(CornerId c, const std::vector<CornerId>& seen, Block& b) const {
    const Corner& here = corners_[c];
    for (const CornerId other : seen)
      if (turns(corners_[other], here.at) != 0 && turns(here, corners_[other].at) != 0)
        b.targets.push_back(other);
  }

  void count_twice(CornerId c, std::size_t from, Block& b) const {
    for (std::size_t i = from; i < b.targets.size(); ++i)
      b.twice += orientation(corners_[c].at, corners_[c].right, corners_[b.targets[i]].at) == 0;
  }

  void fail(std::exception_ptr error) {
    std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
    stop_ = true;
  }

  const World& world_;
  const Corners& corners_;
  const bool pruned_;
  std::vector<Block> blocks_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

VisibilityGraph::VisibilityGraph(const World& world, const Corners& corners, bool pruned,
                                 std::size_t threads)
    : pruned_(pruned) {
  const auto began = std::chrono::steady_clock::now();
  Builder builder(world, corners, pruned);
  std::vector<Block>& blocks = builder.run(std::max<std::size_t>(threads, 1));
  std::size_t total = 0, twice = 0;
  for (const Block& b : blocks) {
    total += b.targets.size();
    twice += b.twice;
  }
  target_.reserve(total);
  start_.reserve(corners.size() + 1);
  middle_.reserve(corners.size());
  start_.push_back(0);
  for (Block& b : blocks) {
    check_interrupt(block_size);
    const std::uint64_t base = target_.size();
    for (std::size_t i = 0; i < b.all.size(); ++i) {
      middle_.push_back(base + b.right[i]);
      start_.push_back(base + b.all[i]);
    }
    target_.insert(target_.end(), b.targets.begin(), b.targets.end());
    b = Block();
  }
  edges_ = (total - twice) / 2;
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

std::size_t VisibilityGraph::memory() const {
  return target_.capacity() * sizeof(CornerId) +
         (start_.capacity() + middle_.capacity()) * sizeof(std::uint64_t);
}

std::vector<CornerId> VisibilityGraph::edges() const {
  std::vector<CornerId> out;
  out.reserve(2 * edges_);
  std::vector<CornerId> later;
  for (const CornerId c : middle_.ids()) {
    check_interrupt(8);
    later.clear();
    for (const CornerId other : neighbours(c))
      if (other > c) later.push_back(other);
    std::sort(later.begin(), later.end());
    later.erase(std::unique(later.begin(), later.end()), later.end());
    for (const CornerId other : later) out.insert(out.end(), {c, other});
  }
  return out;
}

}  // namespace clearway
