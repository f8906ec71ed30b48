// The registry of the planners on a grid: names, descriptions, options and implementations.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clearway/grid/planner.hpp"
#include "clearway/session/option.hpp"

namespace clearway {

struct GridOptions {
  int heuristic = 0;  // "a*": 0 octile, 1 Euclidean, 2 Manhattan, which overestimates
  int queue = 0;      // "a*", "dijkstra": 0 buckets, 1 binary heap, 2 Fibonacci heap, 3 list
  std::int32_t cluster = 10;  // "hpa*": cells along a side of a cluster
  std::size_t level = 3;      // "pra*": the highest level at which a search starts
  bool smooth = true;         // "hpa*", "pra*": whether sections of a path are shortened afterwards
  // "a*": instead of the heuristic, as GridPlanner::set_estimates takes them. Not an option by
  // name.
  std::span<const double> estimates = {};
};

struct GridOption : OptionSpec {
  void (*set)(GridOptions& options, double value);
};

struct GridPlannerSpec {
  std::string_view name, summary;
  std::vector<GridOption> options;
  // Creates a search over the grid and its preparation, both of which must outlive it.
  std::unique_ptr<GridPlanner> (*make)(const Grid& grid, const GridAbstraction* prepared,
                                       const GridOptions& options);
  // The key of the preparation; null if there is none. Options with equal keys share a preparation.
  std::unique_ptr<GridAbstraction> (*prepare)(const Grid& grid, const GridOptions& options);
  std::string (*key)(const GridOptions& options);
};

// In alphabetical order.
std::span<const GridPlannerSpec> grid_planners();
// As planner_named.
const GridPlannerSpec& grid_planner_named(std::string_view name);

// As search_options.
GridOptions grid_options(const GridPlannerSpec& planner, std::span<const NamedValue> values);

}  // namespace clearway
