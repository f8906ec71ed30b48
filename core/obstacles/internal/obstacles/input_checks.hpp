// The rules for obstacles as given. Only this module checks them.
#pragma once

#include "clearway/obstacles/obstacles.hpp"

namespace clearway {

// Throws InvalidInput unless the arrays fit together, every obstacle has chains and starts with no
// hole, every chain has points and a known role, and every coordinate is finite and at most 2^100
// in magnitude. The index is that of the first array element that breaks a rule.
void check_input(const Obstacles& obstacles);

// Brings checked obstacles into the form in which they are stored, in place: coordinates below
// 2^-100 in magnitude are 0, no point equals the one before it in its chain, rings are open, and
// posts have one point. Allocates nothing.
void normalize(Obstacles& obstacles);

}  // namespace clearway
