// The queries of a batch that one thread takes, and its answers.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/path/path_table.hpp"
#include "clearway/session/planners.hpp"
#include "query_checks.hpp"
#include "query_times.hpp"
#include "session/common/parallel.hpp"

namespace clearway {

class QueryShare {
 public:
  QueryShare(const PathQueries& queries, const SearchOptions& options, std::size_t threads,
             PathTable& answers, std::vector<std::size_t>& taken, LoopItems::Share& items)
      : queries_(queries),
        options_(options),
        threads_(threads),
        answers_(answers),
        taken_(taken),
        items_(items) {}

  // Those of the call, whose deadline is that of all queries.
  const SearchOptions& options() const { return options_; }

  // Takes queries and appends the paths of find(start, goal, radius, options) -> const Path& until
  // there are none left. The options differ only if there is a deadline.
  template <class Find>
  void answer(Find find) {
    answer(find, [](std::size_t) {});
  }

  // The same for a search that does not read the clock: writes the seconds of each query.
  template <class Find>
  void answer_timed(Find find) {
    QueryTimes times(answers_);
    answer(find, [&](std::size_t i) { times.note(queries_.radii[i]); });
    times.read_clock();
  }

 private:
  // Calls appended(i) after the answer of query i.
  template <class Find, class Appended>
  void answer(Find& find, Appended appended) {
    const auto one = [&](std::size_t i, const SearchOptions& options) {
      answers_.append(find(queries_.starts[i], queries_.goals[i], queries_.radii[i], options));
      if (threads_ > 1) taken_.push_back(i);
      appended(i);
    };
    for (std::size_t i; items_.next(i);) {
      if (!options_.has_deadline()) [[likely]]
        one(i, options_);
      else
        one(i, share_of_time(options_, queries_.starts.size() - i, threads_));
    }
  }

  const PathQueries& queries_;
  const SearchOptions& options_;
  const std::size_t threads_;
  PathTable& answers_;
  std::vector<std::size_t>& taken_;  // the query of each answer, if there are several threads
  LoopItems::Share& items_;
};

}  // namespace clearway
