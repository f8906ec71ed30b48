// Whether two moving discs meet, decided in continuous time.
#pragma once

#include <span>

#include "clearway/motion/motion.hpp"

namespace clearway {

// The first time, up to rounding, at which the centres are nearer than `apart`; infinity if they
// never are while both motions last. One moment that two motions have in common does not count.
// Discs that only touch do not meet: centres count as nearer where they are so by more than a
// fraction `tolerance::apart` of the distance, and a conflict is never missed that is deeper than
// twice that.
//
// Lines and waits have a closed form. If one of the motions is an arc, the square of the distance
// is bounded from below by its Taylor polynomial of degree 2 at the middle of an interval of time
// and by a bound of the third derivative; intervals that this does not clear are halved, earlier
// halves first. Cost: a few dozen evaluations; up to some thousand where discs stay in touch.
double first_conflict(const Motion& a, const Motion& b, double apart);

// The same for two sequences of motions, each in the order of time.
double first_conflict(std::span<const Motion> a, std::span<const Motion> b, double apart);

}  // namespace clearway
