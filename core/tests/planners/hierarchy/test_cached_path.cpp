// Cached paths by radius.
#include <cmath>

#include "check.hpp"
#include "clearway/planners/optimal.hpp"
#include "planners/hierarchy/cached_path.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(cached_paths_grow_with_the_radius_and_end_where_no_disc_passes) {
  // The short path leads through a gap of 1, the long one through a gap of 2.
  const worlds::Scene gaps{worlds::box(0, 0, 9, 9), {{Role::shell, worlds::box(4, 1, 5, 7)}}};
  const World world = gaps.world();
  OptimalSearch optimal(world);
  DiscFunnel funnel(world.mesh());
  const ExactSearch exact = [&](const Point& a, const Point& b, double r) {
    return optimal.find(a, b, r);
  };
  const Point a{2, 3.5}, b{7, 3.5};
  const double tolerance = 0.05;
  std::vector<CachedPath> paths =
      compute_cached_paths(world, funnel, exact, a, b, {0.0, 4.0, 0.0}, tolerance);
  CHECK(paths.size() >= 2 && paths.front().least == 0);
  CHECK(std::abs(paths.back().most - 1) < 1e-9);  // the gap of 2 closes
  for (std::size_t i = 0; i < paths.size(); ++i) {
    CachedPath& path = paths[i];
    CHECK(path.least <= path.most && path.shortest <= path.longest * (1 + 1e-12));
    if (i > 0) CHECK(paths[i - 1].most < path.least);
    for (const double r : {path.least, (path.least + path.most) / 2}) {
      const double best = optimal.find(a, b, r).length;
      CHECK(path.length(r) >= best * (1 - 1e-6) && path.length(r) <= best * (1 + 2 * tolerance));
    }
    CHECK(path.length(path.least) == path.shortest && path.length(path.most) == path.longest);
    CHECK(refit(world, funnel, a, b, path));
    path.shortest *= 0.5;
    CHECK(!refit(world, funnel, a, b, path));  // the stored length is wrong
  }
}

TEST(there_is_no_cached_path_between_separate_points) {
  const worlds::Scene scene{worlds::box(0, 0, 9, 9), {{Role::shell, worlds::box(4, 0, 5, 9)}}};
  const World world = scene.world();
  OptimalSearch optimal(world);
  DiscFunnel funnel(world.mesh());
  const ExactSearch exact = [&](const Point& a, const Point& b, double r) {
    return optimal.find(a, b, r);
  };
  CHECK(compute_cached_paths(world, funnel, exact, {2, 2}, {7, 2}, {0.0, 4.0, 0.0}, 0.1).empty());
}

}  // namespace CLEARWAY_TEST_FILE
