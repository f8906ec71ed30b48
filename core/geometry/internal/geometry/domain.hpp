// The numeric domain of coordinates and radii (ARCHITECTURE.md).
#pragma once

#include <cmath>
#include <span>

#include "clearway/geometry/point.hpp"
#include "clearway/geometry/segment.hpp"

namespace clearway {

// Throw InvalidInput, with the index, for a value outside the domain. Points: finite coordinates of
// at most max_coordinate in magnitude. Segments: the same for their starts and ends.
void check_domain(std::span<const Point> points);
void check_domain(std::span<const Segment> segments);
inline void check_domain(const Point& point) { check_domain(std::span(&point, 1)); }
// Radii: from 0 to max_coordinate.
void check_radii(std::span<const double> radii);
inline void check_radius(double radius) { check_radii({&radius, 1}); }

// For constructed values: the coordinate, or 0 if its magnitude is below the smallest of the
// domain.
inline double in_domain(double x) { return std::abs(x) < min_coordinate ? 0.0 : x; }

// The point with coordinates below the smallest magnitude of the domain replaced by 0.
inline Point in_domain(const Point& p) { return {in_domain(p.x), in_domain(p.y)}; }

}  // namespace clearway
