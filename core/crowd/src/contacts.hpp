// Moves of discs that do not overlap each other in continuous time.
#pragma once

#include "half_planes.hpp"

namespace clearway {

// The part, 0 to 1, of `move` that a disc can make while another one, at `offset` from it, makes
// all of `other`, both at constant velocities, such that their centres stay `radius` apart. If they
// are closer now, they get no closer. It must be able to stay: part 0 keeps them apart.
double part_clear_of_disc(const Vector& offset, const Vector& move, const Vector& other,
                          double radius);

}  // namespace clearway
