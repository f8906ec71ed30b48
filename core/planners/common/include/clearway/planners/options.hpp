// The options of a query to a planner, besides its ends and radius.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "clearway/mesh/ids.hpp"

namespace clearway {

struct SearchOptions {
  // Expansions after which a search ends with the best path so far.
  std::uint64_t limit = ~std::uint64_t{0};
  // When a search ends with the best path so far. It reads the clock after this many expansions, or
  // earlier: well within a millisecond.
  static constexpr std::uint64_t clock_slice = 256;
  using Time = std::chrono::steady_clock::time_point;
  Time deadline = Time::max();
  // A search ends at this multiple of the expansions of its first path, TA*(F) in Demyen 2007, 9.2;
  // 0: never.
  double effort = 0.0;
  // The preferred clearance, at least the radius (planners/preferred/preferred_path.hpp); -1: none.
  double prefer = -1.0;
  // In weighted areas: by what fraction a path may cost more than the cheapest; -1: the planner's
  // own.
  double tolerance = -1.0;
  // Whether an unreachable goal gets the path to the reachable point nearest to it.
  bool partial = false;
  // Whether an anytime search ends once its path is likely to be shortest, judged by the expansions
  // of its first path (Demyen 2007, 9.3).
  bool stop_early = false;
  // Whether an anytime search without limit, effort and stop_early may use the exact search for the
  // proof.
  bool prove_with_optimal = true;
  // Whether planners over corners skip successors that the predecessor of a corner sees itself
  // (Vinther 2015, Property Two).
  bool prune_successors = true;
  // Planner "optimal", discs: expansions after which dominated wedges are dropped. The answers do
  // not depend on it; short searches are faster without.
  std::uint64_t dominance_from = 1024;
  // Planner "channel": the metric of channels, 1 to 4 (Kallmann 2010, section 5).
  int metric = 4;
  // Planner "channel": weight of the heuristic, the straight distance to the goal; at least 1.
  double weight = 1.05;
  // Whether the caller reads Path::channel. Otherwise planners may leave it empty.
  bool needs_channel = true;
  // Receives the triangles that the search expands, in this order; a triangle may repeat. Null:
  // they are not reported. Only for planners with PlannerSpec::reports_triangles; must outlive the
  // search.
  std::vector<TriangleId>* explored = nullptr;

  bool has_deadline() const { return deadline != Time::max(); }
  bool is_late() const { return has_deadline() && std::chrono::steady_clock::now() >= deadline; }
  // The middle between now and the deadline.
  Time half_time() const {
    const Time now = std::chrono::steady_clock::now();
    return now + (deadline - now) / 2;
  }
};

}  // namespace clearway
