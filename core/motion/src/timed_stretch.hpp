// Motions cut into stretches of constant velocity, for finding times without conflicts.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "clearway/base/id.hpp"
#include "clearway/motion/motion.hpp"
#include "clearway/motion/times.hpp"
#include "geometry/box.hpp"

namespace clearway {

// A point that moves at constant velocity; the motion that it stands for stays within `slack` of
// it: 0 for lines, the chord error for arcs (tolerance::chord_error).
struct TimedStretch {
  double begin = 0.0, end = 0.0;
  Point start, velocity;
  double slack = 0.0;
  Index motion = 0;  // its position in the sequence

  Box box() const;  // of the moving point
};

// Lines are cut into stretches of at most this length.
std::vector<TimedStretch> stretches_of(std::span<const Motion> motions, double length);

// The times at which a point is nearer than `apart` to a place.
std::optional<TimeInterval> blocked_times(const TimedStretch& s, const Point& place, double apart);

// A disc walks along `own`, whose times count from its departure. The departures for which it comes
// nearer than `apart` to the point of `other` during these two stretches: they form an interval,
// because (own time, other time) -> difference is affine, so that the pairs of times with a
// conflict are a convex set, and the departure is a linear function of them.
std::optional<TimeInterval> blocked_departures(const TimedStretch& own, const TimedStretch& other,
                                               double apart);

}  // namespace clearway
