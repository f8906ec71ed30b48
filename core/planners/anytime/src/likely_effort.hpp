// When an anytime search is likely to have found its last path (Demyen 2007, 9.3).
//
// A first path that took few expansions is seldom improved; one that took many is improved more
// often, and later. So the search may end at a multiple of the expansions of the first path that
// grows with them. The thesis proposes such a rule and gives no numbers. These are fitted to 4,314
// searches on game maps and generated worlds, so that paths are about as short as with a fixed
// multiple of 4 (docs/measurements/triangulation-search.md).
#pragma once

#include <algorithm>
#include <cmath>

namespace clearway {

struct LikelyEffort {
  // First paths with up to so many expansions are final: of searches over triangles, and of TRA*,
  // whose expansions are decision nodes.
  static constexpr double easy = 32, easy_decisions = 2;
  // The largest multiple. Each doubling beyond the above adds 1.
  static constexpr double most = 4;

  // The multiple of the expansions of the first path, at least 1, at which the search ends.
  static double after(double expanded_until_first, double easy_expansions = easy) {
    if (expanded_until_first <= easy_expansions) return 1;
    return std::min(most, 1 + std::log2(expanded_until_first / easy_expansions));
  }
};

}  // namespace clearway
