// Anytime searches: every path is better than the one before, the last is shortest.
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

#include "check.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/planners/anytime.hpp"
#include "clearway/planners/fronts.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/planners/ta_star.hpp"
#include "planners/anytime/tra_star.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;

namespace {

// All three searches of one world.
struct Searches {
  const World& world;
  Abstraction abstraction{world};
  TAStarSearch ta{world};
  TRAStarSearch tra{world};
  FrontSearch fronts{world};

  explicit Searches(const World& w) : world(w) { tra.use(abstraction); }
  std::vector<AnytimeSearch*> all() { return {&ta, &tra, &fronts}; }
};

}  // namespace

TEST(anytime_searches_end_with_the_shortest_path) {
  Random random{41};
  for (int round = 0; round < 4; ++round) {
    const World world = worlds::scattered_scene(random, 5).world();
    OptimalSearch optimal(world);
    Searches searches(world);
    for (int i = 0; i < 8; ++i) {
      const Point a{random.real(0, 5), random.real(0, 5)}, b{random.real(0, 5), random.real(0, 5)};
      for (const double radius : {0.0, 0.03}) {
        const Path best = optimal.find(a, b, radius);
        for (AnytimeSearch* search : searches.all()) {
          const Path path = search->find(a, b, radius, {});
          CHECK(path.status == best.status);
          if (best.status != Status::found) continue;
          CHECK(path.optimal && std::abs(path.length - best.length) <= 1e-9 * best.length);
        }
      }
    }
  }
}

TEST(anytime_searches_improve_step_by_step) {
  Random random{42};
  const World world = worlds::scattered_scene(random, 7).world();
  OptimalSearch optimal(world);
  Searches searches(world);
  const Point a{0.02, 0.02}, b{6.98, 6.98};
  const double shortest = optimal.find(a, b, 0).length;
  for (AnytimeSearch* search : searches.all()) {
    search->begin(a, b, 0, {});
    double last = std::numeric_limits<double>::infinity();
    while (search->improve()) {
      CHECK(search->best().length < last && search->best().lower_bound <= shortest * (1 + 1e-12));
      last = search->best().length;
    }
    CHECK(std::abs(last - shortest) <= 1e-9 * shortest);
    CHECK(search->best().optimal && search->best().length == last);
    CHECK(!search->improve());  // it has ended
  }
}

TEST(anytime_searches_keep_to_a_limit) {
  Random random{43};
  const World world = worlds::scattered_scene(random, 7).world();
  OptimalSearch optimal(world);
  Searches searches(world);
  const Point a{0.02, 0.02}, b{6.98, 6.98};
  const double shortest = optimal.find(a, b, 0).length;
  SearchOptions one;
  one.limit = 1;
  for (AnytimeSearch* search : searches.all()) {
    const Path first = search->find(a, b, 0, one);
    CHECK(first.status == Status::found && first.length >= shortest * (1 - 1e-12));
    CHECK(first.lower_bound <= shortest * (1 + 1e-12));
  }
}

TEST(anytime_searches_answer_degenerate_ends) {
  const worlds::Scene scene{worlds::box(0, 0, 10, 10), {{Role::shell, worlds::box(4, 0, 6, 10)}}};
  const World world = scene.world();
  Searches searches(world);
  for (AnytimeSearch* search : searches.all()) {
    CHECK(search->find({1, 1}, {9, 1}, 0, {}).status == Status::no_path);
    CHECK(search->find({5, 1}, {5, 1}, 0, {}).status == Status::start_blocked);
    CHECK(search->find({1, 1}, {5, 1}, 0, {}).status == Status::goal_blocked);
    CHECK(search->find({1, 1}, {2, 2}, 1.5, {}).status == Status::start_blocked);
    const Path same = search->find({4, 0}, {4, 0}, 0, {});  // a corner of both
    CHECK(same.status == Status::found && same.length == 0);
    CHECK(search->find({4, 0}, {4, 10}, 0, {}).length == 10);  // along a wall
  }
}

// An interrupt may come at any check, also while the channel of the shortest path is pulled tight:
// its state must not get lost.
TEST(anytime_searches_continue_after_an_interrupt) {
  Random random{44};
  const World world = worlds::scattered_scene(random, 4).world();
  Searches searches(world);
  const Point a{0.05, 0.05}, b{3.95, 3.95};
  const double radius = 0.03, shortest = OptimalSearch(world).find(a, b, radius).length;
  const std::function<void()> stop = [] { throw std::runtime_error("stop"); };
  SearchOptions own;
  own.prove_with_optimal = false;
  for (AnytimeSearch* search : searches.all()) {
    std::uint32_t interrupts = 0;
    for (std::uint32_t checks = 1; checks <= 500; ++checks) {
      search->begin(a, b, radius, own);
      try {
        const InterruptScope scope(stop);
        detail::interrupt_state.countdown = checks;
        while (search->improve()) continue;
      } catch (const std::runtime_error&) {
        ++interrupts;
      }
      while (search->improve()) continue;
      CHECK(search->best().optimal);
      CHECK(std::abs(search->best().length - shortest) <= 1e-9 * shortest);
    }
    CHECK(interrupts > 0);
  }
}

TEST(anytime_searches_stop_early_by_the_cost_of_their_first_path) {
  Random random{45};
  const World world = worlds::scattered_scene(random, 9).world();
  Searches searches(world);
  SearchOptions first, early;
  first.effort = 1;
  early.stop_early = true;
  std::uint64_t more = 0, same = 0;
  for (int i = 0; i < 40; ++i) {
    const Point a{random.real(0, 9), random.real(0, 9)}, b{random.real(0, 9), random.real(0, 9)};
    for (AnytimeSearch* search :
         {static_cast<AnytimeSearch*>(&searches.ta), static_cast<AnytimeSearch*>(&searches.tra)}) {
      const Path once = search->find(a, b, 0, first), path = search->find(a, b, 0, early);
      CHECK(path.status == once.status);
      if (once.status != Status::found) continue;
      CHECK(path.length <= once.length && path.stats.expanded >= once.stats.expanded);
      CHECK(path.stats.expanded <= 4 * once.stats.expanded + 1);
      ++(path.stats.expanded > once.stats.expanded ? more : same);
    }
  }
  CHECK(more > 0 && same > 0);
}

}  // namespace CLEARWAY_TEST_FILE
