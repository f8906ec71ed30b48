#include "clearway/path/path.hpp"

#include "arc.hpp"
#include "clearway/geometry/construction.hpp"

namespace clearway {

double length_of(const std::vector<Segment>& segments) {
  double sum = 0;
  for (const Segment& s : segments)
    sum += s.turn == 0 ? distance(s.start, s.end) : s.radius * sweep_of(s);
  return sum;
}

}  // namespace clearway
