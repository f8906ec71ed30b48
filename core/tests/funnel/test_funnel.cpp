#include "check.hpp"
#include "funnel/funnel.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;

namespace {

double length(const std::vector<Point>& path) {
  double sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) sum += distance(path[i - 1], path[i]);
  return sum;
}

// Whether the line from p to q, which lie before portal i and after portal j - 1, passes
// all portals between, ends included.
bool passes(const Point& p, const Point& q, const std::vector<Portal>& portals, std::size_t i,
            std::size_t j) {
  for (; i < j; ++i) {
    const Portal& d = portals[i];
    if (d.left == p || d.right == p || d.left == q || d.right == q) continue;
    if (p == q && orientation(d.left, d.right, p) == 0 && between(d.left, d.right, p)) continue;
    if (p == q || orientation(p, q, d.left) < 0 || orientation(p, q, d.right) > 0) return false;
    if (orientation(d.right, d.left, p) < 0 || orientation(d.right, d.left, q) > 0) return false;
  }
  return true;
}

// Shortest path by trying every pair of corners.
double brute(const Point& start, const Point& goal, const std::vector<Portal>& portals) {
  struct Stop {
    Point p;
    std::size_t first, last;  // it lies on portals first to last - 1; 0, 0 for the start
    double cost;
  };
  std::vector<Stop> stops{{start, 0, 0, 0}};
  for (std::size_t i = 0; i < portals.size(); ++i)
    for (const Point& p : {portals[i].left, portals[i].right})
      stops.push_back({p, i, i + 1, 1e300});
  stops.push_back({goal, portals.size(), portals.size(), 1e300});
  for (std::size_t k = 1; k < stops.size(); ++k)
    for (std::size_t i = 0; i < k; ++i)
      if (stops[i].last <= stops[k].first)
        if (passes(stops[i].p, stops[k].p, portals, stops[i].last, stops[k].first))
          stops[k].cost = std::min(stops[k].cost, stops[i].cost + distance(stops[i].p, stops[k].p));
  return stops.back().cost;
}

// A strip of triangles on whole coordinates, which may wind and overlap itself, but has
// each corner once: brute() knows corners by their place.
bool random_channel(Random& random, int size, int count, Point& start, Point& goal,
                    std::vector<Portal>& portals) {
  const auto point = [&] { return Point{double(random.below(size)), double(random.below(size))}; };
  // Ends may lie on a portal: b and c are its ends.
  const auto inside = [&](const Point& a, const Point& b, const Point& c) -> Point {
    switch (random.below(6)) {
      case 0:
        return a;
      case 1:
        return {(a.x + b.x) / 2, (a.y + b.y) / 2};
      case 2:
        return {(c.x + b.x) / 2, (c.y + b.y) / 2};
      case 3:
        return {(3 * c.x + b.x) / 4, (3 * c.y + b.y) / 4};
      case 4:
        return random.below(2) ? b : c;
      default:
        return {(2 * a.x + b.x + c.x) / 4, (2 * a.y + b.y + c.y) / 4};
    }
  };
  portals.clear();
  Point left = point(), right = point(), third = point();
  if (orientation(left, right, third) >= 0) return false;
  start = inside(third, left, right);
  std::vector<Point> used{left, right, third};
  for (int i = 0; i < count; ++i) {
    portals.push_back({left, right});
    Point next = point();
    const auto is_used = [&] { return std::find(used.begin(), used.end(), next) != used.end(); };
    for (int tries = 0; orientation(left, right, next) <= 0 || is_used(); next = point())
      if (++tries > 100) return false;
    used.push_back(next);
    goal = inside(next, left, right);
    (random.below(2) ? left : right) = next;
  }
  return true;
}

}  // namespace

TEST(funnel_is_shortest) {
  Random random{11};
  Point start, goal;
  std::vector<Portal> portals;
  for (int i = 0; i < 30000; ++i) {
    const int size = 3 + random.below(12);
    if (!random_channel(random, size, 1 + random.below(12), start, goal, portals)) continue;
    const std::vector<Point> path = funnel(start, goal, portals);
    CHECK(path.front() == start && path.back() == goal && (path.size() > 1 || start == goal));
    CHECK(std::abs(length(path) - brute(start, goal, portals)) < 1e-9);
    for (std::size_t k = 1; k < path.size(); ++k) CHECK(path[k - 1] != path[k]);
    for (std::size_t k = 2; k < path.size(); ++k)
      CHECK(orientation(path[k - 2], path[k - 1], path[k]) != 0 ||
            !between(path[k - 2], path[k], path[k - 1]));
  }
}

TEST(funnel_by_hand) {
  CHECK(funnel({0, 0}, {5, 0}, {}) == (std::vector<Point>{{0, 0}, {5, 0}}));
  CHECK(funnel({1, 1}, {1, 1}, {}) == (std::vector<Point>{{1, 1}}));
  const std::vector<Portal> turn{{{2, 1}, {2, 0}}, {{2, 1}, {3, 0}}, {{2, 1}, {3, 1}}};
  CHECK(funnel({0, 0}, {2.5, 3}, turn) == (std::vector<Point>{{0, 0}, {2, 1}, {2.5, 3}}));
  // Corners in line, and ends on the ends of portals.
  const std::vector<Portal> line{{{1, 0}, {1, -1}}, {{2, 0}, {2, -1}}, {{3, 0}, {3, -1}}};
  CHECK(funnel({0, 0}, {4, 0}, line) == (std::vector<Point>{{0, 0}, {4, 0}}));
  CHECK(funnel({1, 0}, {3, 0}, line) == (std::vector<Point>{{1, 0}, {3, 0}}));
  CHECK(funnel({1, -1}, {3, 0}, line) == (std::vector<Point>{{1, -1}, {3, 0}}));
}

TEST(funnel_is_linear) {
  // Each new left corner undercuts the last: restarting funnels would go quadratic.
  std::vector<Portal> portals;
  const int count = 200000;
  for (int i = 0; i < count; ++i)
    portals.push_back({{double(i), 1.0 + i * (double(i) / count)}, {double(i), -1.0 - i}});
  const auto path = funnel({-1, 0}, {double(count), 0}, portals);
  CHECK(path.size() == 2);
}

}  // namespace CLEARWAY_TEST_FILE
