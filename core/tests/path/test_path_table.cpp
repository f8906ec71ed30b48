// Many paths in flat arrays, and their polylines.
#include <cmath>

#include "check.hpp"
#include "clearway/path/path_points.hpp"
#include "clearway/path/path_table.hpp"
#include "clearway/planners/optimal.hpp"
#include "worlds.hpp"

using namespace clearway;

TEST(rows_of_a_table_are_the_paths) {
  const worlds::Scene scene{worlds::box(0, 0, 20, 10), {{Role::shell, worlds::box(9, 0, 11, 7)}}};
  const World world = scene.world();
  OptimalSearch search(world);
  PathTable table;
  const Point start{2, 2};
  const Point goals[] = {{18, 2}, {10, 3}, {2, 2}};  // around the box, inside it, at the start
  for (const Point& goal : goals) table.append(search.find(start, goal, 1.0));
  CHECK(table.size() == 3);
  for (std::size_t row = 0; row < 3; ++row) {
    const Path path = search.find(start, goals[row], 1.0), read = table[row];
    CHECK(read.status == path.status && read.length == path.length);
    CHECK(read.segments.size() == path.segments.size() && read.channel == path.channel);
  }
  const std::vector<Point> points = points_of(table, 0);
  CHECK(points.front() == start && points.back() == goals[0]);
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    length += std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
  CHECK(length <= table.length[0] && length > table.length[0] * 0.999);
  CHECK(points_of(table, 1).empty());
}
