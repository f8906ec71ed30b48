#include "clearway/session/detail/lock.hpp"

#include <chrono>
#include <new>
#include <string>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "session/common/fork.hpp"

namespace clearway {

namespace {
thread_local constinit Hold* held = nullptr;  // the newest hold of this thread
}

void Lock::refuse_if_lost() const {
  if (is_lost_)
    throw Refused(std::string("this ") + name_ + " was being " + changed_ +
                  " by another thread when the process was forked: load or build it again");
}

// Waits until something changes or for some milliseconds, then checks for an interrupt. Returns
// false if the check (a signal handler) forked and this is the child, where the lock has been
// released.
bool Lock::wait(std::unique_lock<std::mutex>& lock, bool is_reader) {
  const std::uint32_t forks = fork_count();
  const std::uint64_t turn = turn_;
  changes_.wait_for(lock, std::chrono::milliseconds(20));
  lock.unlock();
  try {
    check_interrupt_now();
  } catch (...) {
    if (forks != fork_count()) throw;
    lock.lock();
    if (is_reader && turn != turn_) {  // admitted meanwhile
      if (--readers_ == 0) changes_.notify_all();
    } else if (is_reader) {
      --waiting_readers_;
    } else if (--waiting_writers_ == 0 && !is_written_) {
      admit_readers();
    }
    throw;
  }
  lock.lock();
  return forks == fork_count();
}

void Lock::admit_readers() noexcept {
  readers_ += waiting_readers_;
  waiting_readers_ = 0;
  ++turn_;
  changes_.notify_all();
}

void Lock::lock_shared(bool is_nested) {
  std::unique_lock lock(mutex_);
  refuse_if_lost();
  if (is_nested || (!is_written_ && waiting_writers_ == 0)) {
    ++readers_;
    return;
  }
  ++waiting_readers_;
  for (const std::uint64_t turn = turn_; turn == turn_;) {
    if (wait(lock, true)) continue;
    lock.unlock();
    return lock_shared(is_nested);
  }
}

void Lock::lock_exclusive() {
  std::unique_lock lock(mutex_);
  refuse_if_lost();
  if (is_written_ || readers_ > 0) {
    ++waiting_writers_;
    while (is_written_ || readers_ > 0) {
      if (wait(lock, false)) continue;
      lock.unlock();
      return lock_exclusive();
    }
    --waiting_writers_;
  }
  is_written_ = true;
}

void Lock::unlock_shared() noexcept {
  const std::lock_guard lock(mutex_);
  if (--readers_ == 0 && waiting_writers_ > 0) changes_.notify_all();
}

void Lock::unlock_exclusive() noexcept {
  const std::lock_guard lock(mutex_);
  is_written_ = false;
  if (waiting_readers_ > 0 || waiting_writers_ > 0) admit_readers();
}

Lock::Left Lock::after_fork() noexcept {
  std::uint32_t own = 0;
  bool is_mine = false;
  for (const Hold* h = held; h; h = h->outer_)
    if (&h->lock_ == this) (h->mode_ == Hold::exclusive ? is_mine = true : ++own);
  const Left left = is_written_ && !is_mine ? Left::written
                    : readers_ > own        ? Left::read
                                            : Left::idle;
  new (&mutex_) std::mutex;
  new (&changes_) std::condition_variable;
  readers_ = own;
  waiting_readers_ = waiting_writers_ = 0;
  is_written_ = is_mine;
  is_lost_ = is_lost_ || left == Left::written;
  return left;
}

Hold::Hold(Lock& lock, Mode mode) : lock_(lock), mode_(mode), outer_(held) {
  bool is_nested = false;
  for (const Hold* h = held; h; h = h->outer_) {
    if (&h->lock_ != &lock) continue;
    is_nested = true;
    if (h->mode_ == shared && mode == shared) continue;
    throw Refused(std::string("the ") + lock.name_ + " is being " +
                  (h->mode_ == exclusive ? lock.changed_ : "read") +
                  " by the call that this signal handler interrupts");
  }
  if (mode == shared)
    lock.lock_shared(is_nested);
  else
    lock.lock_exclusive();
  held = this;
}

Hold::~Hold() {
  Hold** link = &held;
  while (*link != this) link = &(*link)->outer_;
  *link = outer_;
  if (mode_ == shared)
    lock_.unlock_shared();
  else
    lock_.unlock_exclusive();
}

}  // namespace clearway
