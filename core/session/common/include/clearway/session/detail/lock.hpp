// The lock of data that threads share: many readers, or one writer.
//
// Unlike std::shared_mutex it never waits for its own thread; it stops waiting when the thread's
// interrupt check (base/interrupt.hpp) throws; and after a fork it is usable or refuses with a
// reason. A waiting writer has priority over readers that arrive later; readers that have waited
// for a writer have priority over the next writer.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace clearway {

class Lock {
 public:
  // Messages say "the NAME is being CHANGED": "world", "edited". Both must outlive the lock.
  Lock(const char* name, const char* changed) : name_(name), changed_(changed) {}
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  // In a forked child: releases the holds of other threads. Returns what they held: nothing, shared
  // holds, or an exclusive one; in the last case every later hold is refused.
  enum class Left { idle, read, written };
  Left after_fork() noexcept;
  // Call this when the lost data has been replaced: the lock accepts holds again.
  void reopen() { is_lost_ = false; }

 private:
  friend class Hold;
  void lock_shared(bool is_nested);
  void lock_exclusive();
  void unlock_shared() noexcept;
  void unlock_exclusive() noexcept;
  void admit_readers() noexcept;
  bool wait(std::unique_lock<std::mutex>& lock, bool is_reader);
  void refuse_if_lost() const;

  const char *name_, *changed_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changes_;
  std::uint32_t readers_ = 0, waiting_readers_ = 0, waiting_writers_ = 0;
  std::uint64_t turn_ = 0;  // incremented when the waiting readers are admitted
  bool is_written_ = false, is_lost_ = false;
};

// Holds a lock while it exists. Throws Refused if the same thread already holds the lock, unless
// both holds are shared, and if a fork has lost the guarded data. A holder must not wait for
// another kind of lock that a waiting thread may hold (in Python: the GIL).
class Hold {
 public:
  enum Mode { shared, exclusive };
  Hold(Lock& lock, Mode mode);
  ~Hold();
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  friend class Lock;
  Lock& lock_;
  Mode mode_;
  Hold* outer_;  // the previous hold of this thread
};

}  // namespace clearway
