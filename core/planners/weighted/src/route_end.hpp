// Where a route starts or ends: a point, or the points of a place.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "clearway/query/place.hpp"
#include "planners/weighted/weighted_regions.hpp"

namespace clearway {

class RouteEnd {
 public:
  // A segment, or a point (a == b), in the closure of a free triangle.
  struct Part {
    TriangleId triangle;
    Point a, b;
    Index of;  // the part of the place
    bool is_point() const { return a == b; }
    Point nearest(const Point& p) const;
  };

  RouteEnd(const WeightedRegions& regions, const Point& p);
  // The boundaries of areas: a path to an area ends there.
  RouteEnd(const WeightedRegions& regions, const Place& place);

  bool empty() const { return parts_.empty(); }  // it is not free
  // Whether it is one point in all its triangles.
  bool is_point() const { return lines_.size() == 1 && lines_[0].is_point(); }
  Point point() const { return lines_[0].a; }  // any of its points
  const std::vector<Part>& parts() const { return parts_; }
  std::span<const Part> in(TriangleId triangle) const;
  double distance_from(const Point& p) const;

 private:
  void add_point(const WeightedRegions& regions, const Point& p, Index of);
  void add(const WeightedRegions& regions, Part part);
  void sort();

  std::vector<Part> parts_;  // by triangle
  std::vector<Part> lines_;  // without triangles
};

// A lower bound on cost + slope x + weight d(x) for x from 0 to the width, where d is a distance
// from a place, `near` at 0 and `far` at the width: it changes no faster than x.
inline double least_with_rest(double cost, double slope, double width, double weight, double near,
                              double far) {
  const auto at = [&](double x) {
    x = std::clamp(x, 0.0, width);
    return cost + slope * x + weight * std::max({0.0, near - x, far - (width - x)});
  };
  return std::min({at(0.0), at(width), at(near), at(width - far), at(0.5 * (near - far + width))});
}

}  // namespace clearway
