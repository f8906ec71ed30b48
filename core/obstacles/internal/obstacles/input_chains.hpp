// The obstacles as given, as chains of segments with bounding boxes.
#pragma once

#include <algorithm>
#include <vector>

#include "clearway/base/interrupt.hpp"
#include "clearway/obstacles/obstacles.hpp"
#include "geometry/box.hpp"

namespace clearway {

struct InputChain {
  static constexpr std::size_t block = 16;  // segments per block

  Role role;
  Handle owner;               // -1: the bounds
  std::int64_t part;          // counts the parts of all obstacles; a shell starts a new one
  std::vector<Point> points;  // rings not closed
  Box box;
  std::vector<Box> blocks;  // the bounding boxes of consecutive blocks
  void set_boxes();         // from the points
  bool is_ring() const { return role == Role::shell || role == Role::hole; }
  std::size_t segments() const { return is_ring() ? points.size() : points.size() - 1; }
  Point start(std::size_t i) const { return points[i]; }
  Point end(std::size_t i) const { return points[i + 1 == points.size() ? 0 : i + 1]; }

  // Whether `see` returns true for one of the segments, by index, whose boxes are at most `reach`
  // away from the box; `see` may lower `reach`. Not for single points.
  template <typename See>
  bool any_near(const Box& place, const double& reach, See see) const {
    for (std::size_t first = 0; first < segments(); first += block) {
      check_interrupt();
      if (place.distance(blocks[first / block]) > reach) continue;
      for (std::size_t i = first; i < std::min(first + block, segments()); ++i)
        if (place.distance(box_of(start(i), end(i))) <= reach && see(i)) return true;
    }
    return false;
  }
};

// The chains of all obstacles; those of the bounds, if there are any, come first.
std::vector<InputChain> input_chains(const Obstacles& obstacles, const Obstacles* bounds = nullptr);

// A lower bound on the length of a path from a to b that touches one of the chains. (A disc touches
// them up to its radius earlier, before and after.) Infinity: no chains.
double least_way(const std::vector<InputChain>& chains, const Point& a, const Point& b);

// By the even-odd rule: +1 inside, -1 outside, 0 on the ring itself. Exact.
int ring_side(const InputChain& ring, const Point& p);

// Whether p is strictly inside an obstacle, or strictly outside the bounds if they are among the
// chains, and farther than `depth` from the rings.
bool is_blocked(const std::vector<InputChain>& chains, const Point& p, double depth);

}  // namespace clearway
