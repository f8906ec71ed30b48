// Points of the plane, and the numeric domain in which every decision is exact.
#pragma once

namespace clearway {

struct Point {
  double x = 0.0;
  double y = 0.0;
  friend bool operator==(const Point&, const Point&) = default;
};

// Lexicographic order: by x, then by y. The only order of points in the project.
inline bool before(const Point& a, const Point& b) {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}

// Coordinates of input are finite and at most max_coordinate in magnitude; a non-zero
// magnitude below min_coordinate counts as zero. Inside this range no predicate
// overflows or underflows, so none is ever wrong.
inline constexpr double max_coordinate = 0x1p100;
inline constexpr double min_coordinate = 0x1p-100;

}  // namespace clearway
