// Whether one search for many goals pays off.
//
// One search for all goals expands in every direction up to the farthest of them; one search per
// goal expands towards it. Which of the two is cheaper depends on the goals. So a few goals, the
// sample, are solved one by one, and their cost bounds the work of the search for all others. Goals
// that it does not settle within that bound are solved one by one as well. Hence the total cost is
// less than twice that of single searches, and at most that of the search for all goals and of the
// sample.
#pragma once

#include <cstddef>

#include "settle_goals.hpp"

namespace clearway::batch {

// With fewer goals than this, a search for all goals does not pay off.
inline constexpr std::size_t min_goals = 64;
inline constexpr std::size_t sample_size = 16;

// The work of preparing a single search, in expansions and generated nodes.
inline constexpr double single_overhead = 64;
inline double single_cost(const SearchStats& stats) {
  return single_overhead + static_cast<double>(work(stats));
}

// The work that a search for all goals may spend, if single searches would cost this much. A unit
// of its work takes twice as long as one of single searches (measured): it expands in every
// direction, and less of what it reads is in the cache. It may spend three quarters of what the
// single searches would.
inline double max_work(double single_searches) {
  constexpr double share = 0.75, price = 2;
  return share * single_searches / price;
}

}  // namespace clearway::batch
