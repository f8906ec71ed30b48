// Steps that pass corners of a path.
//
// A step is a straight move, and a path touches obstacles at its corners: so a step either ends at
// the next corner, whatever is left of it, or goes straight on past the corner. The second is
// better where corners are nearer to each other than a step is long, as around a small disc.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

// `corners`: of the path of a disc at p, the last one first, at least two, the next one nearer than
// `step`. Replaces the next ones by the end of a step that goes straight on past them, if both this
// step and the line from there to the path are clear, and less remains than from the next corner.
// Of several ends it takes the one from which least remains. False: there is none.
bool pass_in_step(const World& world, const Point& p, double radius, double step,
                  std::vector<Point>& corners);

}  // namespace clearway
