// The planners on a grid: each name, what it does, its options, and how it answers, declared once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clearway/grid/abstraction.hpp"
#include "clearway/grid/planner.hpp"
#include "clearway/session/option.hpp"

namespace clearway {

struct GridOptions {
  std::int32_t cluster = 10;  // "hpa*": cells along a side of a cluster
  std::size_t level = 3;      // "pra*": the highest level at which a search starts
  bool smooth = true;         // "hpa*", "pra*": whether stretches are shortened afterwards
};

struct GridOption : OptionSpec {
  void (*set)(GridOptions& options, double value);
};

struct GridPlannerSpec {
  std::string_view name, summary;
  std::vector<GridOption> options;
  // A search over the grid and what was prepared from it, both of which must outlive it.
  std::unique_ptr<GridPlanner> (*make)(const Grid& grid, const GridAbstraction* prepared,
                                       const GridOptions& options);
  // Null: nothing is prepared. Options that give one key give the same preparation.
  std::unique_ptr<GridAbstraction> (*prepare)(const Grid& grid, const GridOptions& options);
  std::string (*key)(const GridOptions& options);
};

// In the order of their names.
std::span<const GridPlannerSpec> grid_planners();
// find_named.
const GridPlannerSpec& grid_planner_named(std::string_view name);

// options_of.
GridOptions grid_options(const GridPlannerSpec& planner, std::span<const NamedValue> values);

}  // namespace clearway
