// The radii that a hierarchy is prepared for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace clearway {

// 0 <= least <= most; most may be infinite. step > 0: only the radii least + k * step count.
struct RadiusRange {
  double least = 0.0, most = 0.0, step = 0.0;
  bool is_one() const { return least == most; }
  // The largest radius of the range that is not above r, for r >= least.
  double floor(double r) const;
  // The smallest radius above r that counts, also beyond `most`.
  double after(double r) const;
  // The smallest radius of the range that is not below r; infinity if there is none. Radii that
  // differ only by rounding count as equal.
  double cover(double r) const;

 private:
  double at(double k) const;
};

// The prepared radius for a disc.
struct CoveringRadius {
  std::int32_t range;  // which of the ranges; -1: none
  double radius;       // infinity: none is large enough
};
// For each radius the smallest one of all ranges that is not below it. If several ranges have it,
// the narrowest, of these the first.
std::vector<CoveringRadius> cover(std::span<const RadiusRange> ranges,
                                  std::span<const double> radii);

}  // namespace clearway
