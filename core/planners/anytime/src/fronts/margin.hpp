// When a way counts as longer than another, so that it cannot be part of a shortest path.
#pragma once

namespace clearway {

// Sums of rounded lengths closer than one part in 2^40, and what rounded places of contact add to
// that, count as equal: a way that dies is longer whatever rounding did, and no two ways of equal
// length can kill each other.
struct Margin {
  double of_places = 0.0;  // a length
  bool is_longer(double a, double b) const { return a * (1 - 0x1p-40) - of_places > b; }
};

}  // namespace clearway
