// A batch of queries, answered by several threads.
#pragma once

#include <functional>
#include <memory>

#include "clearway/session/paths.hpp"
#include "clearway/session/planners.hpp"

namespace clearway {

// Answers the queries, checked by the caller, by one run of a planner for each thread: `start`
// makes one, for the version of the reading. The answers are in the order of the queries.
Answers answer_batch(const WorldReading& reading, const PathQueries& queries, std::size_t threads,
                     const SearchOptions& options,
                     const std::function<std::unique_ptr<PlannerRun>()>& start);

}  // namespace clearway
