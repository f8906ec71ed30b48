#include "call.hpp"

#ifndef _WIN32
#include <pthread.h>
#endif

#include <atomic>
#include <chrono>

namespace clearway::bindings {

namespace nb = nanobind;

namespace {

constexpr std::chrono::milliseconds check_interval{20};

std::atomic<unsigned long> main_thread{0};

void check_signals() {
  thread_local std::chrono::steady_clock::time_point last_check{};
  const auto now = std::chrono::steady_clock::now();
  if (now - last_check < check_interval) return;
  last_check = now;
  if (PyThread_get_thread_ident() != main_thread) return;
  const nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace

const std::function<void()> signal_check = check_signals;

void watch_signals() {
  const nb::object thread = nb::module_::import_("threading").attr("main_thread")();
  main_thread = nb::cast<unsigned long>(thread.attr("ident"));
  // The thread that forks is the child's main thread.
#ifndef _WIN32
  pthread_atfork(nullptr, nullptr, [] { main_thread = PyThread_get_thread_ident(); });
#endif
}

}  // namespace clearway::bindings
