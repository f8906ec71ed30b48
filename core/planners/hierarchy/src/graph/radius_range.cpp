#include "clearway/planners/radius_range.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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

double RadiusRange::cover(double r) const {
  const double wanted = std::max(r, least);
  double found = wanted;
  if (step > 0) {
    found = infinity;
    const double k = std::ceil((wanted - least) / step);
    // Rounding may have made k too large or too small by one.
    for (const double i : {k - 1, k, k + 1}) {
      double candidate = at(std::max(i, 0.0));
      if (std::abs(candidate - wanted) <= tolerance::few_operations * wanted) candidate = wanted;
      if (candidate >= wanted) found = std::min(found, candidate);
    }
  }
  return found <= most ? found : infinity;
}

std::vector<CoveringRadius> cover(std::span<const RadiusRange> ranges,
                                  std::span<const double> radii) {
  std::vector<std::int32_t> order(ranges.size());
  std::iota(order.begin(), order.end(), 0);
  const auto width = [&](std::int32_t i) { return ranges[i].most - ranges[i].least; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t a, std::int32_t b) { return width(a) < width(b); });
  std::vector<CoveringRadius> out(radii.size(), {-1, infinity});
  for (std::size_t i = 0; i < radii.size(); ++i)
    for (const std::int32_t range : order)
      if (const double radius = ranges[range].cover(radii[i]); radius < out[i].radius)
        out[i] = {range, radius};
  return out;
}

}  // namespace clearway
