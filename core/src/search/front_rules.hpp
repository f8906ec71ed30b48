// When a way counts as longer than another, so that it cannot be part of a shortest path.
#pragma once

namespace clearway {

// Sums of rounded distances closer than one part in 2^40 count as equal: a way that dies is
// longer whatever rounding did, and no two ways of equal length can kill each other.
inline bool is_longer(double a, double b) { return a * (1 - 0x1p-40) > b; }

}  // namespace clearway
