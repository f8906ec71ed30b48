// When a path counts as longer than another, so that it cannot be part of a shortest one.
#pragma once

#include "geometry/tolerances.hpp"

namespace clearway {

// Two lengths closer than tolerance::length, plus what rounded points of contact add to that, may
// differ only by rounding and count as equal. So a path that is discarded is longer, and no two
// paths of equal length discard each other.
struct Margin {
  double of_contacts = 0.0;  // a length
  bool is_longer(double a, double b) const { return a * (1 - tolerance::length) - of_contacts > b; }
};

}  // namespace clearway
