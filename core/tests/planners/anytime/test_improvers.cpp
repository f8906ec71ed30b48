#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/planners/channel.hpp"
#include "clearway/planners/fronts.hpp"
#include "clearway/planners/improver.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/planners/ta_star.hpp"
#include "planners/anytime/anytime_improver.hpp"
#include "planners/anytime/round_search.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

World posts(int count) {
  worlds::Random random{11};
  World world(worlds::ground(worlds::box(0, 0, 40, 40)));
  Obstacles obstacles;
  for (Handle h = 0; h < count; ++h)
    obstacles.add(h, Role::post, worlds::Chain{{random.real(2, 38), random.real(2, 38)}});
  world.apply({}, obstacles);
  return world;
}

constexpr Point start{1, 1}, goal{39, 39};
constexpr double radius = 0.3;

std::vector<std::unique_ptr<Improver>> improvers(const World& world, const Point& a, const Point& b,
                                                 const SearchOptions& options) {
  std::vector<std::unique_ptr<Improver>> out;
  out.push_back(std::make_unique<RoundSearch>(world, a, b, radius, options));
  out.push_back(std::make_unique<FrontImprover>(world, a, b, radius, options));
  auto search = std::make_unique<TAStarSearch>(world);
  search->begin(a, b, radius, options);
  out.push_back(std::make_unique<AnytimeImprover>(std::move(search)));
  return out;
}

}  // namespace

TEST(improvers_end_with_the_shortest_path) {
  const World world = posts(60);
  const double shortest = OptimalSearch(world).find(start, goal, radius).length;
  for (const auto& improver : improvers(world, start, goal, {})) {
    double last = std::numeric_limits<double>::infinity();
    int count = 0;
    while (const Path* path = improver->next()) {
      CHECK(path->status == Status::found && path->length <= last);
      CHECK(path->lower_bound <= shortest * (1 + 1e-9));
      last = path->length;
      ++count;
    }
    CHECK(count > 0 && improver->best().optimal);
    CHECK(std::fabs(improver->best().length - shortest) < 1e-9 * shortest);
    CHECK(improver->next() == nullptr);
  }
}

TEST(improvers_say_once_why_there_is_no_path) {
  const World world = posts(10);
  for (const auto& improver : improvers(world, start, {50, 50}, {})) {
    const Path* path = improver->next();
    CHECK(path && path->status == Status::goal_blocked);
    CHECK(improver->next() == nullptr);
  }
}

TEST(rounds_stop_at_their_limit) {
  const World world = posts(300);
  const Path first = ChannelSearch(world).find(start, goal, radius);
  const double shortest = OptimalSearch(world).find(start, goal, radius).length;
  SearchOptions options;
  options.effort = 1;
  RoundSearch once(world, start, goal, radius, options);
  CHECK(once.next()->length == first.length);
  CHECK(once.next() == nullptr);
  options.effort = 0;
  options.limit = 2 * first.stats.expanded;
  RoundSearch limited(world, start, goal, radius, options);
  while (limited.next()) continue;
  CHECK(limited.best().length <= first.length);
  CHECK(limited.best().lower_bound <= shortest * (1 + 1e-9));
}

TEST(an_interrupted_step_can_be_taken_again) {
  const World world = posts(300);
  const double shortest = OptimalSearch(world).find(start, goal, radius).length;
  RoundSearch search(world, start, goal, radius, {});
  CHECK(search.next() != nullptr);
  const std::function<void()> stop = [] { throw std::runtime_error("stop"); };
  int interrupts = 0;
  try {
    const InterruptScope scope(stop);
    detail::interrupt_state.countdown = 1;  // the search is short
    while (search.next()) continue;
  } catch (const std::runtime_error&) {
    ++interrupts;
  }
  CHECK(interrupts == 1);
  while (search.next()) continue;
  CHECK(std::fabs(search.best().length - shortest) < 1e-9 * shortest);
}

TEST(fronts_are_reported_only_if_asked) {
  World world = posts(80);
  Obstacles wall;
  wall.add(100, Role::wall, worlds::Chain{{10, 30}, {30, 10}});
  world.apply({}, wall);
  FrontSearch search(world);
  SearchOptions options;
  options.prove_with_optimal = false;
  std::vector<ExploredFront> fronts;
  search.find(start, goal, radius, options);
  search.log(&fronts);
  for (const double r : {0.0, radius}) {
    const Path path = search.find(start, goal, r, options);
    CHECK(path.optimal && !fronts.empty());
    for (std::size_t i = 0; i < fronts.size(); ++i) {
      const ExploredFront& front = fronts[i];
      CHECK(front.taken == ExploredFront::never || front.taken >= front.queued);
      CHECK(front.parent == none
                ? front.queued == 0
                : front.parent < i && front.queued == fronts[front.parent].taken + 1);
      if (front.taken != ExploredFront::never) CHECK(front.bound <= path.length * (1 + 1e-12));
    }
  }
  const std::size_t count = fronts.size();
  search.log(nullptr);
  search.find({1, 39}, {39, 1}, radius, options);
  CHECK(fronts.size() == count);
}

}  // namespace CLEARWAY_TEST_FILE
