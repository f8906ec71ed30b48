// Obstacles as given by the user.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/geometry/point.hpp"

namespace clearway {

using Handle = std::int64_t;

// The role of a chain of points. A shell starts a part of its obstacle; the holes that follow are
// cut out of that part. The obstacle is the union of its parts. The even-odd rule defines the
// interior of one ring. Walls are open polylines, posts are single points.
enum class Role : std::uint8_t { shell = 0, hole = 1, wall = 2, post = 3 };

// Obstacles in flat arrays: obstacle i has handle handles[i] and the chains
// [obstacle_starts[i], obstacle_starts[i + 1]); chain k has role roles[k] and the points
// [chain_starts[k], chain_starts[k + 1]). A world accepts closed and open rings and chains with
// repeated points, and throws InvalidInput for arrays that do not match; the rings that it returns
// are open and have no repeated points.
struct Obstacles {
  std::vector<Handle> handles;
  std::vector<std::int64_t> obstacle_starts{0};
  std::vector<std::int64_t> chain_starts{0};
  std::vector<Role> roles;
  std::vector<Point> points;

  // Appends an obstacle of one chain.
  void add(Handle handle, Role role, std::span<const Point> chain) {
    handles.push_back(handle);
    roles.push_back(role);
    points.insert(points.end(), chain.begin(), chain.end());
    chain_starts.push_back(static_cast<std::int64_t>(points.size()));
    obstacle_starts.push_back(static_cast<std::int64_t>(roles.size()));
  }
};

}  // namespace clearway
