#include "session/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

#include "base/helper_threads.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "session/fork.hpp"

namespace clearway {

namespace {

struct Stopped {};  // thrown in the other workers after the first error

class Loop {
 public:
  Loop(std::size_t count, const std::function<Worker()>& make) : count_(count), make_(make) {}

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
        if (stop_) throw Stopped{};
        if (outer) (*outer)();
      };
      const InterruptScope scope(check);
      const Worker worker = make_();
      for (;;) {
        const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
        if (i >= count_ || stop_) return;
        check_interrupt();
        worker(i);
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }

  void fail(std::exception_ptr error) {
    const std::lock_guard lock(error_mutex_);
    if (!error_) error_ = error;
    stop_ = true;
  }

  const std::size_t count_;
  const std::function<Worker()>& make_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex error_mutex_;
  std::exception_ptr error_;
};

}  // namespace

void for_each_parallel(std::size_t count, std::size_t threads,
                       const std::function<Worker()>& make) {
  Loop(count, make).run(std::max<std::size_t>(1, std::min(threads, count)));
}

}  // namespace clearway
