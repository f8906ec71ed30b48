#include "geometry/domain.hpp"

#include <cstdint>

#include "clearway/base/error.hpp"

namespace clearway {

namespace {

void check(const Point& p, std::size_t index) {
  if (!(std::abs(p.x) <= max_coordinate && std::abs(p.y) <= max_coordinate))
    throw InvalidInput("a coordinate is not finite or beyond 2^100",
                       static_cast<std::int64_t>(index));
}

}  // namespace

void check_domain(std::span<const Point> points) {
  for (std::size_t i = 0; i < points.size(); ++i) check(points[i], i);
}

void check_domain(std::span<const Segment> segments) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    check(segments[i].start, i);
    check(segments[i].end, i);
  }
}

void check_radii(std::span<const double> radii) {
  for (std::size_t i = 0; i < radii.size(); ++i)
    if (!(radii[i] >= 0 && radii[i] <= max_coordinate))
      throw InvalidInput("a radius does not lie between 0 and 2^100", static_cast<std::int64_t>(i));
}

}  // namespace clearway
