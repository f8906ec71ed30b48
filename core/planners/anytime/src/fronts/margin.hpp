// When a way counts as longer than another, so that it cannot be part of a shortest path.
#pragma once

#include "clearway/geometry/tolerances.hpp"

namespace clearway {

// Sums of rounded lengths closer than tolerance::length, and what rounded points of contact add to
// that, count as equal: a path that is discarded is longer whatever rounding did, and no two paths
// of equal length can discard each other.
struct Margin {
  double of_places = 0.0;  // a length
  bool is_longer(double a, double b) const { return a * (1 - tolerance::length) - of_places > b; }
};

}  // namespace clearway
