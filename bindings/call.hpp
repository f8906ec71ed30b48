// The frame of every method of the module: it releases the GIL and lets signals interrupt the core.
// So no thread waits for a lock of the core while it holds the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <utility>

#include "clearway/base/interrupt.hpp"

namespace clearway::bindings {

// The interrupt check of every call. On the main thread, where Python runs signal handlers, it runs
// them at most every 20 ms and throws their exceptions. On other threads it does nothing. Call it
// without the GIL.
extern const std::function<void()> signal_check;

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
