#include "call.hpp"

#ifndef _WIN32
#include <pthread.h>
#endif

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>

namespace clearway::bindings {

namespace nb = nanobind;

namespace {

constexpr std::chrono::milliseconds check_interval{20};

using Clock = std::chrono::steady_clock;

std::atomic<unsigned long> main_thread{0};
thread_local constinit Clock::time_point deadline = Clock::time_point::max();

void check_signals() {
  thread_local Clock::time_point last_check{};
  const auto now = Clock::now();
  if (now - last_check < check_interval) return;
  last_check = now;
  if (now >= deadline) {
    const nb::gil_scoped_acquire acquire;
    PyErr_SetString(PyExc_TimeoutError, "the deadline of this thread has passed");
    throw nb::python_error();
  }
  if (PyThread_get_thread_ident() != main_thread) return;
  const nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace

const std::function<void()> signal_check = check_signals;

double set_deadline(double seconds) {
  constexpr double longest = 1e8;  // seconds: beyond this there is no deadline
  const std::chrono::duration<double> left = deadline - Clock::now();
  const bool had_one = deadline != Clock::time_point::max();
  deadline = Clock::time_point::max();
  if (seconds < longest)
    deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(std::max(seconds, 0.0)));
  return had_one ? left.count() : std::numeric_limits<double>::infinity();
}

void watch_signals() {
  const nb::object thread = nb::module_::import_("threading").attr("main_thread")();
  main_thread = nb::cast<unsigned long>(thread.attr("ident"));
  // The thread that forks is the child's main thread.
#ifndef _WIN32
  pthread_atfork(nullptr, nullptr, [] { main_thread = PyThread_get_thread_ident(); });
#endif
}

}  // namespace clearway::bindings
