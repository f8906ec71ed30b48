// Hierarchies: prepared, edited, cut again, restored.
#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/planners/hierarchy_stats.hpp"
#include "planners/hierarchy/degraded_region.hpp"
#include "planners/hierarchy/hierarchy.hpp"
#include "planners/hierarchy/hierarchy_ids.hpp"
#include "planners/hierarchy/hierarchy_state.hpp"
#include "prepared_hierarchy.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;

TEST(a_prepared_hierarchy_has_clusters_nodes_and_edges) {
  Random random{61};
  const World world = worlds::scattered_scene(random, 9).world();
  PreparedHierarchy p(world, {0.04, 0.04, 0});
  CHECK(p.hierarchy.is_ready() && !p.hierarchy.is_lost());
  const HierarchyStats stats = p.hierarchy.stats();
  CHECK(stats.clusters == 9 && stats.nodes > 0 && stats.edges > 0 && stats.cut > 0);
  CHECK(stats.cached_paths == stats.edges && stats.repaired >= stats.edges && stats.bytes > 0);
  CHECK(p.hierarchy.live_nodes().size() == stats.nodes && p.hierarchy.stretch() >= 1);
  CHECK(p.hierarchy.live_edges(0.04).size() == stats.edges);
  for (const auto& [u, v] : p.hierarchy.live_edges(0.04)) {
    const Path best =
        p.optimal.find(p.hierarchy.node_position(u), p.hierarchy.node_position(v), 0.04);
    CHECK(p.hierarchy.length(u, v, 0.04) == best.length);
  }
}

TEST(clusters_that_edits_degrade_are_cut_again) {
  Random random{66};
  World world = worlds::scattered_scene(random, 9).world();
  PreparedHierarchy p(world, {0.03, 0.03, 0});
  CHECK(!p.hierarchy.has_unchecked_clusters());
  Obstacles added;  // many small boxes in one cluster: it grows
  for (int i = 0; i < 100; ++i) {
    const Point at{random.real(0.1, 2.8), random.real(0.1, 2.8)};
    added.add(1000 + i, Role::shell, worlds::box(at.x, at.y, at.x + 0.02, at.y + 0.02));
  }
  world.apply({}, added);
  p.hierarchy.edited(world, {}, added.handles);
  CHECK(p.hierarchy.has_unchecked_clusters());
  const std::vector<DegradedRegion> regions = p.hierarchy.degraded_regions(world);
  CHECK(!regions.empty() && !p.hierarchy.has_unchecked_clusters());
  for (const DegradedRegion& region : regions) {
    CHECK(region.starts.size() == region.slots.size() + 1 && region.parts > 0);
    std::vector<std::int32_t> part_of;
    for (std::size_t i = 0; i < region.slots.size(); ++i)
      part_of.push_back(static_cast<std::int32_t>(i * region.parts / region.slots.size()));
    p.hierarchy.recut(world, region, part_of);
    p.hierarchy.validate(world);
  }
  p.complete();
  CHECK(p.hierarchy.stats().recuts == regions.size());
}

TEST(hierarchies_are_restored_from_their_state) {
  Random random{64};
  const World world = worlds::scattered_scene(random, 9).world();
  PreparedHierarchy p(world, {0.03, 0.03, 0});
  const auto clusters = squares(world, 3, 3);
  const HierarchyState state = p.hierarchy.state();
  Hierarchy again(p.hierarchy.radii(), 3, 0.1);
  again.restore(world, clusters, state);
  CHECK(again.pending() == 0);
  again.prepare_queries(world);
  again.validate(world);
  CHECK(again.stats().edges == p.hierarchy.stats().edges);

  HierarchyState broken = state;
  broken.edges.front().second = static_cast<Index>(broken.positions.size());
  CHECK_THROWS(InvalidInput,
               Hierarchy(p.hierarchy.radii(), 3, 0.1).restore(world, clusters, broken));
  broken = state;
  broken.positions.pop_back();
  CHECK_THROWS(InvalidInput,
               Hierarchy(p.hierarchy.radii(), 3, 0.1).restore(world, clusters, broken));
}

TEST(an_abandoned_hierarchy_is_empty) {
  Random random{67};
  const World world = worlds::scattered_scene(random, 9).world();
  Hierarchy hierarchy({0.03, 0.03, 0}, 3, 0.1);  // without nodes: abandon() leaks
  hierarchy.abandon();
  CHECK(hierarchy.is_ready() && hierarchy.live_nodes().empty());
  CHECK(hierarchy.radii().least == 0.03 && hierarchy.tolerance() == 0.1);
  hierarchy.validate(world);
}

}  // namespace CLEARWAY_TEST_FILE
