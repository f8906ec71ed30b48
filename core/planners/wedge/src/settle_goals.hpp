// One start, many goals, one search.
#pragma once

#include "path_query.hpp"

namespace clearway {

// What a search has done, as a number to compare its cost by.
inline std::uint64_t work(const SearchStats& stats) { return stats.expanded + stats.generated; }

// Settles the goals of the scratch, all or only the first one to be reached, and drops goals that
// cannot be reached. The start and the goals are free for the radius. Returns false if the work
// exceeds `max_work`, and leaves the other goals open. True: what is open cannot be reached, or
// need not be.
bool settle_goals(SearchScratch& scratch, const LocatedPoint& start, double radius,
                  WedgeSearch& search, bool first_only, double max_work, SearchStats& stats);

}  // namespace clearway
