#include "timed_stretch_grid.hpp"

#include <algorithm>
#include <cmath>

namespace clearway {

std::int64_t TimedStretchGrid::cell_of(double c) const {
  constexpr double most = 0x1p40;
  return static_cast<std::int64_t>(std::clamp(std::floor(c / cell_), -most, most));
}

}  // namespace clearway
