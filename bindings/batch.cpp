#include "batch.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

namespace clearway::bindings {

namespace nb = nanobind;

namespace {

thread_local const std::function<void()>* pulse_here = nullptr;

struct Ended {};  // by another worker, whose error is the one to tell

class Pulse {
 public:
  explicit Pulse(const std::function<void()>& beat) : outer_(pulse_here) { pulse_here = &beat; }
  ~Pulse() { pulse_here = outer_; }

 private:
  const std::function<void()>* outer_;
};

class Batch {
 public:
  Batch(std::size_t count, const std::function<Answerer()>& make) : make_(make), paths_(count) {}

  std::vector<Path> run(std::size_t threads) {
    std::vector<std::thread> helpers;
    try {
      for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back([this] { work(false); });
      work(true);
    } catch (...) {
      fail(std::current_exception());
    }
    for (std::thread& t : helpers) t.join();
    if (error_) std::rethrow_exception(error_);
    return std::move(paths_);
  }

 private:
  void work(bool is_caller) {
    try {
      auto last_look = std::chrono::steady_clock::now();
      const std::function<void()> beat = [&] {
        if (stop_) throw Ended{};
        if (is_caller) look_for_signals(last_look);
      };
      const Pulse pulse(beat);
      const Answerer answer = make_();
      for (;;) {
        const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
        if (i >= paths_.size() || stop_) return;
        paths_[i] = answer(i);
        if (is_caller) look_for_signals(last_look);
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }

  void look_for_signals(std::chrono::steady_clock::time_point& last_look) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_look < std::chrono::milliseconds(100)) return;
    last_look = now;
    bindings::look_for_signals();
  }

  void fail(std::exception_ptr error) {
    std::lock_guard lock(error_mutex_);
    if (!error_) error_ = error;
    stop_ = true;
  }

  const std::function<Answerer()>& make_;
  std::vector<Path> paths_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex error_mutex_;
  std::exception_ptr error_;
};

}  // namespace

void look_for_signals() {
  nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void look_now_and_then() {
  thread_local auto last_look = std::chrono::steady_clock::now();
  const auto now = std::chrono::steady_clock::now();
  if (now - last_look < std::chrono::milliseconds(100)) return;
  last_look = now;
  look_for_signals();
}

const std::function<void()>* current_pulse() { return pulse_here; }

void PathBatch::append(const Path& path, const Rows* rows) {
  status.push_back(static_cast<std::uint8_t>(path.status));
  length.push_back(path.length);
  lower_bound.push_back(path.lower_bound);
  optimal.push_back(path.optimal);
  for (const Segment& s : path.segments) {
    const double row[] = {s.start.x,  s.start.y,  s.end.x,  s.end.y,
                          s.center.x, s.center.y, s.radius, static_cast<double>(s.turn)};
    segments.insert(segments.end(), std::begin(row), std::end(row));
  }
  segment_starts.push_back(static_cast<std::int64_t>(segments.size() / 8));
  for (const Index slot : path.channel) channel.push_back(rows ? rows->row(slot) : slot);
  channel_starts.push_back(static_cast<std::int64_t>(channel.size()));
  expanded.push_back(static_cast<std::int64_t>(path.stats.expanded));
  generated.push_back(static_cast<std::int64_t>(path.stats.generated));
  seconds.push_back(path.stats.seconds);
}

std::vector<Path> answer_batch(std::size_t count, std::size_t threads,
                               const std::function<Answerer()>& make) {
  const std::size_t useful = std::max<std::size_t>(1, std::min(threads, count));
  return Batch(count, make).run(useful);
}

}  // namespace clearway::bindings
