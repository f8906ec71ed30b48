// Options of a search: what they are unless a query says otherwise.
#include <limits>

#include "check.hpp"
#include "clearway/planners/channel.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/planners/options.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(options_bound_nothing_by_default) {
  const SearchOptions options;
  CHECK(options.limit == std::numeric_limits<std::uint64_t>::max() && options.effort == 0);
  CHECK(!options.partial);
}

TEST(options_that_only_save_work_change_no_answer) {
  worlds::Random random{51};
  const World world = worlds::scattered_scene(random, 6).world();
  OptimalSearch search(world);
  SearchOptions at_once, never;
  at_once.dominance_from = 0;
  never.dominance_from = std::numeric_limits<std::uint64_t>::max();
  for (int i = 0; i < 20; ++i) {
    const Point a{random.real(0, 6), random.real(0, 6)}, b{random.real(0, 6), random.real(0, 6)};
    const Path one = search.find(a, b, 0.02, at_once), other = search.find(a, b, 0.02, never);
    CHECK(one.status == other.status);
    if (one.status == Status::found)
      CHECK(std::abs(one.length - other.length) <= 1e-12 * one.length);
  }
}

TEST(options_partial_leads_to_the_closest_place) {
  const worlds::Scene scene{worlds::box(0, 0, 10, 10), {{Role::shell, worlds::box(4, 0, 6, 10)}}};
  const World world = scene.world();
  OptimalSearch search(world);
  SearchOptions partial;
  partial.partial = true;
  const Path path = search.find({1, 5}, {9, 5}, 0, partial);
  CHECK(path.status == Status::partial && path.length == 3);
  CHECK(path.segments.back().end == Point{4, 5});
  CHECK(search.find({1, 5}, {9, 5}, 0).status == Status::no_path);
}

}  // namespace CLEARWAY_TEST_FILE
