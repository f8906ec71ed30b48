// The verifier of grids, paths over grids, and abstractions that follow changes.
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "check.hpp"
#include "clearway/grid/path.hpp"
#include "clearway/grid/planner.hpp"
#include "clearway/grid/verify.hpp"
#include "grid/a_star.hpp"
#include "grid/clique_levels.hpp"
#include "grid/cluster_graph.hpp"
#include "grid/hpa_star.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

// 6 by 4 cells, blocked in (2, 1) and (2, 2).
Grid grid() {
  std::vector<std::uint8_t> blocked(24, 0);
  blocked[1 * 6 + 2] = blocked[2 * 6 + 2] = 1;
  return Grid(6, 4, blocked);
}

GridVerdict line(const Point& a, const Point& b) {
  return verify(grid(), {}, std::vector<Segment>{{a, b, {}, 0, 0}});
}

}  // namespace

TEST(grid_verdicts_measure_to_the_nearest_blocked_cell) {
  const GridVerdict beside = line({3.5, 0.5}, {3.5, 3.5});
  CHECK(beside.clearance == 0.5 && beside.inside && !beside.crosses && beside.gap == 0);
  const GridVerdict near_cell = line({3.25, 1.5}, {3.25, 2.5});
  CHECK(near_cell.clearance == 0.25 && (near_cell.nearest == 8 || near_cell.nearest == 14));
  const GridVerdict rim = line({5.75, 1.5}, {5.75, 2.5});
  CHECK(rim.clearance == 0.25 && rim.nearest == -1);
}

TEST(grid_verdicts_tell_crossing_from_touching) {
  CHECK(line({1.5, 1.5}, {3.5, 1.5}).crosses && line({1.5, 1.5}, {3.5, 1.5}).clearance == 0);
  CHECK(!line({2, 0.5}, {2, 3.5}).crosses);  // along the side of blocked cells
  CHECK(line({5.5, 1}, {6.5, 1}).crosses);   // out of the grid
  CHECK(!line({2.5, 1.5}, {3.5, 1.5}).inside);
  CHECK(line({1.5, 0.5}, {3.5, 0.5}).inside);
}

TEST(grid_verdicts_find_gaps_and_use_the_frame) {
  const std::vector<Segment> broken{{{1, 1}, {2, 1}, {}, 0, 0}, {{2, 1.5}, {3, 1}, {}, 0, 0}};
  CHECK(verify(grid(), {2.0, {0, 0}}, broken).gap == 0.5);
  const Frame frame{10, {100, 200}};
  const std::vector<Segment> path{{{135, 205}, {135, 235}, {}, 0, 0}};
  CHECK(verify(grid(), frame, path).clearance == 5);
}

TEST(grid_paths_run_through_the_middles_of_cells) {
  const Grid g = grid();
  GridAStar search(g, Heuristic::octile);
  std::vector<std::uint32_t> explored;
  const GridPath path = search.find({1, 1}, {3, 1}, {}, &explored);
  CHECK(path.status == Status::found && path.optimal && path.lower_bound == path.length);
  CHECK(path.length == 4 && path.cells.size() == 5);  // no corner is cut
  CHECK(path.segments.front().start == Point{1.5, 1.5} &&
        path.segments.back().end == Point{3.5, 1.5});
  CHECK(length_of(path.segments) == path.length && !explored.empty());
  CHECK(!verify(g, {}, path.segments).crosses && verify(g, {}, path.segments).clearance == 0.5);

  const GridPath same = search.find({0, 0}, {0, 0}, {});
  CHECK(same.status == Status::found && same.length == 0 && same.segments.empty());
  const GridPath blocked = search.find({2, 1}, {2, 2}, {});
  CHECK(blocked.status == Status::start_blocked);
  CHECK(blocked.length == std::numeric_limits<double>::infinity() && blocked.cells.empty());
  CHECK(search.find({0, 0}, {2, 2}, {}).status == Status::goal_blocked);
}

TEST(grid_abstractions_are_stale_between_a_change_and_its_repair) {
  Grid g = grid();
  std::vector<std::unique_ptr<GridAbstraction>> all;
  all.push_back(std::make_unique<ClusterGraph>(g, 3));
  all.push_back(std::make_unique<CliqueLevels>(g));
  for (const auto& abstraction : all) CHECK(!abstraction->stale() && abstraction->bytes() > 0);
  const std::uint8_t blocked = 1;
  const CellBox changed = g.assign({2, 0, 3, 1}, {&blocked, 1});
  for (const auto& abstraction : all) {
    abstraction->touch(changed);
    CHECK(abstraction->stale());
    abstraction->repair();
    CHECK(!abstraction->stale());
    abstraction->repair();  // nothing to do
    CHECK(!abstraction->stale());
  }
}

}  // namespace CLEARWAY_TEST_FILE
