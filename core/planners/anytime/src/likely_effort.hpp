// When an anytime search is likely to have found its last path (Demyen 2007, 9.3).
//
// A first path that took few expansions is seldom improved; one that took many is improved more
// often, and later. So the search may end at a multiple of the expansions of the first path that
// grows with them. The thesis proposes such a rule and gives no numbers. These are fitted to
// searches on game maps and generated worlds (docs/measurements/triangulation-search.md).
#pragma once

#include <cstdint>

namespace clearway {

// First paths with up to `easy` expansions are final. Each doubling beyond adds `per_doubling` to
// the multiple, up to `most`.
struct LikelyEffort {
  static constexpr double easy = 16, per_doubling = 1, most = 10;

  // The multiple of the expansions of the first path, at least 1, at which the search ends.
  static double after(double expanded_until_first);
};

}  // namespace clearway
