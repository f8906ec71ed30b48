// Directions from a point: towards another point, away from one, or towards the intersection of two
// lines, which need not be representable. The comparison of two directions is exact.
#pragma once

#include "clearway/geometry/point.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {

// The crossing of segment ab with the line cd; a and b must lie strictly on different sides of it.
struct Crossing {
  Point a, b, c, d;
};

struct ExactDirection {
  Point at;  // the point; of a crossing, its rounded position
  bool away = false;
  const Crossing* crossing = nullptr;  // null: `at` is exact
};

inline bool operator==(const ExactDirection& a, const ExactDirection& b) {
  return a.at == b.at && a.away == b.away && a.crossing == b.crossing;
}

// The direction towards a crossing. Does not refer to `crossing` if its rounded position is exact;
// otherwise `crossing` must outlive the direction.
ExactDirection bearing_of(const Crossing& crossing);

namespace detail {
int turn_at_crossing(const Point& from, const ExactDirection& a, const ExactDirection& b);
}

// Seen from `from`: +1 if direction b lies to the left of direction a (by less than half a turn),
// -1 if to the right, 0 if they are equal or opposite.
inline int turn(const Point& from, const ExactDirection& a, const ExactDirection& b) {
  if (a.crossing || b.crossing) return detail::turn_at_crossing(from, a, b);
  const int s = orientation(from, a.at, b.at);
  return a.away != b.away ? -s : s;
}

// Whether p, a point on the line through `from` in the direction b, lies ahead of `from`, not at it
// or behind it.
bool is_ahead(const Point& from, const ExactDirection& b, const Point& p);

}  // namespace clearway
