// Labels: as short as "optimal", for any order of hubs, within their budget.
#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/planners/optimal.hpp"
#include "planners/labels/label_search.hpp"
#include "planners/labels/labels.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;

namespace {

constexpr std::size_t plenty = 1 << 30;

void complete(Labels& labels) {
  while (labels.compute(7) > 0) continue;
}

void compare(const World& world, const Labels& labels, Random& random, double size, int queries) {
  OptimalSearch optimal(world);
  LabelSearch search(world, labels);
  Path path;
  for (int i = 0; i < queries; ++i) {
    const auto end = [&] {
      return random.below(2)
                 ? Point{double(random.below(int(size) + 1)), double(random.below(int(size) + 1))}
                 : Point{random.real(0, size), random.real(0, size)};
    };
    const Point a = end(), b = end();
    const Path best = optimal.find(a, b, 0);
    search.find(a, b, path);
    CHECK(path.status == best.status);
    if (best.status != Status::found) continue;
    CHECK(path.optimal && std::abs(path.length - best.length) <= 1e-12 * best.length);
    CHECK(!path.channel.empty());
    for (std::size_t k = 1; k < path.channel.size(); ++k)
      CHECK(world.mesh().portal(path.channel[k - 1], path.channel[k]) != none);
  }
}

}  // namespace

TEST(labels_are_as_short_as_optimal) {
  Random random{41};
  for (int round = 0; round < 12; ++round) {
    const bool is_integer = round % 2;
    const World world =
        (is_integer ? worlds::integer_scene(random, 10, 8) : worlds::scattered_scene(random, 4))
            .world();
    Labels labels(world, plenty);
    complete(labels);
    CHECK(labels.is_ready() && !labels.is_over_budget());
    compare(world, labels, random, is_integer ? 10 : 4, 60);
    // The reverse order is worse, and as right.
    std::vector<Point> hubs = labels.hubs();
    std::reverse(hubs.begin(), hubs.end());
    Labels other(world, hubs, plenty, 2);
    complete(other);
    CHECK(other.is_ready() && other.stats().corners == hubs.size());
    compare(world, other, random, is_integer ? 10 : 4, 60);
  }
}

TEST(labels_refuse_an_order_of_other_corners) {
  Random random{42};
  const World world = worlds::scattered_scene(random, 4).world();
  Labels labels(world, plenty);
  complete(labels);
  std::vector<Point> hubs = labels.hubs();
  CHECK(hubs.size() > 3);
  hubs[0] = hubs[1];
  CHECK_THROWS(InvalidInput, Labels(world, hubs, plenty));
  hubs[0] = {0.123, 0.456};
  CHECK_THROWS(InvalidInput, Labels(world, hubs, plenty));
  hubs.pop_back();
  CHECK_THROWS(InvalidInput, Labels(world, hubs, plenty));
}

TEST(labels_stay_within_their_budget) {
  Random random{43};
  const World world = worlds::scattered_scene(random, 4).world();
  Labels labels(world, plenty);
  complete(labels);
  for (const std::size_t memory : {std::size_t{0}, labels.stats().bytes / 2}) {
    Labels small(world, memory);
    complete(small);
    CHECK(small.is_over_budget() && !small.is_ready());
    CHECK(small.compute(1) == 0);
  }
}

}  // namespace CLEARWAY_TEST_FILE
