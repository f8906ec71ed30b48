#include "likely_effort.hpp"

#include <algorithm>
#include <cmath>

namespace clearway {

double LikelyEffort::after(double expanded_until_first) {
  if (expanded_until_first <= easy) return 1;
  return std::min(most, 1 + per_doubling * std::log2(expanded_until_first / easy));
}

}  // namespace clearway
