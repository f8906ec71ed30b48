// Queries about points. All take points of the numeric domain; points outside the bounds are
// blocked. Nothing here writes: any number of threads may query at once.
//
// Boundaries are free: a point may touch a wall, a disc may be exactly its radius away from it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

// Whether a disc of this radius fits at p. Exact for the input segments, also where rounded
// crossings have bent their edges. Radius 0: p lies in the closed free space.
bool is_free(const World& world, const Point& p, double radius);
bool fits(const World& world, const LocatedPoint& p, double radius);

// Distance from p to the nearest obstacle or bound; 0 on one, inside one, and outside the bounds.
double clearance(const World& world, const Point& p);

// The point nearest to p where the disc fits, rounded so that is_free holds for it; p itself if it
// fits there. nullopt if it fits nowhere.
std::optional<Point> snap(const World& world, const Point& p, double radius);

// First contact of a disc swept from a towards b. Grazing is no contact.
struct Hit {
  Point point;      // centre of the disc at contact
  double distance;  // from a
  Handle obstacle;  // -1: the bounds
};
// nullopt: the disc arrives at b. A disc that does not fit at a hits at once, distance 0.
std::optional<Hit> raycast(const World& world, const Point& a, const Point& b, double radius);
// The same for a disc that is known to fit at a.
std::optional<Hit> raycast_from_free(const World& world, const LocatedPoint& a, const Point& b,
                                     double radius);

// Uniform over the points where the disc fits. The same seed gives the same points in the same
// world. nullopt if there is no such point (proved by subdivision to the limit of resolution stated
// in random.cpp). If these points have no area, or next to none, some of them are returned, not
// uniformly.
class FreeSampler {
 public:
  FreeSampler(const World& world, double radius, std::uint64_t seed);
  std::optional<Point> next();

 private:
  const World& world_;
  double radius_;
  std::uint64_t state_;
  std::vector<TriangleId> triangle_;
  std::vector<double> cumulative_;
  struct Square {
    Point centre;
    double half;
  };
  std::vector<Square> squares_;  // once triangles have been given up; cumulative_ is theirs
  bool exhausted_ = false;
  std::uint64_t random();
  double uniform();
  std::size_t pick();
  Point in_triangle(TriangleId triangle);
  std::optional<Point> from_squares();
  void refine();
};

}  // namespace clearway
