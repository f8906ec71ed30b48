// The radii that a hierarchy is prepared for.
#pragma once

namespace clearway {

// 0 <= least <= most; most may be infinite. step > 0: only the radii least + k * step count.
struct RadiusRange {
  double least = 0.0, most = 0.0, step = 0.0;
  bool is_one() const { return least == most; }
  // The largest radius of the range that is not above r, for r >= least.
  double floor(double r) const;
  // The smallest radius above r that counts, also beyond `most`.
  double after(double r) const;

 private:
  double at(double k) const;
};

}  // namespace clearway
