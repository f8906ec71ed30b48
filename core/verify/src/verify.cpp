#include "clearway/verify/verify.hpp"

#include "collision/measure.hpp"
#include "obstacles/input_chains.hpp"

namespace clearway {

Verdict verify(const Obstacles& bounds, const Obstacles& obstacles, std::span<const Segment> path) {
  return measure(input_chains(obstacles, &bounds), path);
}

}  // namespace clearway
