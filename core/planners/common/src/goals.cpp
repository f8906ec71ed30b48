#include "planners/common/goals.hpp"

#include <algorithm>
#include <cmath>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {

void Goals::forget(const World& world) {
  const Mesh& mesh = world.mesh();
  if (marks_.size() < mesh.triangles.size()) marks_.resize(mesh.triangles.size(), Mark{0, none});
  if (++query_ == 0) {
    std::fill(marks_.begin(), marks_.end(), Mark{0, none});
    query_ = 1;
  }
  links_.clear();
  only_triangle_ = none;
  are_everywhere_ = false;
}

void Goals::cover(const Point& p) {
  low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
  high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
}

void Goals::link(GoalId goal, TriangleId t) {
  const Index before = marks_[t].query == query_ ? marks_[t].first : none;
  marks_[t] = {query_, static_cast<Index>(links_.size())};
  links_.push_back({goal, t, before});
  only_triangle_ = t;
}

void Goals::begin(const World& world, std::span<const LocatedPoint> points) {
  const Mesh& mesh = world.mesh();
  forget(world);
  points_.assign(points.begin(), points.end());
  segments_.clear();
  nodes_.assign(points.size(), none);
  open_ = points.size();
  if (points.empty()) return;
  low_ = high_ = points[0].point;
  for (const GoalId goal : IdRange<GoalId>(points.size())) {
    check_interrupt();
    cover(points_[goal].point);
    for_each_triangle_at(mesh, points_[goal].at, [&](TriangleId t) {
      if (mesh.is_free(t)) link(goal, t);
    });
  }
  if (links_.size() != 1) only_triangle_ = none;
}

void Goals::begin(const World& world, std::span<const FreePart> segments) {
  forget(world);
  segments_.assign(segments.begin(), segments.end());
  points_.clear();
  nodes_.assign(segments.size(), none);
  open_ = segments.size();
  if (segments.empty()) return;
  low_ = high_ = segments[0].a;
  for (const GoalId goal : IdRange<GoalId>(segments.size())) {
    check_interrupt();
    const FreePart& part = segments_[goal];
    points_.push_back({part.a, {Location::face, Mesh::half_edge(part.triangle, 0), 0}});
    cover(part.a);
    cover(part.b);
    link(goal, part.triangle);
  }
  if (links_.size() != 1) only_triangle_ = none;
}

void Goals::begin_everywhere(const World& world) {
  forget(world);
  are_everywhere_ = true;
  points_.clear();
  segments_.clear();
  nodes_.clear();
  open_ = 1;
  low_ = {-infinity, -infinity};
  high_ = {infinity, infinity};
  for (Mark& mark : marks_) mark = {query_, none};
}

double Goals::least_distance(const Point& p) const {
  const double dx = std::max({low_.x - p.x, p.x - high_.x, 0.0});
  const double dy = std::max({low_.y - p.y, p.y - high_.y, 0.0});
  return std::sqrt(dx * dx + dy * dy);
}

}  // namespace clearway
