// One query, for any radius.
#pragma once

#include "path_query.hpp"

namespace clearway {

// As OptimalSearch::find(), without options.partial and without the time.
Path find_single_path(SearchScratch& scratch, const PathQuery& query);

}  // namespace clearway
