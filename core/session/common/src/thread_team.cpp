#include "session/common/thread_team.hpp"

#include <atomic>
#include <exception>
#include <utility>

#include "base/helper_threads.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {

// One loop. It lives on the stack of the calling thread.
class ThreadTeam::Round {
 public:
  Round(std::size_t count, const std::function<void(std::size_t)>& work)
      : count_(count), work_(work) {}

  // `outer`: the calling thread's check; null in the others.
  void take_part(const std::function<void()>* outer) {
    try {
      // A function that holds no more than two words needs no memory of its own.
      const std::function<void()> check = [this, outer] {
        if (is_stopped_) throw Stopped{};
        if (outer) (*outer)();
      };
      const InterruptScope scope(check);
      for (std::size_t i; !is_stopped_ && (i = next_++) < count_;) work_(i);
    } catch (...) {
      const std::lock_guard lock(error_mutex_);
      if (!error_) error_ = std::current_exception();
      is_stopped_ = true;
    }
  }
  bool has_more() const { return next_ < count_ && !is_stopped_; }
  const std::exception_ptr& error() const { return error_; }

  std::size_t busy = 0;  // threads of the team that take part; guarded by the team's mutex

 private:
  struct Stopped {};  // thrown in the others after the first error
  const std::size_t count_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> is_stopped_{false};
  std::mutex error_mutex_;
  std::exception_ptr error_;
};

ThreadTeam::~ThreadTeam() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  begin_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    begin_.wait(lock, [&] { return is_ending_ || (round_ && round_->has_more()); });
    if (is_ending_) return;
    Round& round = *round_;
    ++round.busy;
    lock.unlock();
    round.take_part(nullptr);
    lock.lock();
    // The calling thread keeps the round until nobody is busy with it.
    if (--round.busy == 0) end_.notify_one();
  }
}

void ThreadTeam::run(std::size_t count, const std::function<void(std::size_t)>& work) {
  if (count == 0) return;
  if (threads_.size() + 1 < count) {
    threads_.reserve(count - 1);
    for (std::thread& started : start_helpers(count - 1 - threads_.size(), [this] { serve(); }))
      threads_.push_back(std::move(started));
  }
  const std::uint32_t forks = fork_count();
  const bool has_others = !threads_.empty() && count > 1;
  Round round(count, work);
  if (has_others) {
    {
      const std::lock_guard lock(mutex_);
      round_ = &round;
    }
    begin_.notify_all();
  }
  round.take_part(detail::interrupt_state.check);
  if (has_others) {
    if (forks != fork_count())  // after_fork() has taken the round from a team without threads
      throw Refused("a signal handler forked in the middle of a loop of several threads");
    std::unique_lock lock(mutex_);
    round_ = nullptr;
    end_.wait(lock, [&] { return round.busy == 0; });
  }
  if (round.error()) std::rethrow_exception(round.error());
}

// The child has none of the threads, and another thread may have held the mutex.
void ThreadTeam::after_fork() noexcept {
  abandon(threads_);
  new (&mutex_) std::mutex;
  new (&begin_) std::condition_variable;
  new (&end_) std::condition_variable;
  round_ = nullptr;
}

}  // namespace clearway
