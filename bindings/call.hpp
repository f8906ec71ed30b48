// What every method of the module does first: let go of the GIL, let signals interrupt the core,
// take the lock; in this order, so that no thread waits for a lock while it holds the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>

#include "clearway/base/interrupt.hpp"
#include "lock.hpp"

namespace clearway::bindings {

// For the main thread, where Python runs signal handlers: throws what a handler raises. Looks at
// most every 20 ms. On other threads nothing. Call without the GIL.
void check_signals();
extern const std::function<void()> signal_check;  // the same

// Records which thread runs signal handlers. Once, when the module is loaded.
void watch_signals();

// Long work on what no other thread sees.
class Call {
 private:
  nanobind::gil_scoped_release released_;
  InterruptScope scope_{signal_check};
};

// Reads what is behind a lock.
class Reading {
 public:
  explicit Reading(Lock& lock) : hold_(lock, Hold::shared) {}

 private:
  Call call_;
  Hold hold_;
};

// Changes what is behind a lock.
class Changing {
 public:
  explicit Changing(Lock& lock) : hold_(lock, Hold::exclusive) {}

 private:
  Call call_;
  Hold hold_;
};

}  // namespace clearway::bindings
