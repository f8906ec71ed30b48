// What searches over corners report: each corner that they expand, with its predecessor.
#include <vector>

#include "check.hpp"
#include "clearway/planners/expanded_corner.hpp"
#include "planners/visibility/visibility_search.hpp"
#include "worlds.hpp"

using namespace clearway;

TEST(corner_searches_report_what_they_expand) {
  const worlds::Scene scene{worlds::box(0, 0, 10, 10), {{Role::shell, worlds::box(4, 2, 6, 8)}}};
  const World world = scene.world();
  const Corners corners(world.mesh());
  const VisibilityGraph pruned(world, corners, true);
  const Bsp tree(world);
  VisibilitySearch graph(world, corners, pruned), bsp(world, corners, tree);
  for (VisibilitySearch* search : {&graph, &bsp}) {
    std::vector<ExpandedCorner> explored;
    const Path path = search->find({1, 4}, {9, 4}, true, &explored);
    CHECK(explored.size() == path.stats.expanded && explored.size() == 2);
    CHECK(explored[0].predecessor == Point(1, 4) && explored[0].at == Point(4, 2));
    CHECK(explored[1].predecessor == Point(4, 2) && explored[1].at == Point(6, 2));
    explored.clear();
    search->find({1, 1}, {9, 1}, true, &explored);  // straight
    CHECK(explored.empty());
  }
}
