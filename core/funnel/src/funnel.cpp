#include "funnel/funnel.hpp"

#include <cstddef>

namespace clearway {

std::vector<Point> funnel(const Point& start, const Point& goal, std::span<const Portal> portals) {
  PointFunnel<> scratch;
  std::vector<Point> path;
  funnel(start, goal, portals, scratch, path);
  return path;
}

void funnel(const Point& start, const Point& goal, std::span<const Portal> portals,
            PointFunnel<>& f, std::vector<Point>& path) {
  f.begin(start);
  for (const Portal& portal : portals) {
    f.add(+1, portal.left);
    f.add(-1, portal.right);
  }
  f.add(+1, goal);
  std::vector<Point>& raw = f.path;
  raw.insert(raw.end(), f.left.points.begin() + static_cast<std::ptrdiff_t>(f.left.head),
             f.left.points.end());
  if (raw.back() != goal) raw.push_back(goal);
  path.clear();
  for (const Point& p : raw) {
    if (!path.empty() && path.back() == p) continue;
    while (path.size() > 1 && orientation(path[path.size() - 2], path.back(), p) == 0 &&
           between(path[path.size() - 2], p, path.back()))
      path.pop_back();
    path.push_back(p);
  }
}

}  // namespace clearway
