#include "exact_path.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/infinity.hpp"
#include "clearance/clearance.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "path/find_channel.hpp"
#include "query/raycast.hpp"
#include "world/access.hpp"
#include "world/input_side.hpp"

namespace clearway {
namespace {

// Rounding can make an estimate too large by at most this factor.
constexpr double rounded_down = 1 - tolerance::estimate;

// Expansions per triangle that greedy mode may spend beyond the limit.
constexpr std::uint64_t greedy_expansions = 64;

// A disc's search is worth a search for a point after this share of the expansions after which
// dominance is tested, in a mesh that is not small, if arcs, which a point does not have,
// contribute less than this to how much longer its paths are than straight lines.
constexpr std::uint64_t remaining_per_dominance = 4;
constexpr std::size_t small_mesh = 2048;  // triangles
constexpr double most_arcs = 0.6;

// Whether portals that are wide enough connect the ends. Linear in the mesh.
bool are_connected(SearchScratch& scratch, const PathQuery& query) {
  const auto& [start, goal, radius, options] = query;
  ReachFilter& filter = scratch.reach_filter;
  return filter.may_connect(start.at, goal.at, radius) &&
         (radius == 0 || filter.may_pass(start, goal, radius));
}

// Whether a search for a point from the goal may help.
bool uses_remaining(const SearchScratch& scratch, const PathQuery& query,
                    const DiscWedgeSearch& search) {
  const auto& [start, goal, radius, options] = query;
  const Mesh& mesh = scratch.world.mesh();
  return options.limit == no_limit && options.effort == 0 && !options.explored &&
         !options.has_deadline() &&
         (options.dominance_from == 0 ||
          (mesh.triangles.size() >= small_mesh && search.arc_share() < most_arcs)) &&
         !is_off(mesh, start.at, start.point) && !is_off(mesh, goal.at, goal.point);
}

// The bound on what remains, if it can be had.
std::optional<DiscRemaining> find_remaining(SearchScratch& scratch, const PathQuery& query,
                                            DiscWedgeSearch& disc, SearchStats& stats) {
  if (!uses_remaining(scratch, query, disc)) return std::nullopt;
  const World& world = scratch.world;
  scratch.starts.begin(world, {&query.start, 1});
  PointWedgeSearch& search = scratch.searches.point();
  const double b =
      search.measure_corners(query.goal, scratch.starts, stats, disc.close_dead_ends());
  if (b == 0) return std::nullopt;
  return DiscRemaining(world.mesh(), search.steps(), search.corners(), query.start.point,
                       query.goal.point, b);
}

bool is_unreachable(SearchOutcome outcome) {
  return outcome != SearchOutcome::settled && outcome != SearchOutcome::limited;
}

}  // namespace

void add_channel(const Mesh& mesh, const Location& from, Path& path) {
  std::vector<HalfEdgeId> portals;
  path.channel.push_back(Mesh::triangle_of(from.half_edge));
  if (find_channel(mesh, from.half_edge, path.segments, portals))
    for (const HalfEdgeId e : portals) path.channel.push_back(Mesh::triangle_of(e));
}

template <class Search>
SearchOutcome run_search(SearchScratch& scratch, const PathQuery& query, Search& search,
                         Path& path) {
  const auto& [start, goal, radius, options] = query;
  const Mesh& mesh = scratch.world.mesh();
  Goals& goals = scratch.goals;
  search.set_deterministic(options.limit != no_limit || options.effort > 0 || options.explored);
  const ExplorationLog log(search, options.explored);
  const auto begin = [&] {
    goals.begin(scratch.world, {&goal, 1});
    search.begin(start, radius, goals, path.stats);
  };
  const auto write = [&](Path& into) {
    search.write(GoalId(0), start.point, into);
    if (into.channel.empty()) add_channel(mesh, start.at, into);
    into.length = length_of(into.segments);
  };
  const auto run = [&](std::uint64_t max_expansions, SearchOptions::Time until) {
    if (!options.has_deadline()) return search.run_until(0, max_expansions);
    for (;;) {
      const double bound = search.run_until(
          0, std::min(max_expansions,
                      saturating_sum(path.stats.expanded, SearchOptions::clock_slice)));
      if (!goals.open() || bound == infinity || path.stats.expanded >= max_expansions ||
          std::chrono::steady_clock::now() >= until)
        return bound;
    }
  };
  std::uint64_t limit = options.limit;
  Path first;
  first.length = infinity;
  begin();
  if (options.effort > 0 || options.has_deadline()) {
    const SearchOptions::Time until = options.half_time();
    search.switch_to_greedy();
    run(std::min(limit, expansions_before_reach_test(mesh)), until);
    if (goals.open() && options.has_deadline() && are_connected(scratch, query))
      run(std::min(limit, greedy_expansions * mesh.triangles.size()), until);
    if (!goals.open()) {
      write(first);
      const double most = options.effort * static_cast<double>(path.stats.expanded);
      if (most > 0 && most < static_cast<double>(limit)) limit = static_cast<std::uint64_t>(most);
    }
    begin();
  }
  std::optional<DiscRemaining> remaining;
  if constexpr (std::is_same_v<Search, DiscWedgeSearch>) {
    const std::uint64_t first = options.dominance_from / remaining_per_dominance;
    const std::uint64_t most = std::min(limit, saturating_sum(path.stats.expanded, first));
    if (run(most, options.deadline) < infinity && goals.open() &&
        (remaining = find_remaining(scratch, query, search, path.stats)))
      search.use_remaining(*remaining);
  }
  double bound =
      run(std::min(limit, saturating_sum(path.stats.expanded, expansions_before_reach_test(mesh))),
          options.deadline);
  SearchOutcome unreachable = SearchOutcome::exhausted;
  if (goals.open() && bound < infinity && first.length == infinity) {
    unreachable = SearchOutcome::no_line_passes;
    if (!are_connected(scratch, query)) {
      unreachable = SearchOutcome::separated;
      bound = infinity;
    }
  }
  if (goals.open() && bound < infinity && path.stats.expanded < limit && !options.is_late())
    bound = run(limit, options.deadline);
  path.optimal = !goals.open();
  if (goals.open() && bound < infinity && !search.accept_known_path() && first.length == infinity &&
      !options.is_late()) {
    search.switch_to_greedy();
    const std::uint64_t extra = saturating_sum(limit, greedy_expansions * mesh.triangles.size());
    run(saturating_sum(path.stats.expanded, extra), options.deadline);
    if (goals.open()) search.accept_known_path();
  }
  path.lower_bound = bound * rounded_down;
  if (!goals.open()) write(path);
  if (first.length < path.length && !path.optimal) {
    path.segments = std::move(first.segments);
    path.channel = std::move(first.channel);
    path.length = first.length;
  }
  if (path.length == infinity) {
    path.status = Status::no_path;
    return bound < infinity ? SearchOutcome::limited : unreachable;
  }
  path.status = Status::found;
  path.lower_bound = path.optimal ? path.length : std::min(path.length, path.lower_bound);
  return SearchOutcome::settled;
}

template SearchOutcome run_search(SearchScratch&, const PathQuery&, PointWedgeSearch&, Path&);
template SearchOutcome run_search(SearchScratch&, const PathQuery&, DiscWedgeSearch&, Path&);

void find_exact(SearchScratch& scratch, const PathQuery& query, double scale,
                DiscWedgeSearch& search, Path& path) {
  const auto& [start, goal, radius, options] = query;
  const World& world = scratch.world;
  if (!raycast_from_free(world, start, goal.point, radius)) {
    if (start.point != goal.point) path.segments.push_back({start.point, goal.point, {}, 0.0, 0});
    path.status = Status::found;
    path.length = path.lower_bound = length_of(path.segments);
    path.optimal = true;
    add_channel(world.mesh(), start.at, path);
    return;
  }
  SearchOutcome outcome = run_search(scratch, query, search, path);
  if (!clearance_of(world).is_on() || radius > world.max_radius()) return;
  if (outcome != SearchOutcome::no_line_passes &&
      (outcome != SearchOutcome::exhausted || !are_connected(scratch, query)))
    return;
  const double less = radius * tolerance::tight_gap;
  for (const double slack : {less, less + scale * tolerance::tight_gap_touch})
    if (is_unreachable(outcome))
      outcome = run_search(scratch, {start, goal, radius - slack, options}, search, path);
}

}  // namespace clearway
