// Progress of a long call, for another thread to read.
//
// The caller attaches a counter to its thread (ProgressScope). Long loops of the core name their
// phase and its number of steps, and count the steps; without a counter that costs a load.
#pragma once

#include <atomic>
#include <cstdint>

namespace clearway {

class ProgressCounter {
 public:
  struct State {
    const char* phase;  // a literal; null: no phase has begun
    std::uint64_t done, total;
  };
  // At any time, from any thread. While a phase begins, the numbers may be those of two phases.
  State state() const { return {phase_.load(), done_.load(), total_.load()}; }

  void begin(const char* phase, std::uint64_t total) {
    done_ = 0;
    total_ = total;
    phase_ = phase;
  }
  void count(std::uint64_t steps) { reach(done_.load(std::memory_order_relaxed) + steps); }
  void reach(std::uint64_t done) { done_.store(done, std::memory_order_relaxed); }

 private:
  std::atomic<const char*> phase_{nullptr};
  std::atomic<std::uint64_t> done_{0}, total_{0};
};

// Attaches the counter to this thread until the scope ends, which restores the previous one.
class ProgressScope {
 public:
  explicit ProgressScope(ProgressCounter* counter);
  ~ProgressScope();
  ProgressScope(const ProgressScope&) = delete;
  ProgressScope& operator=(const ProgressScope&) = delete;

 private:
  ProgressCounter* outer_;
};

// A phase of the call of this thread, with this many steps; one of its steps; how many there were.
void begin_phase(const char* phase, std::uint64_t steps);
void count_step();
void reach_step(std::uint64_t done);
// Whether anything counts the steps of this thread.
bool is_counted();

}  // namespace clearway
