#include "clearway/geometry/segment.hpp"

#include "geometry/arc.hpp"
#include "geometry/construction.hpp"

namespace clearway {

double length_of(std::span<const Segment> segments) {
  double sum = 0;
  for (const Segment& s : segments)
    sum += s.is_link() ? 0.0 : s.turn == 0 ? distance(s.start, s.end) : s.radius * sweep_of(s);
  return sum;
}

}  // namespace clearway
