// Where the nearest place for a disc can be: on the curves at its radius from a feature,
// nearest to a given point or where two of them meet.
#pragma once

#include <span>
#include <vector>

#include "clearway/geometry/point.hpp"

namespace clearway {

// The curve at distance r from an obstacle: the line on the left of ab, or the circle
// around a where b == a.
struct OffsetCurve {
  Point a, b;
  bool is_circle() const { return a == b; }
};

struct Candidate {
  Point place;      // rounded
  Point away;       // leads away from both curves' obstacles, by at least 1
  double distance;  // to the point asked for
  double error;     // size of one rounding step in the construction
};

// All candidates of these curves, nearest to p first. `toward` breaks the tie where p is
// itself the centre of a circle.
std::vector<Candidate> candidates(std::span<const OffsetCurve> curves, double r, const Point& p,
                                  const Point& toward);

}  // namespace clearway
