// Threads that wait between loops, for loops so short and so frequent that starting threads would
// cost more than the work, or that may allocate no memory.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "session/common/fork.hpp"

namespace clearway {

// One call of run() at a time. Its threads end with it.
class ThreadTeam {
 public:
  ThreadTeam() = default;
  ~ThreadTeam();

  // Calls work(i) for every i < count, on the calling thread and on up to count - 1 others. Starts
  // threads if the team has fewer, as far as the system permits; otherwise allocates no memory.
  // Does not wait for threads that have not yet begun: the calling thread takes their share.
  // Errors, interrupts and forks: as for_each_parallel.
  void run(std::size_t count, const std::function<void(std::size_t)>& work);

 private:
  class Round;
  void serve();
  void after_fork() noexcept;

  std::mutex mutex_;  // guards what the threads share: the round, and who takes part in it
  std::condition_variable begin_, end_;
  Round* round_ = nullptr;
  bool is_ending_ = false;
  std::vector<std::thread> threads_;
  AtFork at_fork_{[](void* p) { static_cast<ThreadTeam*>(p)->after_fork(); }, this};
};

}  // namespace clearway
