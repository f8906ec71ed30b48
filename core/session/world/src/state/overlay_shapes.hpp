// What overlays have in place of areas and obstacles (VariantSpec::has_boundaries).
#pragma once

#include "clearway/obstacles/obstacles.hpp"

namespace clearway {

// The origin of the coordinates of overlays: zero, unless the bounds are farther from it than four
// times their extent. Then it is a point near their middle with so few digits that the coordinates
// of points within the bounds relative to it are exact. What is rounded in an overlay, and the
// bounds that searches prove, is then as exact as the extent of the world allows.
Point overlay_origin(const Obstacles& bounds);

// The rings of an area as walls, under its handle.
Obstacles boundary_of(const Obstacles& area);

// The handle of what takes the place of the bounds in an inflated overlay.
inline constexpr Handle inflated_bounds = Handle{1} << 62;

// The obstacle, under its handle, and a polygon around each of its segments and posts: for a disc
// of this radius, whose centre keeps away from them. Inner polygons lie strictly inside the points
// nearer than the radius, by 2 % of the radius at most; outer ones contain them. Exact up to
// rounding beside segments, if the radius is above 2^-28 of the coordinates.
Obstacles inflated(const Obstacles& obstacle, double radius, bool is_outer);
// The polygons alone, around the bounds, under the handle inflated_bounds.
Obstacles inflated_edge(const Obstacles& bounds, double radius, bool is_outer);

}  // namespace clearway
