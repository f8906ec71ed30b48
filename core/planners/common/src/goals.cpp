#include "planners/goals.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {

void Goals::begin(const World& world, std::span<const LocatedPoint> points) {
  const Mesh& mesh = world.mesh();
  if (marks_.size() < mesh.triangles.size()) marks_.resize(mesh.triangles.size(), Mark{0, none});
  if (++query_ == 0) {
    std::fill(marks_.begin(), marks_.end(), Mark{0, none});
    query_ = 1;
  }
  points_.assign(points.begin(), points.end());
  nodes_.assign(points.size(), none);
  links_.clear();
  only_triangle_ = none;
  open_ = points.size();
  if (points.empty()) return;
  low_ = high_ = points[0].point;
  for (const GoalId goal : IdRange<GoalId>(points.size())) {
    check_interrupt();
    const Point p = points_[goal].point;
    low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
    high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
    for_each_triangle_at(mesh, points_[goal].at, [&](TriangleId t) {
      if (!mesh.is_free(t)) return;
      const Index before = marks_[t].query == query_ ? marks_[t].first : none;
      marks_[t] = {query_, static_cast<Index>(links_.size())};
      links_.push_back({goal, t, before});
      only_triangle_ = t;
    });
  }
  if (links_.size() != 1) only_triangle_ = none;
}

double Goals::least_distance(const Point& p) const {
  const double dx = std::max({low_.x - p.x, p.x - high_.x, 0.0});
  const double dy = std::max({low_.y - p.y, p.y - high_.y, 0.0});
  return std::sqrt(dx * dx + dy * dy);
}

}  // namespace clearway
