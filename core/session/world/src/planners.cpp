#include "clearway/session/planners.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "clearway/planners/anytime_improver.hpp"
#include "clearway/planners/hierarchy.hpp"
#include "clearway/planners/round_search.hpp"
#include "world_state.hpp"

namespace clearway {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint8_t finding = OptionSpec::when_finding, improving = OptionSpec::when_improving,
                       made = OptionSpec::when_made, both = finding | improving;

// --- options, each once --------------------------------------------------------------------------

const SearchOptions initial;
const double unset = std::nan("");

std::uint64_t as_count(double value) {
  return value < 1e18 ? static_cast<std::uint64_t>(std::ceil(value)) : ~std::uint64_t{0};
}

const SearchOption limit{whole("limit", both, unset, 1, infinity,
                               "expansions after which a search ends with the best path so far"),
                         [](SearchOptions& o, double value) { o.limit = as_count(value); }};
const SearchOption effort{
    number_above("effort", both, unset, 0,
                 "a search ends at this multiple of the expansions of its first path"),
    [](SearchOptions& o, double value) { o.effort = value; }};
const SearchOption closing{
    flag("closing", both, initial.closing,
         "whether a search without limit and effort may ask planner \"optimal\" for the proof"),
    [](SearchOptions& o, double value) { o.closing = value != 0; }};
const SearchOption partial{
    flag("partial", finding, initial.partial,
         "the path to the closest place that can be reached, where the goal cannot"),
    [](SearchOptions& o, double value) { o.partial = value != 0; }};
const SearchOption metric{
    whole("metric", both, initial.metric, 1, 4,
          "how channels are measured (Kallmann 2010, section 5)"),
    [](SearchOptions& o, double value) { o.metric = static_cast<int>(value); }};
// Beyond 1e6 a search is as greedy as can be, and estimates may overflow.
const SearchOption greed{
    number("greed", both, initial.greed, 1, 1e6, "weight of the straight distance to the goal"),
    [](SearchOptions& o, double value) { o.greed = value; }};
const SearchOption property_two{
    flag("property_two", finding | made, initial.property_two,
         "whether corners that the place before a corner sees itself are passed over"),
    [](SearchOptions& o, double value) { o.property_two = value != 0; }};
const SearchOption dominance_from{
    whole("dominance_from", 0, static_cast<double>(initial.dominance_from), 0, infinity,
          "expansions after which wedges that others dominate are dropped"),
    [](SearchOptions& o, double value) { o.dominance_from = as_count(value); }};
const SearchOption clusters{whole("clusters", made, unset, 1, 2147483647,
                                  "how many; about the square root of the free triangles"),
                            nullptr};
const SearchOption per_border{whole("per_border", made, 3, 1, 2147483647,
                                    "nodes on the border of two clusters for one radius, at most"),
                              nullptr};
const SearchOption tolerance{
    number("tolerance", made, 0.05, 0, infinity,
           "by what share a way kept for a range of radii may be longer than the shortest"),
    nullptr};

SearchOption with_uses(SearchOption option, std::uint8_t uses) {
  option.uses = uses;
  return option;
}

// --- how they answer -----------------------------------------------------------------------------

// Planners that a thread's Searches have.
template <auto member>
class SearchRun : public PlannerRun {
 public:
  explicit SearchRun(const WorldReading& reading) : searches_(reading.state()) {
    if constexpr (std::is_same_v<decltype(member), TRAStarSearch Searches::*>) {
      graph_ = reading.abstraction();
      searches_->tra_star.use(*graph_);
    }
  }
  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options) override {
    return ((*searches_).*member).find(start, goal, radius, options);
  }

 private:
  std::shared_ptr<const Abstraction> graph_;
  SearchLoan searches_;
};

template <auto member>
std::unique_ptr<PlannerRun> start(const WorldReading& reading) {
  return std::make_unique<SearchRun<member>>(reading);
}

template <bool is_pruned>
class GraphRun : public PlannerRun {
 public:
  explicit GraphRun(const WorldReading& reading)
      : cache_(visibility_of(reading)),
        graph_(visibility_graph(reading, *cache_, is_pruned, 1)),
        search_(cache_->idle[is_pruned], [&] {
          return std::make_unique<GraphSearch>(reading.world(), cache_->corners, graph_);
        }) {}
  Path find(const Point& start, const Point& goal, double, const SearchOptions& options) override {
    return search_->find(start, goal, options.property_two);
  }

 private:
  std::shared_ptr<VisibilityCache> cache_;
  const VisibilityGraph& graph_;
  Loan<GraphSearch> search_;
};

class BspRun : public PlannerRun {
 public:
  explicit BspRun(const WorldReading& reading)
      : cache_(visibility_of(reading)),
        bsp_(bsp_of(reading, *cache_)),
        search_(cache_->idle_bsp, [&] {
          return std::make_unique<BspSearch>(reading.world(), cache_->corners, bsp_);
        }) {}
  Path find(const Point& start, const Point& goal, double, const SearchOptions& options) override {
    return search_->find(start, goal, options.property_two);
  }

 private:
  std::shared_ptr<VisibilityCache> cache_;
  const Bsp& bsp_;
  Loan<BspSearch> search_;
};

template <class Run>
std::unique_ptr<PlannerRun> start_run(const WorldReading& reading) {
  return std::make_unique<Run>(reading);
}

// --- how they improve ----------------------------------------------------------------------------

std::unique_ptr<Improver> begun(std::unique_ptr<AnytimeSearch> search, const ImproveQuery& q) {
  search->begin(q.start, q.goal, q.radius, q.options);
  return std::make_unique<AnytimeImprover>(std::move(search));
}

std::unique_ptr<Improver> improve_ta_star(const WorldReading& reading, const ImproveQuery& q) {
  return begun(std::make_unique<TAStarSearch>(reading.world()), q);
}

// The search reads the abstraction as long as it lasts.
class TRAStarImprover : public Improver {
 public:
  TRAStarImprover(const WorldReading& reading, const ImproveQuery& q)
      : graph_(reading.abstraction()) {
    auto search = std::make_unique<TRAStarSearch>(reading.world());
    search->use(*graph_);
    improver_ = begun(std::move(search), q);
  }
  const Path* next() override { return improver_->next(); }
  const Path& best() const override { return improver_->best(); }

 private:
  std::shared_ptr<const Abstraction> graph_;
  std::unique_ptr<Improver> improver_;
};

std::unique_ptr<Improver> improve_tra_star(const WorldReading& reading, const ImproveQuery& q) {
  return std::make_unique<TRAStarImprover>(reading, q);
}

template <class Search>
std::unique_ptr<Improver> improve_channel(const WorldReading& reading, const ImproveQuery& q) {
  return std::make_unique<Search>(reading.world(), q.start, q.goal, q.radius, q.options);
}

// --- the list ------------------------------------------------------------------------------------

const std::vector<PlannerSpec> planners{
    {"bsp*",
     "A* over corners, visibility from a BSP at each; shortest, for points",
     false,
     {property_two},
     start_run<BspRun>,
     {}},
    {"channel",
     "a wide enough row of triangles, then the funnel; fast, nearly shortest",
     true,
     {with_uses(effort, improving), greed, limit, metric, partial, with_uses(closing, 0)},
     start<&Searches::channel>,
     {{"search", improve_channel<RoundSearch>}, {"fronts", improve_channel<FrontImprover>}}},
    {"optimal",
     "the shortest path, proved, by an exact any-angle search",
     true,
     {with_uses(effort, finding), with_uses(limit, finding), partial, dominance_from},
     start<&Searches::optimal>,
     {}},
    {"ta*",
     "Triangulation A*: a first path soon, better ones later, the shortest at last",
     true,
     {closing, effort, limit},
     start<&Searches::ta_star>,
     {{"search", improve_ta_star}}},
    {"thpa*",
     "hierarchical: near-optimal plans at once, legs on demand; needs preparation",
     true,
     {clusters, per_border, tolerance},
     nullptr,
     {}},
    {"tra*",
     "Triangulation Reduction A*: as ta*, but only decision points are searched",
     true,
     {closing, effort, limit},
     start<&Searches::tra_star>,
     {{"search", improve_tra_star}}},
    {"vg",
     "A* over the visibility graph of protruding corners; shortest, for points",
     false,
     {},
     start_run<GraphRun<false>>,
     {}},
    {"vgo",
     "VG pruned to the edges of shortest paths; shortest, for points",
     false,
     {property_two},
     start_run<GraphRun<true>>,
     {}},
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
