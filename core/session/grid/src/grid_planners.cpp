#include "clearway/session/grid_planners.hpp"

#include "grid/a_star.hpp"
#include "grid/clique_levels.hpp"
#include "grid/cluster_graph.hpp"
#include "grid/hpa_star.hpp"
#include "grid/jps.hpp"
#include "grid/pra_star.hpp"
#include "session/common/option_list.hpp"

namespace clearway {

namespace {

const GridOptions initial;

const GridOption cluster{
    whole("cluster", OptionSpec::when_made, initial.cluster, 2, 255,
          "cells along a side of a cluster"),
    [](GridOptions& o, double value) { o.cluster = static_cast<std::int32_t>(value); }};
const GridOption heuristic{
    whole("heuristic", OptionSpec::when_finding, initial.heuristic, 0, 2,
          "how the rest of a path is estimated: octile, Euclidean or Manhattan"),
    [](GridOptions& o, double value) { o.heuristic = static_cast<int>(value); }};
const GridOption level{
    whole("level", OptionSpec::when_made, static_cast<double>(initial.level), 0, 64,
          "the highest level at which a search starts: higher is faster and gives longer paths"),
    [](GridOptions& o, double value) { o.level = static_cast<std::size_t>(value); }};
const GridOption queue{
    whole("queue", OptionSpec::when_finding, initial.queue, 0, 3,
          "what holds the open cells: buckets, a binary heap, a Fibonacci heap or a list; paths "
          "are equally long"),
    [](GridOptions& o, double value) { o.queue = static_cast<int>(value); }};
const GridOption smooth{flag("smooth", OptionSpec::when_finding, initial.smooth,
                             "whether sections of a path are shortened afterwards"),
                        [](GridOptions& o, double value) { o.smooth = value != 0; }};

constexpr CellQueue queues[] = {CellQueue::buckets, CellQueue::binary, CellQueue::fibonacci,
                                CellQueue::list};

std::unique_ptr<GridPlanner> make_a_star(const Grid& grid, const GridAbstraction*,
                                         const GridOptions& options) {
  constexpr Heuristic known[] = {Heuristic::octile, Heuristic::euclidean, Heuristic::manhattan};
  return std::make_unique<GridAStar>(grid, known[options.heuristic], queues[options.queue]);
}

std::unique_ptr<GridPlanner> make_dijkstra(const Grid& grid, const GridAbstraction*,
                                           const GridOptions& options) {
  return std::make_unique<GridAStar>(grid, Heuristic::none, queues[options.queue]);
}

std::unique_ptr<GridPlanner> make_jps(const Grid& grid, const GridAbstraction*,
                                      const GridOptions&) {
  return std::make_unique<JumpPointSearch>(grid);
}

std::unique_ptr<GridPlanner> make_hpa(const Grid& grid, const GridAbstraction* prepared,
                                      const GridOptions& options) {
  return std::make_unique<HierarchicalSearch>(grid, static_cast<const ClusterGraph&>(*prepared),
                                              options.smooth);
}

std::unique_ptr<GridAbstraction> prepare_hpa(const Grid& grid, const GridOptions& options) {
  return std::make_unique<ClusterGraph>(grid, options.cluster);
}

std::unique_ptr<GridPlanner> make_pra(const Grid& grid, const GridAbstraction* prepared,
                                      const GridOptions& options) {
  return std::make_unique<PartialRefinementSearch>(
      grid, static_cast<const CliqueLevels&>(*prepared), options.level, options.smooth);
}

std::unique_ptr<GridAbstraction> prepare_pra(const Grid& grid, const GridOptions&) {
  return std::make_unique<CliqueLevels>(grid);
}

const std::vector<GridPlannerSpec> planners{
    {"a*",
     "shortest over the cells of a grid, guided by the octile distance",
     {heuristic, queue},
     make_a_star,
     nullptr,
     nullptr},
    {"dijkstra",
     "shortest over the cells of a grid, searching in all directions from the start",
     {queue},
     make_dijkstra,
     nullptr,
     nullptr},
    {"hpa*",
     "nearly shortest over the cells of a grid, by clusters and their entrances",
     {cluster, smooth},
     make_hpa,
     prepare_hpa,
     [](const GridOptions& o) { return "hpa* " + std::to_string(o.cluster); }},
    {"jps",
     "shortest over the cells of a grid, by jump points; nothing to prepare",
     {},
     make_jps,
     nullptr,
     nullptr},
    {"pra*",
     "nearly shortest over the cells of a grid, by levels of cliques, refined downwards",
     {level, smooth},
     make_pra,
     prepare_pra,
     [](const GridOptions&) { return std::string("pra*"); }},
};

}  // namespace

std::span<const GridPlannerSpec> grid_planners() { return planners; }

const GridPlannerSpec& grid_planner_named(std::string_view name) {
  return find_named(grid_planners(), name);
}

GridOptions grid_options(const GridPlannerSpec& planner, std::span<const NamedValue> values) {
  return options_of<GridOptions>(planner, values);
}

}  // namespace clearway
