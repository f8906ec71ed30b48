// The shortest path to a place: to the nearest point of several lines and areas.
#pragma once

#include "clearway/query/place.hpp"
#include "path_query.hpp"

namespace clearway {

// As OptimalSearch::find_place(), without the time.
Path find_place_path(SearchScratch& scratch, const Point& start, const Place& place, double radius,
                     const SearchOptions& options, Index& part);

}  // namespace clearway
