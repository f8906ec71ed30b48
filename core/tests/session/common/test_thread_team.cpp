// Thread teams: every item once, errors, interrupts, forks, no memory.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "session/common/thread_team.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(a_team_does_every_item_once) {
  ThreadTeam team;
  for (const std::size_t count : {1, 3, 0, 7, 2}) {
    for (int i = 0; i < 200; ++i) {
      std::vector<int> done(count);
      team.run(count, [&](std::size_t k) { ++done[k]; });
      CHECK(done == std::vector<int>(count, 1));
    }
  }
}

TEST(a_team_has_threads_and_allocates_nothing_once_they_run) {
  ThreadTeam team;
  // Each item waits for the others: they are done at the same time, so by different threads.
  std::atomic<int> here{0};
  const std::function<void(std::size_t)> meet = [&](std::size_t) {
    ++here;
    while (here < 3) std::this_thread::yield();
  };
  team.run(3, meet);
  const long before = check::allocations;
  for (int i = 0; i < 200; ++i) {
    here = 0;
    team.run(3, meet);
  }
  CHECK(check::allocations == before);
}

TEST(a_team_throws_the_first_error_and_goes_on) {
  ThreadTeam team;
  for (const std::size_t bad : {0, 2}) {
    const auto fail = [bad](std::size_t i) {
      if (i == bad) throw InvalidInput("item", static_cast<std::int64_t>(i));
      for (;;) check_interrupt_now();  // until another thread has failed
    };
    // The item that fails needs a thread: with two others in front, one of three has to take it.
    CHECK_THROWS(InvalidInput, team.run(3, fail));
  }
  const std::function<void()> stop = [] { throw std::runtime_error("stop"); };
  const auto interrupted = [&] {
    const InterruptScope scope(stop);
    team.run(3, [](std::size_t) {
      for (;;) check_interrupt_now();
    });
  };
  CHECK_THROWS(std::runtime_error, interrupted());
  std::atomic<int> done{0};
  team.run(3, [&](std::size_t) { ++done; });
  CHECK(done == 3);
}

TEST(a_forked_team_starts_again) {
  ThreadTeam team;
  team.run(3, [](std::size_t) {});
  const pid_t child = fork();
  if (child == 0) {
    std::atomic<int> done{0};
    team.run(3, [&](std::size_t) { ++done; });
    _exit(done == 3 ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  // In the middle of a loop: the child has not the threads that do the rest.
  std::atomic<bool> is_child{false};
  const std::function<void()> fork_once = [&, forked = false]() mutable {
    if (forked) return;
    forked = true;
    is_child = fork() == 0;
  };
  bool is_refused = false;
  try {
    const InterruptScope scope(fork_once);
    std::atomic<int> here{0};
    team.run(3, [&](std::size_t) {
      ++here;
      while (here < 3) std::this_thread::yield();
      check_interrupt_now();
    });
  } catch (const Refused&) {
    is_refused = true;
  }
  if (is_child) _exit(is_refused ? 0 : 1);
  CHECK(!is_refused);
  CHECK(waitpid(-1, &status, 0) > 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace CLEARWAY_TEST_FILE
