#include "clearway/planners/radius_range.hpp"

#include <algorithm>
#include <cmath>

#include "base/infinity.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
// least + k * step. Where rounding puts this next to `most`, it is `most`.
double RadiusRange::at(double k) const {
  const double r = least + k * step;
  return std::abs(r - most) <= tolerance::few_operations * most ? most : r;
}

double RadiusRange::floor(double r) const {
  if (step <= 0 || !(r < infinity)) return std::min(r, most);
  double k = std::max(0.0, std::floor((std::min(r, most) - least) / step));
  if (at(k + 1) <= std::min(r, most)) ++k;
  if (at(k) > r) --k;
  return at(std::max(0.0, k));
}

double RadiusRange::after(double r) const {
  if (step <= 0) return std::nextafter(r, infinity);
  double k = std::floor((r - least) / step) + 1;
  if (!(at(k) > r)) ++k;
  // A step smaller than the rounding of r would not get beyond r.
  return std::max(at(k), std::nextafter(r, infinity));
}

}  // namespace clearway
