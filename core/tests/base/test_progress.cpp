// Progress that another thread reads.
#include <string_view>
#include <thread>

#include "check.hpp"
#include "clearway/base/progress.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(a_counter_counts_the_steps_of_its_thread) {
  ProgressCounter counter;
  CHECK(counter.state().phase == nullptr);
  begin_phase("nobody", 3);  // no counter is attached
  count_step();
  {
    const ProgressScope scope(&counter);
    begin_phase("points", 5);
    count_step();
    count_step();
    ProgressCounter inner;
    {
      const ProgressScope nested(&inner);
      begin_phase("edges", 7);
    }
    std::thread([] { count_step(); }).join();
    CHECK(inner.state().total == 7 && inner.state().done == 0);
    count_step();
    CHECK(is_counted());
  }
  count_step();
  CHECK(!is_counted());
  const ProgressCounter::State state = counter.state();
  CHECK(std::string_view(state.phase) == "points" && state.done == 3 && state.total == 5);
}

TEST(a_counter_reaches_a_step) {
  reach_step(9);  // no counter is attached
  ProgressCounter counter;
  const ProgressScope scope(&counter);
  begin_phase("blocks", 128);
  reach_step(64);
  CHECK(counter.state().done == 64);
  begin_phase("next", 2);
  CHECK(counter.state().done == 0);
}

}  // namespace CLEARWAY_TEST_FILE
