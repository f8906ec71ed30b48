#include <stdexcept>

#include "check.hpp"
#include "clearway/base/interrupt.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {
struct Stop {};
constexpr int calls = 100000;
}  // namespace

TEST(interrupt_checks_run_while_their_scope_lasts) {
  int outer = 0, inner = 0;
  const std::function<void()> count_outer = [&] { ++outer; }, count_inner = [&] { ++inner; };
  {
    const InterruptScope scope(count_outer);
    for (int i = 0; i < calls; ++i) check_interrupt();
    const int before = outer;
    CHECK(before > 1);
    {
      const InterruptScope nested(count_inner);
      for (int i = 0; i < calls; ++i) check_interrupt(8);
    }
    CHECK(outer == before);
    CHECK(inner > before);
    for (int i = 0; i < calls; ++i) check_interrupt();
    CHECK(outer > before);
  }
  const int ended = outer;
  for (int i = 0; i < calls; ++i) check_interrupt();
  CHECK(outer == ended);
}

TEST(what_an_interrupt_check_throws_reaches_the_caller) {
  const std::function<void()> stop = [] { throw Stop(); };
  bool stopped = false;
  try {
    const InterruptScope scope(stop);
    for (int i = 0; i < calls; ++i) check_interrupt();
  } catch (const Stop&) {
    stopped = true;
  }
  CHECK(stopped);
  for (int i = 0; i < calls; ++i) check_interrupt();
}

}  // namespace CLEARWAY_TEST_FILE
