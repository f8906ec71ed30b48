#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/session/detail/lock.hpp"
#include "clearway/session/option.hpp"
#include "session/common/fork.hpp"
#include "session/common/option_list.hpp"
#include "session/common/parallel.hpp"
#include "session/common/pool.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(a_lock_never_waits_for_its_own_thread) {
  Lock lock("world", "edited");
  {
    const Hold reading(lock, Hold::shared);
    const Hold again(lock, Hold::shared);
    CHECK_THROWS(Refused, Hold(lock, Hold::exclusive));
  }
  const Hold writing(lock, Hold::exclusive);
  CHECK_THROWS(Refused, Hold(lock, Hold::shared));
  CHECK_THROWS(Refused, Hold(lock, Hold::exclusive));
}

TEST(a_waiting_thread_can_be_interrupted) {
  Lock lock("world", "edited");
  const Hold writing(lock, Hold::exclusive);
  std::atomic<bool> was_interrupted{false};
  std::thread other([&] {
    const std::function<void()> stop = [] { throw std::runtime_error("stop"); };
    const InterruptScope scope(stop);
    try {
      const Hold reading(lock, Hold::shared);
    } catch (const std::runtime_error&) {
      was_interrupted = true;
    }
  });
  other.join();
  CHECK(was_interrupted);
}

TEST(writers_exclude_readers_and_each_other) {
  Lock lock("counter", "changed");
  int value = 0;
  std::atomic<bool> is_torn{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        if (t % 2) {
          const Hold hold(lock, Hold::exclusive);
          ++value;
          ++value;
        } else {
          const Hold hold(lock, Hold::shared);
          if (value % 2) is_torn = true;
        }
      }
    });
  for (std::thread& t : threads) t.join();
  CHECK(value == 800);
  CHECK(!is_torn);
}

TEST(a_fork_leaves_a_lock_usable_or_refusing) {
  struct Owner {
    Lock lock{"world", "edited"};
    AtFork at_fork{[](void* o) { static_cast<Owner*>(o)->lock.after_fork(); }, this};
  };
  Owner idle, edited;
  std::atomic<bool> is_held{false}, is_done{false};
  std::thread other([&] {
    const Hold hold(edited.lock, Hold::exclusive);
    is_held = true;
    while (!is_done) std::this_thread::yield();
  });
  while (!is_held) std::this_thread::yield();
  const pid_t child = fork();
  if (child == 0) {
    bool is_refused = false;
    const Hold usable(idle.lock, Hold::exclusive);
    try {
      const Hold lost(edited.lock, Hold::shared);
    } catch (const Refused&) {
      is_refused = true;
    }
    _exit(is_refused && fork_count() == 1 ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  is_done = true;
  other.join();
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  const Hold usable(edited.lock, Hold::exclusive);
  CHECK(fork_count() == 0);
}

TEST(a_pool_lends_again_what_it_got_back) {
  Pool<int> pool;
  int made = 0;
  const auto make = [&] { return std::make_unique<int>(++made); };
  {
    const Loan<int> first(pool, make), second(pool, make);
    CHECK(*first == 1 && *second == 2);
  }
  {
    const Loan<int> again(pool, make);
  }
  CHECK(made == 2);
  try {
    const Loan<int> broken(pool, make);
    throw std::runtime_error("half changed");
  } catch (const std::runtime_error&) {
  }
  const Loan<int> one(pool, make), other(pool, make);
  CHECK(made == 3);  // the one in use at the error was destroyed
}

TEST(a_parallel_loop_does_every_item_once) {
  for (const std::size_t threads : {1, 3}) {
    std::vector<int> done(1000);
    for_each_parallel(done.size(), threads,
                      [&]() -> Worker { return [&](std::size_t i) { ++done[i]; }; });
    CHECK(done == std::vector<int>(1000, 1));
  }
  for_each_parallel(0, 4, []() -> Worker { return [](std::size_t) { CHECK(false); }; });
}

TEST(a_parallel_loop_throws_the_first_error) {
  const auto loop = [] {
    for_each_parallel(100000, 3, []() -> Worker {
      return [](std::size_t i) {
        if (i == 50) throw InvalidInput("item", 50);
      };
    });
  };
  CHECK_THROWS(InvalidInput, loop());
  const std::function<void()> stop = [] { throw std::runtime_error("stop"); };
  // Every item lasts until the loop is ended: by the calling thread, where `stop` is the check.
  const auto interrupted = [&] {
    const InterruptScope scope(stop);
    for_each_parallel(100, 3, []() -> Worker {
      return [](std::size_t) {
        for (;;) check_interrupt_now();
      };
    });
  };
  CHECK_THROWS(std::runtime_error, interrupted());
}

TEST(options_say_what_they_take) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const OptionSpec limit = whole("limit", 0, 7, 1, infinity, "");
  CHECK(limit.range() == "a whole number above 0");
  limit.check(1);
  limit.check(infinity);
  for (const double bad : {0.0, -1.0, 2.5, std::nan("")})
    CHECK_THROWS(InvalidInput, limit.check(bad));
  const OptionSpec effort = number_above("effort", 0, 1, 0, "");
  CHECK(effort.range() == "a number above 0");
  effort.check(1e-300);
  CHECK_THROWS(InvalidInput, effort.check(0));
  const OptionSpec weight = number("weight", 0, 1, 1, 1e6, "");
  CHECK(weight.range() == "a number from 1 to 1000000");
  weight.check(1);
  weight.check(1e6);
  CHECK_THROWS(InvalidInput, weight.check(0.99));
  const OptionSpec partial = flag("partial", 0, false, "");
  CHECK_THROWS(InvalidInput, partial.check(0.5));
  try {
    weight.check(2e6);
  } catch (const InvalidInput& e) {
    CHECK(std::string(e.what()) == "weight is 2000000: a number from 1 to 1000000");
  }
}

}  // namespace CLEARWAY_TEST_FILE
