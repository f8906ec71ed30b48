#include "clearway/session/planners.hpp"

#include <cmath>
#include <limits>

#include "base/infinity.hpp"
#include "planner_runs.hpp"
#include "session/common/option_list.hpp"

namespace clearway {

namespace {

constexpr std::uint8_t finding = OptionSpec::when_finding, improving = OptionSpec::when_improving,
                       made = OptionSpec::when_made, both = finding | improving;

// --- options, each once --------------------------------------------------------------------------

const SearchOptions initial;
const double unset = std::nan("");

// More expansions than any search makes; below 2^64, so that the conversion does not overflow.
constexpr double most_expansions = 1e18;

std::uint64_t as_count(double value) {
  return value < most_expansions ? static_cast<std::uint64_t>(std::ceil(value)) : ~std::uint64_t{0};
}

// Counted from when the options are read, at the beginning of a call.
SearchOptions::Time time_after(double seconds) {
  constexpr double most_seconds = 1e9;  // three decades; more does not fit into the clock's type
  if (!(seconds < most_seconds)) return SearchOptions::Time::max();
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(
             std::chrono::duration<double>(seconds));
}

const SearchOption limit{whole("limit", both, unset, 1, infinity,
                               "expansions after which a search ends with the best path so far"),
                         [](SearchOptions& o, double value) { o.limit = as_count(value); }};
const SearchOption seconds{number_above("seconds", both, unset, 0,
                                        "time after which a search ends with the best path so far"),
                           [](SearchOptions& o, double value) { o.deadline = time_after(value); }};
const SearchOption effort{
    number_above("effort", both, unset, 0,
                 "a search ends at this multiple of the expansions of its first path"),
    [](SearchOptions& o, double value) { o.effort = value; }};
const SearchOption stop_early{
    flag("stop_early", both, initial.stop_early,
         "end once the path is likely to be shortest, judged by the expansions of the first path"),
    [](SearchOptions& o, double value) { o.stop_early = value != 0; }};
const SearchOption prove_with_optimal{
    flag("prove_with_optimal", both, initial.prove_with_optimal,
         "whether a search that nothing else ends may ask planner \"optimal\" for the proof"),
    [](SearchOptions& o, double value) { o.prove_with_optimal = value != 0; }};
const SearchOption prefer{
    number(
        "prefer", finding, unset, 0, infinity,
        "clearance to keep where that is possible: at least the radius; infinity: the widest way"),
    [](SearchOptions& o, double value) { o.prefer = value; }};
const SearchOption cost_tolerance{
    number("tolerance", finding, unset, 1e-6, infinity,
           "with costs: by what fraction a path may cost more than the cheapest"),
    [](SearchOptions& o, double value) { o.tolerance = value; }};
const SearchOption partial{
    flag("partial", finding, initial.partial,
         "if the goal cannot be reached, return a path to the nearest point that can"),
    [](SearchOptions& o, double value) { o.partial = value != 0; }};
const SearchOption metric{
    whole("metric", both, initial.metric, 1, 4,
          "how channels are measured (Kallmann 2010, section 5)"),
    [](SearchOptions& o, double value) { o.metric = static_cast<int>(value); }};
// Beyond 1e6 a search does not become greedier, and estimates may overflow.
const SearchOption weight{
    number("weight", both, initial.weight, 1, 1e6, "weight of the straight distance to the goal"),
    [](SearchOptions& o, double value) { o.weight = value; }};
const SearchOption prune_successors{
    flag("prune_successors", finding | made, initial.prune_successors,
         "whether to skip corners that the predecessor of a corner sees itself"),
    [](SearchOptions& o, double value) { o.prune_successors = value != 0; }};
const SearchOption dominance_from{
    whole("dominance_from", 0, static_cast<double>(initial.dominance_from), 0, infinity,
          "expansions after which wedges that others dominate are dropped"),
    [](SearchOptions& o, double value) { o.dominance_from = as_count(value); }};
// Counts of a hierarchy are 32-bit integers in files.
constexpr double most_parts = std::numeric_limits<std::int32_t>::max();
const SearchOption clusters{whole("clusters", made, unset, 1, most_parts,
                                  "how many; about the square root of the free triangles"),
                            nullptr};
const SearchOption per_border{whole("per_border", made, 3, 1, most_parts,
                                    "nodes on the border of two clusters for one radius, at most"),
                              nullptr};
const SearchOption tolerance{
    number("tolerance", made, 0.05, 0, infinity,
           "by what fraction a path cached for a range of radii may exceed the shortest"),
    nullptr};

const SearchOption memory{
    whole("memory", made, 100e6, 0, infinity,
          "bytes that labels may keep; if they do not suffice, planner \"optimal\" answers"),
    nullptr};

SearchOption with_uses(SearchOption option, std::uint8_t uses) {
  option.uses = uses;
  return option;
}

// --- the list ------------------------------------------------------------------------------------

const std::vector<PlannerSpec> planners{
    {"bsp*",
     "A* over corners, visibility from a BSP at each; shortest, for points",
     false,
     {prune_successors},
     start_bsp,
     {},
     false,
     explore_bsp},
    {"channel",
     "a wide enough channel of triangles, then the funnel; fast, nearly shortest",
     true,
     {with_uses(effort, improving), with_uses(stop_early, improving), weight, limit, seconds,
      metric, prefer, partial, cost_tolerance, with_uses(prove_with_optimal, 0)},
     start_channel,
     {{"search", improve_by_rounds}, {"fronts", improve_by_fronts}},
     true,
     nullptr,
     0.1},
    {"labels",
     "hub labels over corners; shortest, for points; needs preparation after every edit",
     false,
     {memory},
     nullptr,
     {}},
    {"optimal",
     "the shortest path, proved, by an exact any-angle search",
     true,
     {with_uses(effort, finding), with_uses(limit, finding), with_uses(seconds, finding), prefer,
      partial, cost_tolerance, dominance_from},
     start_optimal,
     {},
     true,
     nullptr,
     0.01},
    {"ta*",
     "Triangulation A*: a first path soon, better ones later, finally the shortest",
     true,
     {prove_with_optimal, effort, stop_early, limit, seconds},
     start_ta_star,
     {{"search", improve_ta_star}},
     true},
    {"thpa*",
     "hierarchical: near-optimal plans at once, legs on demand; needs preparation",
     true,
     {clusters, per_border, tolerance},
     nullptr,
     {}},
    {"tra*",
     "Triangulation Reduction A*: like ta*, but searches decision nodes only",
     true,
     {prove_with_optimal, effort, stop_early, limit, seconds},
     start_tra_star,
     {{"search", improve_tra_star}},
     true},
    {"vg",
     "A* over the visibility graph of protruding corners; shortest, for points",
     false,
     {},
     start_vg,
     {},
     false,
     explore_vg},
    {"vgo",
     "VG pruned to the edges of shortest paths; shortest, for points",
     false,
     {prune_successors},
     start_vgo,
     {},
     false,
     explore_vgo},
};

}  // namespace

std::span<const PlannerSpec> world_planners() { return planners; }

const PlannerSpec& planner_named(std::string_view name) {
  return find_named(world_planners(), name);
}

SearchOptions search_options(const PlannerSpec& planner, std::span<const NamedValue> values) {
  return options_of<SearchOptions>(planner, values);
}

}  // namespace clearway
