// Forks: the repairs in a child before it uses data that other threads of its parent were changing.
//
// A forked child has one thread, the one that forked. Locks that other threads held stay locked,
// and the data that they guard may be half changed. Every owner of a lock has an AtFork, which the
// child runs before anything else.
#pragma once

#include <cstdint>
#include <new>

namespace clearway {

void mend_after_fork();

// Runs action(self) in every forked child, on its only thread. The action must not throw or lock.
// Declare it as the last member: its owner must be fully constructed while it exists.
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

// Replaces a value that must be neither used nor destroyed by an empty one.
template <class T>
void abandon(T& value) noexcept {
  static_assert(noexcept(T()));
  new (&value) T();
}

// The number of forks between the first process and this one.
std::uint32_t fork_count();

}  // namespace clearway
