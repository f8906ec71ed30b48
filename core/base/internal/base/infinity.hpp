// The length that no path has and the radius that no disc has.
#pragma once

#include <limits>

namespace clearway {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace clearway
