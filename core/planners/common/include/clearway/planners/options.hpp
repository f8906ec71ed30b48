// The options of a query to a planner, besides its ends and radius.
#pragma once

#include <cstdint>

namespace clearway {

struct SearchOptions {
  // Expansions after which a search ends with the best path so far.
  std::uint64_t limit = ~std::uint64_t{0};
  // A search ends at this multiple of the expansions of its first path; 0: never.
  double effort = 0.0;
  // Whether a goal that cannot be reached gets the path to the closest place that can.
  bool partial = false;
  // Whether an anytime search without limit and effort may ask the exact search at its end.
  bool prove_with_optimal = true;
  // Whether planners over corners pass over what the place before a corner sees itself.
  bool prune_successors = true;
  // Discs of planner "optimal": expansions after which wedges that others dominate are dropped.
  // Answers are the same; smaller searches are faster without.
  std::uint64_t dominance_from = 1024;
  // Planner "channel": which of the metrics of Kallmann, section 5, measures channels.
  int metric = 4;
  // Planner "channel": weight of the straight distance to the goal, at least 1.
  double weight = 1.05;
};

}  // namespace clearway
