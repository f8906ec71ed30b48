// A query of the optimal search, and what its parts share between queries.
#pragma once

#include <cstdint>
#include <limits>

#include "clearway/planners/optimal.hpp"
#include "funnel/disc_funnel.hpp"
#include "planners/common/begin_path.hpp"
#include "planners/common/reach_filter.hpp"
#include "wedge_searches.hpp"

namespace clearway {

// One start and one goal; the disc fits at both.
struct PathQuery {
  const LocatedPoint& start;
  const LocatedPoint& goal;
  double radius;
  const SearchOptions& options;
};

struct SearchScratch {
  explicit SearchScratch(const World& world)
      : world(world), reach_filter(world), searches(world), funnel(world.mesh()) {}

  const World& world;
  Goals goals;
  Goals starts;  // of a search from the goal
  ReachFilter reach_filter;
  WedgeSearches searches;
  DiscFunnel funnel;
};

// Lets the public class keep its scratch without naming a type.
struct OptimalSearch::Scratch : SearchScratch {
  using SearchScratch::SearchScratch;
};

inline Path no_path_yet() {
  Path path;
  begin_path(path);
  return path;
}

// Whether it is proved that no path leads to the goal.
inline bool is_unreachable(const Path& path) {
  return path.status == Status::goal_blocked ||
         (path.status == Status::no_path &&
          path.lower_bound == std::numeric_limits<double>::infinity());
}

// Expansions without a limit, and sums that do not exceed it.
inline constexpr std::uint64_t no_limit = ~std::uint64_t{0};
inline std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  return a > no_limit - b ? no_limit : a + b;
}

// A search that has not settled its goals after this many expansions may have no goal to reach:
// from here on a test of reachability, linear in the mesh, costs less than what it may save.
inline std::uint64_t expansions_before_reach_test(const Mesh& mesh) {
  constexpr std::uint64_t in_small_meshes = 1024, triangles_per_expansion = 4;
  return mesh.triangles.size() / triangles_per_expansion + in_small_meshes;
}

}  // namespace clearway
