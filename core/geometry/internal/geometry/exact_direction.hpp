// Directions from a point: towards another point, away from one, or towards the intersection of
// two lines, which need not be representable. Which of two directions lies to the left is decided
// exactly.
#pragma once

#include "clearway/geometry/point.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {

// Where segment ab crosses the line cd: a and b lie strictly on different sides of it.
struct Crossing {
  Point a, b, c, d;
};

struct ExactDirection {
  Point at;  // the crossing is rounded here
  bool away = false;
  const Crossing* crossing = nullptr;  // null: `at` is exact
};

inline bool operator==(const ExactDirection& a, const ExactDirection& b) {
  return a.at == b.at && a.away == b.away && a.crossing == b.crossing;
}

// The crossing as a bearing; without reference to it when rounding changed nothing.
// `crossing` must outlive the bearing.
ExactDirection bearing_of(const Crossing& crossing);

namespace detail {
int turn_at_crossing(const Point& from, const ExactDirection& a, const ExactDirection& b);
}

// Seen from `from`: +1 when direction b lies to the left of direction a (by less than half a
// turn), -1 to the right, 0 when they are equal or opposite.
inline int turn(const Point& from, const ExactDirection& a, const ExactDirection& b) {
  if (a.crossing || b.crossing) return detail::turn_at_crossing(from, a, b);
  const int s = orientation(from, a.at, b.at);
  return a.away != b.away ? -s : s;
}

// Whether p, on the line through `from` in the direction b, lies in that direction, not at
// `from` or behind.
bool is_ahead(const Point& from, const ExactDirection& b, const Point& p);

}  // namespace clearway
