// Paths in a table are the paths that went in, and their points lie on them.
#include <cmath>
#include <numbers>

#include "check.hpp"
#include "clearway/path/path_points.hpp"
#include "clearway/path/path_table.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

// A line, a quarter of a circle around (1, 1) counter-clockwise, a line.
Path bent_path() {
  Path path;
  path.status = Status::found;
  path.optimal = true;
  path.length = path.lower_bound = 2 + std::numbers::pi / 2;
  path.stats = {7, 3, 0.5};
  path.segments = {
      {{0, 0}, {1, 0}, {}, 0.0, 0}, {{1, 0}, {2, 1}, {1, 1}, 1.0, 1}, {{2, 1}, {2, 2}, {}, 0.0, 0}};
  path.channel = {TriangleId(4), TriangleId(2)};
  return path;
}

bool are_equal(const Path& a, const Path& b) {
  bool same = a.status == b.status && a.optimal == b.optimal && a.length == b.length &&
              a.lower_bound == b.lower_bound && a.stats.expanded == b.stats.expanded &&
              a.stats.generated == b.stats.generated && a.stats.seconds == b.stats.seconds &&
              a.channel == b.channel && a.segments.size() == b.segments.size();
  for (std::size_t i = 0; same && i < a.segments.size(); ++i) {
    const Segment &s = a.segments[i], &t = b.segments[i];
    same = s.start == t.start && s.end == t.end && s.center == t.center && s.radius == t.radius &&
           s.turn == t.turn;
  }
  return same;
}

}  // namespace

TEST(a_table_returns_the_paths_that_were_appended) {
  const Path bent = bent_path(), none_found;
  PathTable table, other;
  table.append(none_found);
  table.append(bent);
  CHECK(table.size() == 2 && are_equal(table[0], none_found) && are_equal(table[1], bent));
  other.append(table, 1);
  other.append(table, 0);
  other.append(table, 1);
  CHECK(other.size() == 3 && are_equal(other[0], bent) && are_equal(other[1], none_found) &&
        are_equal(other[2], bent));
}

TEST(points_of_a_path_keep_its_ends_and_its_arcs) {
  PathTable table;
  table.append(Path());
  table.append(bent_path());
  CHECK(points_of(table, 0).empty() && points_of(Path().segments).empty());
  const std::vector<Point> points = points_of(table, 1);
  CHECK(points_of(bent_path().segments) == points);
  CHECK(points.front() == (Point{0, 0}) && points[1] == (Point{1, 0}));
  CHECK(points[points.size() - 2] == (Point{2, 1}) && points.back() == (Point{2, 2}));
  for (std::size_t i = 1; i + 2 < points.size(); ++i) {
    const Point a = points[i], b = points[i + 1];
    CHECK(std::abs(std::hypot(b.x - 1, b.y - 1) - 1) < 1e-15);
    CHECK(std::hypot((a.x + b.x) / 2 - 1, (a.y + b.y) / 2 - 1) >= 1 - 1e-3);
    CHECK(b.x > a.x && b.y > a.y);
  }
}

}  // namespace CLEARWAY_TEST_FILE
