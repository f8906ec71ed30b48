// The frame of every method of the module: it releases the GIL and lets signals interrupt the core.
// So no thread waits for a lock of the core while it holds the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <utility>

#include "clearway/base/interrupt.hpp"

namespace clearway::bindings {

// The interrupt check of every call, at most every 20 ms. Throws TimeoutError once the deadline of
// this thread has passed. On the main thread, where Python runs signal handlers, it also runs them
// and throws their exceptions. Call it without the GIL.
extern const std::function<void()> signal_check;

// Calls on this thread end with TimeoutError so many seconds from now; infinity: there is no
// deadline. Returns what was left of the deadline until now, infinity if there was none.
double set_deadline(double seconds);

// Records which thread runs signal handlers. Called once, when the module is loaded.
void watch_signals();

class Call {
 private:
  nanobind::gil_scoped_release released_;
  InterruptScope scope_{signal_check};
};

// Calls f() without the GIL.
template <class F>
auto without_gil(F&& f) {
  const Call call;
  return std::forward<F>(f)();
}

}  // namespace clearway::bindings
