// Random points where a disc fits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

// Draws points uniformly, up to rounding, from those where a disc of this radius fits. The same
// seed gives the same points in the same world. Valid until the world's next edit; one object per
// thread.
//
// Triangles are sampled first. If hardly any of their points fit, squares replace them, which are
// subdivided where the disc may fit. If the points where it fits have no area, or next to none,
// some of them are returned, not uniformly.
class FreeSampler {
 public:
  FreeSampler(const World& world, double radius, std::uint64_t seed);
  // nullopt: the disc fits nowhere, proved by subdivision down to the resolution of
  // tolerance::finest_cell.
  std::optional<Point> next();

 private:
  struct Square {
    Point centre;
    double half;  // half the side
  };
  std::uint64_t random();
  double uniform();
  std::size_t pick();
  Point in_triangle(TriangleId triangle);
  std::optional<Point> from_squares();
  void refine();

  const World& world_;
  double radius_;
  std::uint64_t state_;
  std::vector<TriangleId> triangles_;
  std::vector<Square> squares_;     // empty as long as triangles are sampled
  std::vector<double> cumulative_;  // areas of the triangles, or of the squares
  bool exhausted_ = false;
};

}  // namespace clearway
