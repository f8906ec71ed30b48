#include "batch.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

#include "base/helper_threads.hpp"
#include "call.hpp"
#include "fork.hpp"

namespace clearway::bindings {

namespace {

struct Ended {};  // by another worker, whose error is the one to tell

class Batch {
 public:
  Batch(std::size_t count, const std::function<Answerer()>& make) : make_(make), paths_(count) {}

  std::vector<Path> run(std::size_t threads) {
    const std::uint32_t forks = fork_count();
    auto helpers = std::make_unique<std::vector<std::thread>>();
    *helpers = start_helpers(threads - 1, [this] { work(false); });
    work(true);
    if (forks != fork_count() && !helpers->empty()) {
      static_cast<void>(helpers.release());  // there are no such threads in this process
      throw Refused("a signal handler forked in the middle of a batch of several threads");
    }
    for (std::thread& t : *helpers) t.join();
    if (error_) std::rethrow_exception(error_);
    return std::move(paths_);
  }

 private:
  void work(bool is_caller) {
    try {
      const std::function<void()> check = [this, is_caller] {
        if (stop_) throw Ended{};
        if (is_caller) check_signals();
      };
      const InterruptScope scope(check);
      const Answerer answer = make_();
      for (;;) {
        const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
        if (i >= paths_.size() || stop_) return;
        check_interrupt();
        paths_[i] = answer(i);
      }
    } catch (...) {
      fail(std::current_exception());
    }
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
  for (const TriangleId slot : path.channel)
    channel.push_back(rows ? rows->row(slot) : static_cast<std::int32_t>(slot.number()));
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
