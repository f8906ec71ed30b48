#include <cmath>
#include <string>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/grid_planners.hpp"
#include "clearway/session/shared_grid.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

constexpr std::int32_t side = 40;

// A wall across the grid, with a gap at the end of its row.
std::vector<std::uint8_t> walled() {
  std::vector<std::uint8_t> cells(side * side);
  for (std::int32_t x = 0; x + 1 < side; ++x) cells[20 * side + x] = 1;
  return cells;
}

}  // namespace

TEST(every_grid_planner_answers_and_follows_changes) {
  SharedGrid grid(side, side, walled(), {2.0, {1, 1}});
  const std::vector<Cell> starts{{0, 0}, {5, 5}}, goals{{0, 39}, {5, 20}};
  const double straight = 2 * 39.0;
  double around = 0;
  for (const GridPlannerSpec& planner : grid_planners()) {
    const GridAnswers answers = grid.find_paths(planner, starts, goals, 2);
    CHECK(answers.version == grid.read([](const Grid& g) { return g.version(); }));
    CHECK(answers.paths[0].status == Status::found);
    CHECK(answers.paths[0].length > straight);
    CHECK(answers.paths[1].status == Status::goal_blocked);
    if (planner.name == "a*") around = answers.paths[0].length;
    CHECK(answers.paths[0].length >= around && answers.paths[0].length < 1.3 * around);
    CHECK((grid.prepare(planner) > 0) == (planner.prepare != nullptr));
    CHECK(!grid.explored(planner, {0, 0}, {0, 39}).empty());
  }
  const std::vector<std::uint8_t> open(1, 0);
  CHECK(grid.assign({0, 20, 1, 21}, open));
  CHECK(!grid.assign({0, 20, 1, 21}, open));
  for (const GridPlannerSpec& planner : grid_planners())
    CHECK(grid.find_paths(planner, {&starts[0], 1}, {&goals[0], 1}, 1).paths[0].length == straight);
}

TEST(grid_options_are_set_by_name) {
  const GridPlannerSpec& planner = grid_planner_named("hpa*");
  const std::vector<NamedValue> values{{"cluster", 5}, {"smooth", 0}};
  const GridOptions options = grid_options(planner, values);
  CHECK(options.cluster == 5 && !options.smooth);
  CHECK_THROWS(InvalidInput, grid_options(planner, std::vector<NamedValue>{{"cluster", 1}}));
  CHECK_THROWS(InvalidInput, grid_options(planner, std::vector<NamedValue>{{"level", 3}}));
  CHECK_THROWS(InvalidInput, grid_planner_named("optimal"));
  SharedGrid grid(side, side, walled(), {});
  const std::vector<Cell> start{{0, 0}}, outside{{side, 0}};
  CHECK_THROWS(InvalidInput, grid.find_paths(planner, start, outside, 1, options));
  CHECK(grid.find_paths(planner, start, start, 1, options).paths[0].length == 0);
}

}  // namespace CLEARWAY_TEST_FILE
