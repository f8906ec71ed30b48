// Offset curves: the points at a disc's radius from an obstacle feature. The free point nearest to
// a given point lies on one of them: where it comes nearest to that point, or where it intersects
// another one.
#pragma once

#include <optional>

#include "clearway/geometry/point.hpp"

namespace clearway {

// The line on the left of ab, or the circle around a where b == a.
struct OffsetCurve {
  Point a, b;
  bool is_circle() const { return a == b; }
};

struct Candidate {
  Point point;   // rounded
  Point away;    // leads away from the obstacles of both curves, by at least 1
  double error;  // size of one rounding step in the construction
};

// For the point q, which lies on the curve up to rounding.
Candidate candidate_on(const OffsetCurve& curve, double r, const Point& q);

// Where two curves intersect; of two such points the one nearer to `near`. nullopt: they do not
// intersect.
std::optional<Candidate> intersection(const OffsetCurve& c, const OffsetCurve& d, double r,
                                      const Point& near);

}  // namespace clearway
