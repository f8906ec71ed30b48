#include "session/common/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

#include "base/helper_threads.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "session/common/fork.hpp"

namespace clearway {

namespace {

struct Stopped {};  // thrown in the other workers after the first error

class Loop {
 public:
  Loop(std::size_t count, std::size_t threads, const std::function<LoopWorker()>& make)
      : items_(count, threads), make_(make) {}

  void run(std::size_t threads) {
    const std::uint32_t forks = fork_count();
    auto helpers = std::make_unique<std::vector<std::thread>>();
    *helpers = start_helpers(threads - 1, [this] { work(nullptr); });
    work(detail::interrupt_state.check);
    if (forks != fork_count() && !helpers->empty()) {
      static_cast<void>(helpers.release());  // these threads do not exist in the child
      throw Refused("a signal handler forked in the middle of a batch of several threads");
    }
    for (std::thread& t : *helpers) t.join();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  // `outer`: the calling thread's check; null in the others.
  void work(const std::function<void()>* outer) {
    try {
      const std::function<void()> check = [this, outer] {
        if (items_.is_stopped()) throw Stopped{};
        if (outer) (*outer)();
      };
      const InterruptScope scope(check);
      const LoopWorker worker = make_();
      LoopItems::Share share(items_);
      worker(share);
    } catch (...) {
      fail(std::current_exception());
    }
  }

  void fail(std::exception_ptr error) {
    const std::lock_guard lock(error_mutex_);
    if (!error_) error_ = error;
    items_.stop();
  }

  LoopItems items_;
  const std::function<LoopWorker()>& make_;
  std::mutex error_mutex_;
  std::exception_ptr error_;
};

// Items taken at a time: few enough that the threads end together.
constexpr std::size_t most_at_a_time = 16, shares_per_thread = 16;

}  // namespace

LoopItems::LoopItems(std::size_t count, std::size_t threads)
    : count_(count),
      at_a_time_(
          std::clamp<std::size_t>(count / (threads * shares_per_thread), 1, most_at_a_time)) {}

bool LoopItems::Share::take() {
  at_ = all_.next_.fetch_add(all_.at_a_time_, std::memory_order_relaxed);
  end_ = std::min(at_ + all_.at_a_time_, all_.count_);
  if (at_ < end_ && !all_.is_stopped_) return true;
  at_ = end_;
  return false;
}

void share_items(std::size_t count, std::size_t threads, const std::function<LoopWorker()>& make) {
  threads = std::max<std::size_t>(1, std::min(threads, count));
  Loop(count, threads, make).run(threads);
}

void for_each_parallel(std::size_t count, std::size_t threads,
                       const std::function<Worker()>& make) {
  share_items(count, threads, [&]() -> LoopWorker {
    return [worker = make()](LoopItems::Share& items) {
      for (std::size_t i; items.next(i);) worker(i);
    };
  });
}

}  // namespace clearway
