#include "clearway/planners/optimal.hpp"

#include <limits>
#include <numbers>
#include <utility>

#include "clearance/clearance.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "clearway/query/narrowest.hpp"
#include "collision/measure.hpp"
#include "optimal_state.hpp"
#include "path/trace.hpp"
#include "planners/query_ends.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// What rounding can add to an estimate.
constexpr double downward = 1 - tolerance::estimate;

// Lengths that agree to this are one.
constexpr double same = 1 + tolerance::same_path;

}  // namespace

void add_channel(const Mesh& mesh, const Location& from, Path& path) {
  std::vector<HalfEdgeId> portals;
  path.channel.push_back(Mesh::triangle_of(from.half_edge));
  if (trace(mesh, from.half_edge, path.segments, portals))
    for (const HalfEdgeId e : portals) path.channel.push_back(Mesh::triangle_of(e));
}

OptimalSearch::OptimalSearch(const World& world)
    : world_(world), state_(std::make_unique<State>(world)) {}
OptimalSearch::~OptimalSearch() = default;

Path OptimalSearch::find(const Point& start, const Point& goal, double radius,
                         const SearchOptions& options) {
  SearchStats stats;
  const Clock clock;
  const QueryEnds ends(world_, start, goal);
  const std::optional<Status> blocked = ends.blocked(world_, radius);
  Path path;
  path.length = path.lower_bound = infinity;
  if (blocked)
    path.status = *blocked;
  else
    path = solve(ends.start, ends.goal, radius, options);
  const bool is_hopeless = path.status == Status::goal_blocked ||
                           (path.status == Status::no_path && path.lower_bound == infinity);
  stats = path.stats;
  if (options.partial && is_hopeless) {
    path = find_closest(ends.start, goal, radius, options);
    stats.expanded += path.stats.expanded;
    stats.generated += path.stats.generated;
  }
  path.stats = stats;
  clock.stop(path.stats);
  return path;
}

Path OptimalSearch::solve(const LocatedPoint& start, const LocatedPoint& goal, double radius,
                          const SearchOptions& options) {
  Path path;
  path.length = path.lower_bound = infinity;
  if (state_->is_narrow(radius))
    solve_narrow(start, goal, radius, options, path);
  else
    solve_wide(start, goal, radius, state_->extent(), state_->search(radius, options), options,
               path);
  return path;
}

// A point that keeps to the ways of the disc tells whether there is a path, and no path is
// shorter. Its channel, pulled tight for the disc, gives a path, and says which coordinates
// are in play: where the radius is no longer small against them, it is searched for.
void OptimalSearch::solve_narrow(const LocatedPoint& start, const LocatedPoint& goal, double radius,
                                 const SearchOptions& options, Path& path) {
  run(start, goal, radius, state_->narrow(), options, path);
  if (path.status != Status::found) return;
  std::vector<InputChain> chains;
  const auto is_legal = [&](const std::vector<Segment>& segments, double least) {
    if (chains.empty()) chains = input_chains(world_.obstacles(world_.handles()), &world_.ground());
    const Verdict verdict = measure(chains, segments);
    return !verdict.crosses && verdict.clearance >= least;
  };
  std::vector<Segment> pulled;
  const double size = std::max(size_of(start.point), size_of(goal.point));
  constexpr double most_of = 1 - 0x1p-5, half = 0.5;  // of the radius, where it is told from 0
  double most = infinity, reach = size + 2 * path.length;
  // Where the mesh does not know every gate the point may have passed one that is closed.
  const bool is_known = radius <= world_.max_radius();
  std::vector<HalfEdgeId> portals;
  if (is_known && !path.segments.empty() && portals_between(world_.mesh(), path.channel, portals) &&
      state_->funnel.pull(path.channel[0], portals, start.point, goal.point, radius, pulled)) {
    const double length = length_of(pulled) * same;
    const bool is_wide = radius >= DiscWedgeSearch::least_ratio * (size + length);
    if (is_legal(pulled, radius * (is_wide ? most_of : half))) {
      most = length;
      reach = size + most;
    }
  }
  if (path.optimal && radius >= DiscWedgeSearch::least_ratio * reach) {
    Path wide;
    wide.length = wide.lower_bound = infinity;
    wide.stats = path.stats;
    DiscWedgeSearch& discs = state_->disc_search(radius, reach, most, options);
    solve_wide(start, goal, radius, reach, discs, options, wide);
    path.stats = wide.stats;
    const bool is_fine = wide.status == Status::found && wide.length >= path.length / same &&
                         is_legal(wide.segments, radius * most_of);
    if (is_fine || (wide.status == Status::no_path && !is_known)) {
      path = std::move(wide);
      return;
    }
  }
  double longest =
      path.length + 2 * std::numbers::pi * radius * static_cast<double>(path.segments.size());
  if (most < infinity) {
    path.segments = std::move(pulled);
    path.length = longest = length_of(path.segments);
  }
  path.optimal = path.optimal && longest <= path.lower_bound * same;
  path.lower_bound = path.optimal ? path.length : std::min(path.length, path.lower_bound);
}

void OptimalSearch::solve_wide(const LocatedPoint& start, const LocatedPoint& goal, double radius,
                               double scale, WedgeSearch& search, const SearchOptions& options,
                               Path& path) {
  if (radius > 0 && !raycast_from_free(world_, start, goal.point, radius)) {
    if (start.point != goal.point) path.segments.push_back({start.point, goal.point, {}, 0.0, 0});
    path.status = Status::found;
    path.length = path.lower_bound = length_of(path.segments);
    path.optimal = true;
    add_channel(world_.mesh(), start.at, path);
    return;
  }
  run(start, goal, radius, search, options, path);
  // Of a gap that is exactly as wide as the disc rounding can leave no line: the portals, which are
  // compared exactly, tell. A disc smaller by less than what a path may lose to rounding has one.
  const auto is_hopeless = [&] {
    return path.status == Status::no_path && path.lower_bound == infinity;
  };
  if (!is_hopeless() || radius == 0 || !world_.clearance().is_on() ||
      radius > world_.max_radius() || !state_->connected.may_connect(start.at, goal.at, radius) ||
      !state_->connected.may_pass(start, goal, radius))
    return;
  const double less = radius * tolerance::tight_gap;
  for (const double slack : {less, less + scale * tolerance::tight_gap_touch})
    if (is_hopeless()) run(start, goal, radius - slack, search, options, path);
}

void OptimalSearch::run(const LocatedPoint& start, const LocatedPoint& goal, double radius,
                        WedgeSearch& search, const SearchOptions& options, Path& path) {
  const Mesh& mesh = world_.mesh();
  Goals& goals = state_->goals;
  search.set_deterministic(options.limit != no_limit || options.effort > 0);
  const auto begin = [&] {
    goals.begin(world_, {&goal, 1});
    search.begin(start, radius, goals, path.stats);
  };
  const auto take = [&](Path& into) {
    search.write(GoalId(0), start.point, into);
    if (into.channel.empty()) add_channel(mesh, start.at, into);
    into.length = length_of(into.segments);
  };
  std::uint64_t limit = options.limit;
  Path first;
  first.length = infinity;
  begin();
  if (options.effort > 0) {
    search.switch_to_greedy();
    search.run_until(0, std::min(limit, patience(mesh)));
    if (!goals.open()) {
      take(first);
      const double most = options.effort * static_cast<double>(path.stats.expanded);
      if (most < static_cast<double>(limit)) limit = static_cast<std::uint64_t>(most);
    }
    begin();
  }
  double bound = search.run_until(0, std::min(limit, sum(path.stats.expanded, patience(mesh))));
  if (goals.open() && bound < infinity && first.length == infinity &&
      (!state_->connected.may_connect(start.at, goal.at, radius) ||
       (radius > 0 && !state_->connected.may_pass(start, goal, radius))))
    bound = infinity;
  if (goals.open() && bound < infinity && path.stats.expanded < limit)
    bound = search.run_until(0, limit);
  path.optimal = !goals.open();
  if (goals.open() && bound < infinity && !search.accept_known_path() && first.length == infinity) {
    search.switch_to_greedy();
    search.run_until(0, sum(path.stats.expanded, sum(limit, 64 * mesh.triangles.size())));
    if (goals.open()) search.accept_known_path();
  }
  path.lower_bound = bound * downward;
  if (!goals.open()) take(path);
  if (first.length < path.length && !path.optimal) {
    path.segments = std::move(first.segments);
    path.channel = std::move(first.channel);
    path.length = first.length;
  }
  if (path.length == infinity) {
    path.status = Status::no_path;
  } else {
    path.status = Status::found;
    path.lower_bound = path.optimal ? path.length : std::min(path.length, path.lower_bound);
  }
}

}  // namespace clearway
