// Corrects the rounding error of a constructed point, so that an exact condition holds.
#pragma once

#include <optional>

#include "geometry/domain.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

// The first point for which holds(point): q itself, then points a few rounding steps from it in the
// direction `away`, then points around it. `step` is the size of one rounding step.
template <class Holds>
std::optional<Point> nudge(const Point& q, const Point& away, double step, Holds holds) {
  if (holds(q)) return q;
  for (double k = 1; k <= tolerance::steps_away; k *= 2) {
    const Point moved = in_domain({q.x + k * step * away.x, q.y + k * step * away.y});
    if (holds(moved)) return moved;
  }
  for (double k = 1; k <= tolerance::steps_around; k *= 2) {
    for (const double dx : {0.0, 1.0, -1.0})
      for (const double dy : {0.0, 1.0, -1.0}) {
        const Point moved = in_domain({q.x + k * step * dx, q.y + k * step * dy});
        if (holds(moved)) return moved;
      }
  }
  return std::nullopt;
}

}  // namespace clearway
