#include "session/common/fork.hpp"

#ifndef _WIN32
#include <pthread.h>
#endif

#include <mutex>
#include <new>

#include "base/helper_threads.hpp"

namespace clearway {

namespace {
constinit std::mutex registry;  // guards the list; held across every fork
AtFork* first = nullptr;
std::uint32_t forks = 0;

bool watch_forks() {
#ifndef _WIN32
  const auto before = [] {
    registry.lock();
    thread_starts.lock();
  };
  const auto in_parent = [] {
    thread_starts.unlock();
    registry.unlock();
  };
  pthread_atfork(before, in_parent, mend_after_fork);
#endif
  return true;
}

}  // namespace

AtFork::AtFork(Action action, void* self) : action_(action), self_(self), before_(nullptr) {
  static const bool is_watching = watch_forks();
  static_cast<void>(is_watching);
  const std::lock_guard lock(registry);
  after_ = first;
  if (first) first->before_ = this;
  first = this;
}

AtFork::~AtFork() {
  const std::lock_guard lock(registry);
  (before_ ? before_->after_ : first) = after_;
  if (after_) after_->before_ = before_;
}

void mend_after_fork() {
  new (&thread_starts) std::mutex;
  new (&registry) std::mutex;
  ++forks;
  for (AtFork* a = first; a; a = a->after_) a->action_(a->self_);
}

std::uint32_t fork_count() { return forks; }

}  // namespace clearway
