// Queries about points. They take points of the numeric domain (geometry/point.hpp); points outside
// the bounds are blocked. None of them writes: any number of threads may query at once.
//
// Boundaries are free: a point may touch a wall, a disc may be exactly its radius away from it. So
// is what is blocked by no more than the rounding of points on returned paths: 2^-45 of the largest
// coordinate, among those of p, the radius and the obstacle nearest to p, and 2^-40 of the radius.
// Radii below 2^-40 of that coordinate are decided exactly. Every point of a returned path is free
// for the radius of the path.
#pragma once

#include <optional>

#include "clearway/world/world.hpp"

namespace clearway {

// Distance from p to the nearest obstacle or bound, rounded; 0 on one, inside one, and outside the
// bounds. Cost: point location, and the triangles within this distance.
double clearance(const World& world, const Point& p);

// Whether a disc of this radius fits at p, up to that rounding. What is blocked by more is blocked,
// decided by the input segments, also where rounded crossings have bent their edges. Radius 0: p
// lies in the closed free space. Cost: point location, and the triangles that the disc meets; twice
// that where it does not fit.
bool is_free(const World& world, const Point& p, double radius);

// The point nearest to p where a disc of this radius fits, exactly; p itself if it is free; nullopt
// if the disc fits nowhere. That no point is nearer holds up to rounding.
std::optional<Point> snap(const World& world, const Point& p, double radius);

struct Hit {
  Point point;      // centre of the disc at contact
  double distance;  // from the start
  Handle obstacle;  // -1: the bounds
};

// First contact of a disc of this radius that moves straight from a to b. Grazing is no contact.
// nullopt: the disc arrives at b. A disc that is not free at a hits at distance 0. For a point
// (radius 0) the decision whether it arrives is exact, but for the rounding of a and b. Cost: the
// triangles between a and b, and is_free() at a; at b too if there is a contact.
std::optional<Hit> raycast(const World& world, const Point& a, const Point& b, double radius);

// The narrowest point of a channel.
struct Narrowest {
  double radius;  // of the largest disc that gets from start to goal in the channel
  Point at;       // the middle of the gap that stops a larger one, or the end where it does not fit
};

}  // namespace clearway
