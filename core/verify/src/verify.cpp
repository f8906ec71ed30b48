#include "clearway/verify/verify.hpp"

#include "collision/measure.hpp"
#include "obstacles/input_chains.hpp"

namespace clearway {

Verdict verify(const Obstacles& ground, const Obstacles& obstacles, std::span<const Segment> path) {
  return measure(input_chains(obstacles, &ground), path);
}

}  // namespace clearway
