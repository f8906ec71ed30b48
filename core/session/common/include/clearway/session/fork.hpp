// Forks: what a child must mend before it uses what other threads of its parent were changing.
//
// A forked child has one thread, the one that forked. Locks that other threads held stay closed,
// and what they guard may be half changed. Whatever owns a lock has an AtFork, which the child runs
// before anything else.
#pragma once

#include <cstdint>
#include <new>

namespace clearway {

void mend_after_fork();

// Runs action(self) in every forked child, on its only thread. The action must not throw or lock.
// Declare it as the last member: its owner must be whole while it exists.
class AtFork {
 public:
  using Action = void (*)(void* self);
  AtFork(Action action, void* self);
  ~AtFork();
  AtFork(const AtFork&) = delete;
  AtFork& operator=(const AtFork&) = delete;

 private:
  friend void mend_after_fork();  // in the child
  Action action_;
  void* self_;
  AtFork *before_, *after_;
};

// An empty value in the place of one that must be neither used nor destroyed.
template <class T>
void abandon(T& value) noexcept {
  static_assert(noexcept(T()));
  new (&value) T();
}

// How many forks lie between the first process and this one.
std::uint32_t fork_count();

}  // namespace clearway
