#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "check.hpp"
#include "geometry/construction.hpp"
#include "planners/weighted/weighted_search.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A square of 100 x 100 whose part right of x = 50 is mud.
struct HalfPlanes {
  World overlay{worlds::ground(box(0, 0, 100, 100)), 0.0};
  Features features;

  HalfPlanes() {
    PlacedFeature mud;
    mud.feature.name = "mud";
    mud.shape.add(0, Role::shell, box(50, 0, 100, 100));
    features.areas.emplace(0, mud);
    worlds::Chain ring = box(50, 0, 100, 100);
    ring.push_back(ring.front());
    Obstacles walls;
    walls.add(0, Role::wall, ring);
    overlay.apply({}, walls);
  }
};

double least_cost(const Point& a, const Point& b, double factor) {
  const auto cost = [&](double y) {
    return std::hypot(50 - a.x, y - a.y) + factor * std::hypot(b.x - 50, b.y - y);
  };
  double low = 0, high = 100;
  for (int i = 0; i < 300; ++i) {
    const double p = low + (high - low) / 3, q = high - (high - low) / 3;
    if (cost(p) < cost(q))
      high = q;
    else
      low = p;
  }
  return cost(0.5 * (low + high));
}

}  // namespace

TEST(weighted_search_obeys_snells_law) {
  const HalfPlanes world;
  const WeightedRegions regions(world.overlay, {}, world.features, {}, {});
  std::mt19937 random(3);
  std::uniform_real_distribution<double> left(1, 49), right(51, 99);
  for (const double factor : {0.2, 0.9, 1.7, 20.0}) {
    const WeightedSearch search(regions, {{"mud", factor}});
    for (int i = 0; i < 10; ++i) {
      const Point a{left(random), 0.5 * (left(random) + right(random))};
      const Point b{right(random), 0.5 * (left(random) + right(random))};
      const double best = least_cost(a, b, factor);
      for (const double tolerance : {0.1, 1e-3, 1e-5}) {
        const WeightedAnswer out = search.find(a, b, {}, tolerance, {});
        CHECK(std::abs(out.cost - best) <= 1e-9 * best);
        CHECK(out.is_proved && out.lower_bound <= best * (1 + 1e-12));
        CHECK(best <= (1 + tolerance) * out.lower_bound * (1 + 1e-9));
      }
    }
  }
}

TEST(weighted_search_ends_at_the_cheapest_point_of_a_line) {
  const HalfPlanes world;
  const WeightedRegions regions(world.overlay, {}, world.features, {}, {});
  const Point a{20, 40}, low{70, 10}, high{85, 90};
  Place place;
  PlacePart post, line;
  post.lines.push_back({Point{5, 5}});
  line.lines.push_back({low, high});
  place.parts = {post, line};
  for (const double factor : {0.2, 0.9, 1.7}) {
    const WeightedSearch search(regions, {{"mud", factor}});
    const double to_post = distance(a, Point{5, 5});
    double best = to_post;
    for (int i = 0; i <= 2000; ++i) {
      const double t = i / 2000.0;
      const Point b{low.x + t * (high.x - low.x), low.y + t * (high.y - low.y)};
      best = std::min(best, least_cost(a, b, factor));
    }
    const WeightedAnswer out = search.find(a, place, {}, 1e-4, {});
    CHECK(out.is_proved && out.lower_bound <= best && out.cost <= best * (1 + 1e-9));
    CHECK(out.part == (best < to_post ? 1u : 0u));
  }
}

TEST(weighted_search_stops_at_its_limit) {
  const HalfPlanes world;
  const WeightedRegions regions(world.overlay, {}, world.features, {}, {});
  const WeightedSearch search(regions, {{"mud", 3.0}});
  const Point a{20, 40}, b{70, 60};
  for (std::uint64_t limit = 0; limit < 60; ++limit) {
    SearchOptions options;
    options.limit = limit;
    const WeightedAnswer out = search.find(a, b, {}, 1e-4, options);
    CHECK(out.stats.expanded <= limit);
    CHECK(out.lower_bound <= least_cost(a, b, 3.0) * (1 + 1e-12));
    CHECK(out.points.empty() == (out.cost == infinity));
  }
  // A path that is known to be as good as it gets is not found again.
  CHECK(search.find(a, b, {least_cost(a, b, 3.0) * (1 - 1e-12), 0.0}, 1e-3, {}).points.empty());
}

}  // namespace CLEARWAY_TEST_FILE
