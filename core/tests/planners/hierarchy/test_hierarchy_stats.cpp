// When a partition is no longer good enough.
#include "check.hpp"
#include "clearway/planners/hierarchy_stats.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(clusters_are_about_as_many_as_triangles_in_each) {
  CHECK(intended_clusters(0, {}) == 0 && intended_clusters(1, {}) == 1);
  CHECK(intended_clusters(100, {}) == 10 && intended_clusters(110, {}) == 10);
  CHECK(intended_clusters(111, {}) == 11);
  CHECK(intended_clusters(100, 7) == 7 && intended_clusters(5, 7) == 5);
}

TEST(a_degraded_partition_is_made_again) {
  const HierarchyQuality before{10, 100, 0.0};
  CHECK(!needs_partition(before, before, {}));
  CHECK(!needs_partition({10, 100, 0.5}, before, {}) &&
        needs_partition({10, 100, 0.51}, before, {}));
  CHECK(!needs_partition({20, 100, 0.0}, before, {}) &&
        needs_partition({21, 100, 0.0}, before, {}));
  CHECK(!needs_partition({5, 100, 0.0}, before, {}) && needs_partition({4, 100, 0.0}, before, {}));
  CHECK(!needs_partition({10, 400, 0.0}, before, {}) &&
        needs_partition({10, 441, 0.0}, before, {}));
  // Small counts may double; a number given does not depend on the triangles.
  CHECK(!needs_partition({3, 100, 0.0}, {1, 100, 0.0}, {}));
  CHECK(!needs_partition({10, 10000, 0.0}, before, 10));
}

}  // namespace CLEARWAY_TEST_FILE
