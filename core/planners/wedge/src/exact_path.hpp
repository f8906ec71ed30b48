// One query, answered by one wedge search.
#pragma once

#include "path_query.hpp"

namespace clearway {

enum class SearchOutcome {
  settled,         // there is a path
  limited,         // not decided within the limit
  separated,       // no path: the portals that are wide enough do not connect the ends
  exhausted,       // no path: the queue is empty; the portals have not been compared
  no_line_passes,  // no path: the queue is empty, though the portals connect the ends
};

// Runs the search within options.limit and options.effort as OptimalSearch::find() describes, and
// writes its answer into `path`, whose length and lower bound are infinite. The expansions are
// added to those of the path. Compares the portals only if the search takes long. Search: one of
// the two classes, so that no call is virtual.
template <class Search>
SearchOutcome run_search(SearchScratch& scratch, const PathQuery& query, Search& search,
                         Path& path);
extern template SearchOutcome run_search(SearchScratch&, const PathQuery&, PointWedgeSearch&,
                                         Path&);
extern template SearchOutcome run_search(SearchScratch&, const PathQuery&, DiscWedgeSearch&, Path&);

// As run_search(), for the search for discs of this radius, whose coordinates are at most `scale`:
// a radius that is not small against them. Two cases need more than the search:
// - A straight path needs no search.
// - In a gap exactly as wide as the disc, rounding can leave no line. Portals are compared exactly
//   (ReachFilter::may_pass). If they connect the ends, a disc smaller by less than a path may lose
//   to rounding is searched for.
void find_exact(SearchScratch& scratch, const PathQuery& query, double scale,
                DiscWedgeSearch& search, Path& path);

// Appends the triangles that the segments of the path cross to its channel; only the first one if
// they cannot be followed through the mesh (path/find_channel.hpp).
void add_channel(const Mesh& mesh, const Location& from, Path& path);

}  // namespace clearway
