// Where the nearest point for a disc can be: on the curves at its radius from a feature, nearest to
// a given point or where two of them meet.
#pragma once

#include <optional>

#include "clearway/geometry/point.hpp"

namespace clearway {

// The curve at distance r from an obstacle: the line on the left of ab, or the circle
// around a where b == a.
struct OffsetCurve {
  Point a, b;
  bool is_circle() const { return a == b; }
};

struct Candidate {
  Point place;   // rounded
  Point away;    // leads away from both curves' obstacles, by at least 1
  double error;  // size of one rounding step in the construction
};

// The place q on the curve, but for rounding.
Candidate on_curve(const OffsetCurve& curve, double r, const Point& q);

// Where the two curves meet, of two such places the one nearer to `near`; nullopt when they do not.
std::optional<Candidate> meeting(const OffsetCurve& c, const OffsetCurve& d, double r,
                                 const Point& near);

}  // namespace clearway
