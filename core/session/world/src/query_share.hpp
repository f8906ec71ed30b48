// The queries of a batch that one thread takes, and its answers.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/path/path_table.hpp"
#include "clearway/session/planners.hpp"
#include "session/parallel.hpp"

namespace clearway {

class QueryShare {
 public:
  QueryShare(const PathQueries& queries, PathTable& answers, std::vector<std::size_t>& taken,
             LoopItems::Share& items)
      : queries_(queries), answers_(answers), taken_(taken), items_(items) {}

  // Takes queries and appends the paths of find(start, goal, radius) -> const Path& until there
  // are none left.
  template <class Find>
  void answer(Find find) {
    for (std::size_t i; items_.next(i);) {
      answers_.append(find(queries_.starts[i], queries_.goals[i], queries_.radii[i]));
      taken_.push_back(i);
    }
  }

 private:
  const PathQueries& queries_;
  PathTable& answers_;
  std::vector<std::size_t>& taken_;  // the query of each answer
  LoopItems::Share& items_;
};

}  // namespace clearway
