// Memory runs out in the searches by channels, at each allocation in turn; later answers are right.
#include <cmath>
#include <new>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "clearway/planners/optimal.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

constexpr double size = 40;

// A row of boxes in each of many rows: many ways lead around them.
World boxes(worlds::Random& random) {
  World world(worlds::ground(worlds::box(0, 0, size, size)));
  worlds::Obstacles o;
  Handle next = 0;
  for (double y = 1; y < size - 2; y += 2)
    for (double x = 1; x < size - 2; x += 2) {
      const double a = x + random.real(0, 0.6), b = y + random.real(0, 0.6);
      worlds::add(o, next++, Role::shell,
                  worlds::box(a, b, a + random.real(0.3, 1.2), b + random.real(0.3, 1.2)));
    }
  world.apply({}, o);
  return world;
}

}  // namespace

TEST(searches_by_channels_recover_when_memory_runs_out) {
  worlds::Random random{5};
  const World world = boxes(random);
  const auto point = [&] { return Point{random.real(0, size), random.real(0, size)}; };
  SearchOptions at_once;
  at_once.dominance_from = 0;
  int failures = 0;
  for (const double radius : {0.0, 0.05}) {
    for (long most = 0; most < 150; ++most) {
      OptimalSearch kept(world), fresh(world);
      // Dead ends are known after some queries, for a point.
      for (int k = 0; k < (most % 2 == 0 ? 12 : 0); ++k) kept.find(point(), point(), 0.0, at_once);
      const Point a = point(), b = point();
      check::allocations_left = most;
      try {
        kept.find(a, b, radius, at_once);
      } catch (const std::bad_alloc&) {
        ++failures;
      }
      check::allocations_left = -1;
      for (int k = 0; k < 4; ++k) {
        const Point c = k == 0 ? a : point(), d = k == 0 ? b : point();
        for (const double r : {radius, 0.05 - radius}) {
          const Path now = kept.find(c, d, r, at_once), right = fresh.find(c, d, r, at_once);
          CHECK(now.status == right.status);
          CHECK(std::abs(now.length - right.length) <= 1e-12 * right.length ||
                now.length == right.length);
        }
      }
    }
  }
  CHECK(failures > 20);
}

}  // namespace CLEARWAY_TEST_FILE
