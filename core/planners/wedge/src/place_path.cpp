#include "place_path.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/query/queries.hpp"
#include "exact_path.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "planners/common/rounded_ends.hpp"
#include "settle_goals.hpp"
#include "single_path.hpp"

namespace clearway {
namespace {

// Free parts of a place, and for each the part of the place that it belongs to.
struct GoalParts {
  double radius;  // at most that of the query: a disc of this radius fits exactly
  std::vector<FreePart> parts;
  std::vector<Index> owners;
};

// The free parts, and apart from them those in gaps that are too narrow by rounding: to search for
// both with the smaller disc would open these gaps to paths to all goals.
std::array<GoalParts, 2> goal_parts(const World& world, const Place& place, double radius) {
  std::array<GoalParts, 2> out{GoalParts{radius, {}, {}}, GoalParts{radius, {}, {}}};
  for (Index i = 0; i < place.parts.size(); ++i) {
    place.parts[i].for_each_segment([&](const Point& a, const Point& b) {
      check_interrupt();
      for (const FreePart& part : free_parts(world, a, b, radius)) {
        GoalParts& group = out[part.radius < radius];
        group.radius = std::min(group.radius, part.radius);
        group.parts.push_back(part);
        group.owners.push_back(i);
      }
    });
  }
  return out;
}

GoalId settled_goal(const Goals& goals) {
  for (const GoalId g : goals.ids())
    if (goals.is_settled(g)) return g;
  return none;
}

// Settles the nearest goal within the limits of the options. Returns a lower bound on the length of
// every path to a goal; infinity if there is none.
double settle_nearest(SearchScratch& scratch, const LocatedPoint& start, double radius,
                      WedgeSearch& search, const SearchOptions& options, Path& path) {
  const Mesh& mesh = scratch.world.mesh();
  Goals& goals = scratch.goals;
  SearchStats& stats = path.stats;
  search.set_deterministic(options.limit != no_limit || options.explored);
  const ExplorationLog log(search, options.explored);
  search.begin(start, radius, goals, stats);
  const auto run = [&](std::uint64_t max_expansions) {
    for (;;) {
      const std::uint64_t slice = options.has_deadline()
                                      ? saturating_sum(stats.expanded, SearchOptions::clock_slice)
                                      : no_limit;
      const std::size_t open = goals.open();
      const double bound = search.run_until(open - 1, std::min(max_expansions, slice));
      if (goals.open() < open || bound == infinity || stats.expanded >= max_expansions ||
          options.is_late())
        return bound;
    }
  };
  const auto is_settled = [&] { return settled_goal(goals) != none; };
  double bound = run(
      std::min(options.limit, saturating_sum(stats.expanded, expansions_before_reach_test(mesh))));
  if (!is_settled() && bound < infinity && stats.expanded < options.limit && !options.is_late()) {
    const IdVector<TriangleId, char> reached = scratch.reach_filter.may_reach(start.at, radius);
    for (const GoalId g : goals.ids())
      if (!reached[goals.segment(g).triangle]) goals.drop(g);
    if (goals.open() == 0) return infinity;
    bound = run(options.limit);
  }
  path.optimal = is_settled();
  if (!path.optimal && bound < infinity) search.accept_known_path();
  return bound;
}

// The path to the nearest goal, as an answer; false if none is known.
bool find_nearest_part(SearchScratch& scratch, const LocatedPoint& start, double radius,
                       WedgeSearch& search, std::span<const FreePart> parts,
                       const SearchOptions& options, Path& path, GoalId& nearest) {
  Goals& goals = scratch.goals;
  goals.begin(scratch.world, parts);
  const double bound = settle_nearest(scratch, start, radius, search, options, path);
  nearest = settled_goal(goals);
  path.lower_bound = bound * (1 - tolerance::estimate);
  path.status = Status::no_path;
  if (nearest == none) return false;
  path.segments.clear();
  path.channel.clear();
  search.write(nearest, start.point, path);
  if (path.channel.empty()) add_channel(scratch.world.mesh(), start.at, path);
  path.status = Status::found;
  path.length = length_of(path.segments);
  path.lower_bound = path.optimal ? path.length : std::min(path.length, path.lower_bound);
  return true;
}

// Whether exact tests of gaps let the disc reach one of the parts.
bool may_reach_any(SearchScratch& scratch, const LocatedPoint& start, double radius,
                   std::span<const FreePart> parts) {
  ReachFilter& filter = scratch.reach_filter;
  return std::any_of(parts.begin(), parts.end(), [&](const FreePart& part) {
    if (part.continues) return false;
    const auto goal = located_end(scratch.world, part.a, radius);
    return goal && filter.may_connect(start.at, goal->point.at, radius) &&
           filter.may_pass(start, goal->point, radius);
  });
}

Path at_start() {
  Path path;
  path.status = Status::found;
  path.optimal = true;
  return path;
}

// The shortest path to one of the parts, which all have the same radius.
Path find_group_path(SearchScratch& scratch, const LocatedPoint& from, const GoalParts& goals,
                     const SearchOptions& options, Index& owner) {
  const World& world = scratch.world;
  WedgeSearches& searches = scratch.searches;
  const double radius = goals.radius;
  const bool is_small = searches.is_small(radius);
  Path path = no_path_yet();
  GoalId nearest = none;
  bool is_found =
      find_nearest_part(scratch, from, is_small ? 0.0 : radius,
                        is_small ? searches.exact(0.0) : searches.exact(radius, options),
                        goals.parts, options, path, nearest);
  if (is_found && is_small) {
    const double bound = path.lower_bound;
    const Point end = path.segments.empty() ? from.point : path.segments.back().end;
    const auto goal = located_end(world, end, radius);
    if (goal) path = find_single_path(scratch, {from, goal->point, goal->radius, options});
    path.optimal = false;
    path.lower_bound = std::min(bound, path.length);
    is_found = path.status == Status::found;
  } else if (!is_found && radius > 0 && !is_small && path.lower_bound == infinity &&
             may_reach_any(scratch, from, radius, goals.parts)) {
    // As find_exact(): a gap exactly as wide as the disc.
    const double less = radius * tolerance::tight_gap;
    for (const double slack : {less, less + searches.extent() * tolerance::tight_gap_touch}) {
      if (is_found) break;
      is_found =
          find_nearest_part(scratch, from, radius - slack, searches.exact(radius - slack, options),
                            goals.parts, options, path, nearest);
    }
  }
  if (is_found) owner = goals.owners[nearest.number()];
  return path;
}

// Makes `best` the better of two answers to one query.
void keep_better(Path& best, Index& best_owner, Path path, Index owner) {
  SearchStats stats = best.stats;
  stats.expanded += path.stats.expanded;
  stats.generated += path.stats.generated;
  if (path.status == Status::found && (best.status != Status::found || path.length < best.length)) {
    std::swap(best, path);
    best_owner = owner;
  }
  best.stats = stats;
  best.optimal = best.optimal && path.lower_bound >= best.length;
  best.lower_bound = std::min(best.lower_bound, path.lower_bound);
}

}  // namespace

Path find_place_path(SearchScratch& scratch, const Point& start, const Place& place, double radius,
                     const SearchOptions& options, Index& part) {
  const World& world = scratch.world;
  Path path = no_path_yet();
  part = none;
  const auto free_start = located_end(world, start, radius);
  if (!free_start) {
    path.status = Status::start_blocked;
    return path;
  }
  part = part_at(place, start);
  if (part != none) return at_start();
  const LocatedPoint from = free_start->point;
  bool is_blocked = true;
  for (const GoalParts& goals : goal_parts(world, place, free_start->radius)) {
    if (goals.parts.empty()) continue;
    Index owner = none;
    Path found = find_group_path(scratch, from, goals, options, owner);
    if (is_blocked) {
      path = std::move(found);
      part = owner;
    } else {
      keep_better(path, part, std::move(found), owner);
    }
    is_blocked = false;
  }
  if (is_blocked) path.status = Status::goal_blocked;
  if (path.status == Status::found && from.point != start && !path.segments.empty())
    extend_to_ends(start, path.segments.back().end, path);
  return path;
}

}  // namespace clearway
