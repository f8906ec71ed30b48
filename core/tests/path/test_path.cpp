// What a path says about itself: every planner keeps to the same contract.
#include <cmath>
#include <limits>

#include "check.hpp"
#include "clearway/path/path.hpp"
#include "clearway/planners/channel.hpp"
#include "clearway/planners/optimal.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Two rooms, separated by a wall with a gap of width 2 at the top, and a box in the second room.
World two_rooms() {
  const worlds::Scene scene{
      worlds::box(0, 0, 20, 10),
      {{Role::shell, worlds::box(9, 0, 10, 8)}, {Role::shell, worlds::box(14, 2, 16, 4)}}};
  return scene.world();
}

void check_contract(const World& world, const Path& path, const Point& start, const Point& goal) {
  CHECK(path.lower_bound <= path.length * (1 + 1e-12));
  if (path.status != Status::found) {
    CHECK(path.segments.empty() && path.length == infinity && path.lower_bound == infinity);
    return;
  }
  CHECK(path.segments.empty()
            ? start == goal
            : path.segments.front().start == start && path.segments.back().end == goal);
  CHECK(std::abs(length_of(path.segments) - path.length) <= 1e-12 * (1 + path.length));
  if (path.optimal) CHECK(path.lower_bound >= path.length * (1 - 1e-12));
  for (const auto t : path.channel) CHECK(world.mesh().is_free(t));
}

}  // namespace

TEST(a_path_is_none_until_it_is_found) {
  const Path path;
  CHECK(path.status == Status::no_path && !path.optimal && path.segments.empty());
}

TEST(paths_keep_the_contract_whatever_the_ends) {
  const World world = two_rooms();
  OptimalSearch optimal(world);
  ChannelSearch channel(world);
  const Point ends[] = {{1, 1}, {19, 1}, {15, 3}, {9, 8}, {-1, 5}, {10, 0}, {1, 1}};
  for (const Point& a : ends)
    for (const Point& b : ends)
      for (const double radius : {0.0, 0.5, 0.75, 1.5}) {
        const Path best = optimal.find(a, b, radius), way = channel.find(a, b, radius);
        check_contract(world, best, a, b);
        check_contract(world, way, a, b);
        CHECK(best.status == way.status);
        if (best.status != Status::found) continue;
        CHECK(best.optimal && best.length <= way.length * (1 + 1e-12));
      }
}

TEST(paths_say_which_end_is_blocked) {
  const World world = two_rooms();
  OptimalSearch search(world);
  CHECK(search.find({15, 3}, {15, 3}, 0).status == Status::start_blocked);
  CHECK(search.find({1, 1}, {15, 3}, 0).status == Status::goal_blocked);
  CHECK(search.find({1, 1}, {19, 1}, 1.25).status == Status::start_blocked);
  CHECK(search.find({2, 2}, {18, 2}, 1.25).status == Status::no_path);
  const Path same = search.find({1, 1}, {1, 1}, 0.5);
  CHECK(same.status == Status::found && same.length == 0 && same.optimal);
}

}  // namespace CLEARWAY_TEST_FILE
