// Parallel loops.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

#include "clearway/base/interrupt.hpp"

namespace clearway {

// The items of a loop that several threads share. A thread takes a few at a time.
class LoopItems {
 public:
  LoopItems(std::size_t count, std::size_t threads);
  // A thread's own view of the loop.
  class Share {
   public:
    explicit Share(LoopItems& all) : all_(all) {}
    // The next item, one that no other thread has; false at the end of the loop or once another
    // thread has failed. Checks for an interrupt.
    bool next(std::size_t& item) {
      if (at_ == end_ && !take()) return false;
      check_interrupt();
      item = at_++;
      return true;
    }

   private:
    bool take();
    LoopItems& all_;
    std::size_t at_ = 0, end_ = 0;
  };
  void stop() { is_stopped_ = true; }
  bool is_stopped() const { return is_stopped_; }

 private:
  const std::size_t count_, at_a_time_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> is_stopped_{false};
};

// Processes the items that a thread takes. Each thread creates its own, which may own scratch.
using LoopWorker = std::function<void(LoopItems::Share&)>;

// Shares `count` items among at most `threads` threads, of which the calling one is one. Errors and
// interrupts: as for_each_parallel.
void share_items(std::size_t count, std::size_t threads, const std::function<LoopWorker()>& make);

// Processes item i of a loop. Each thread creates its own worker, which may own scratch.
using Worker = std::function<void(std::size_t)>;

// Calls a worker for every i < count. The calling thread takes part; at most `threads` threads take
// items from a shared counter, in no particular order. The first exception of a worker or of the
// calling thread's interrupt check is thrown; the other workers stop at their next check. Throws
// Refused if that check forks the process, because the child has no other threads.
void for_each_parallel(std::size_t count, std::size_t threads, const std::function<Worker()>& make);

}  // namespace clearway
