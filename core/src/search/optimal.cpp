#include "clearway/search/optimal.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "clearway/geometry/construction.hpp"
#include "clearway/mesh/clearance.hpp"
#include "clearway/path/disc_funnel.hpp"
#include "clearway/path/trace.hpp"
#include "clearway/path/verify.hpp"
#include "clearway/query/around.hpp"
#include "clearway/query/narrowest.hpp"
#include "clearway/query/queries.hpp"
#include "closest.hpp"
#include "connected.hpp"
#include "disc_spreads.hpp"
#include "point_spread.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t no_limit = ~std::uint64_t{0};

// What rounding can add to an estimate.
constexpr double downward = 1 - 0x1p-44;

class Clock {
 public:
  explicit Clock(SearchStats& stats) : stats_(stats) {}
  ~Clock() {
    const auto taken = std::chrono::steady_clock::now() - began_;
    stats_.seconds = std::chrono::duration<double>(taken).count();
  }

 private:
  SearchStats& stats_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

bool fits(const World& world, const Point& p, const Location& at, double radius) {
  return radius > 0 ? is_free(world, p, radius) : touches_free(world.mesh(), at);
}

// A search that has gone on for this long may have no goal to find: that is worth a look at
// the mesh's own cost, once.
std::uint64_t patience(const Mesh& mesh) { return mesh.triangles.size() / 4 + 1024; }

// Expansions between two calls of the pulse.
constexpr std::uint64_t beat = 4096;

// Lengths that agree to this are one.
constexpr double same = 1 + 1e-9;

double size_of(const Point& p) { return std::max(std::abs(p.x), std::abs(p.y)); }

// The triangles that a disc's path crosses.
void add_channel(const Mesh& mesh, const Location& from, Path& path) {
  std::vector<Index> doors;
  path.channel.push_back(Mesh::triangle_of(from.half_edge));
  if (trace(mesh, from.half_edge, path.segments, doors))
    for (const Index e : doors) path.channel.push_back(Mesh::triangle_of(e));
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a > no_limit - b ? no_limit : a + b; }

}  // namespace

struct OptimalSearch::State {
  explicit State(const World& world)
      : world(world), connected(world), points(world), discs(world), funnel(world.mesh()) {}

  // The greatest coordinate.
  double extent() {
    if (version != world.version()) {
      version = world.version();
      known_extent = 0.0;
      for (const Point& p : world.ground().points)
        known_extent = std::max(known_extent, size_of(p));
    }
    return known_extent;
  }
  bool is_narrow(double radius) {
    return radius > 0 && radius < DiscSpread::least_ratio * extent();
  }
  // For radii that are not narrow.
  Spread& spread(double radius, const SearchOptions& options) {
    if (radius == 0) return points;
    return disc_spread(radius, extent(), infinity, options);
  }
  DiscSpread& disc_spread(double radius, double scale, double most, const SearchOptions& options) {
    DiscSpread& spread = discs.of(radius);
    spread.confine(scale, most);
    spread.set_dominance_from(options.dominance_from);
    return spread;
  }
  Spread& narrow() {
    if (!narrow_points) narrow_points.emplace(world);
    return *narrow_points;
  }

  const World& world;
  std::uint64_t version = ~std::uint64_t{0};
  double known_extent = 0.0;
  Goals goals;
  Connected connected;
  PointSpread points;
  DiscSpreads discs;
  std::optional<PointSpread> narrow_points;
  DiscFunnel funnel;
  std::vector<Point> places;   // goals that are free,
  std::vector<Index> numbers;  // and their numbers among those given
};

OptimalSearch::OptimalSearch(const World& world)
    : world_(world), state_(std::make_unique<State>(world)) {}
OptimalSearch::~OptimalSearch() = default;

Path OptimalSearch::find(const Point& start, const Point& goal, double radius,
                         const SearchOptions& options) {
  Path path = search(start, goal, radius, options);
  const bool is_hopeless = path.status == Status::goal_blocked ||
                           (path.status == Status::no_path && path.lower_bound == infinity);
  if (!options.partial || !is_hopeless) return path;
  const SearchStats before = path.stats;
  const Clock clock(path.stats);
  path = find_closest(start, goal, radius, options);
  path.stats.expanded += before.expanded;
  path.stats.generated += before.generated;
  return path;
}

Path OptimalSearch::find_closest(const Point& start, const Point& goal, double radius,
                                 const SearchOptions& options) {
  std::vector<char> reached = state_->connected.may_reach(world_.locate(start), radius);
  Path path;
  const auto go_to = [&](const Point& place) {
    path = search(start, place, radius, options);
    if (path.status != Status::found) return false;
    path.status = Status::partial;
    return true;
  };
  if (radius == 0) {
    go_to(closest_point(world_, goal, reached).value_or(start));
    return path;
  }
  // Nearly always the first place is within reach. Where it is not, one search to all.
  ClosestDiscs places(world_, goal, radius, std::move(reached));
  const double own = distance(start, goal);
  std::vector<Point> rest;
  bool is_first = true;
  while (const auto place = places.next()) {
    if (distance(*place, goal) >= own) break;
    if (is_first && go_to(*place)) return path;
    if (!is_first) rest.push_back(*place);
    is_first = false;
  }
  SearchStats stats;
  spread_to(start, rest, radius, false, options, stats);
  Point best = start;
  for (Index i = 0; i < state_->goals.size() && best == start; ++i)
    if (state_->goals.is_settled(i)) best = state_->goals[i];
  go_to(best);
  return path;
}

Path OptimalSearch::search(const Point& start, const Point& goal, double radius,
                           const SearchOptions& options) {
  Path path;
  const Clock clock(path.stats);
  path.length = path.lower_bound = infinity;
  const Location from = world_.locate(start), to = world_.locate(goal);
  if (!fits(world_, start, from, radius)) {
    path.status = Status::start_blocked;
    return path;
  }
  if (!fits(world_, goal, to, radius)) {
    path.status = Status::goal_blocked;
    return path;
  }
  if (state_->is_narrow(radius))
    search_narrow(start, from, goal, to, radius, options, path);
  else
    search_wide(start, from, goal, to, radius, state_->extent(), state_->spread(radius, options),
                options, path);
  return path;
}

// A point that keeps to the ways of the disc tells whether there is a path, and no path is
// shorter. Its channel, pulled tight for the disc, gives a path, and says which coordinates
// are in play: where the radius is no longer small against them, it is searched for.
void OptimalSearch::search_narrow(const Point& start, const Location& from, const Point& goal,
                                  const Location& to, double radius, const SearchOptions& options,
                                  Path& path) {
  seek(start, from, goal, to, radius, state_->narrow(), options, path);
  if (path.status != Status::found) return;
  const auto is_legal = [&](const std::vector<Segment>& segments, double least) {
    const Verdict verdict = verify(world_, segments);
    return !verdict.crosses && verdict.clearance >= least;
  };
  std::vector<Segment> pulled;
  const double size = std::max(size_of(start), size_of(goal));
  constexpr double most_of = 1 - 0x1p-5, half = 0.5;  // of the radius, where it is told from 0
  double most = infinity, reach = size + 2 * path.length;
  // Where the mesh does not know every gate the point may have passed one that is closed.
  const bool is_known = radius <= world_.max_radius();
  std::vector<Index> doors;
  if (is_known && !path.segments.empty() && doors_between(world_.mesh(), path.channel, doors) &&
      state_->funnel.pull(path.channel[0], doors, start, goal, radius, pulled)) {
    const double length = length_of(pulled) * same;
    const bool is_wide = radius >= DiscSpread::least_ratio * (size + length);
    if (is_legal(pulled, radius * (is_wide ? most_of : half))) {
      most = length;
      reach = size + most;
    }
  }
  if (path.optimal && radius >= DiscSpread::least_ratio * reach) {
    Path wide;
    wide.length = wide.lower_bound = infinity;
    wide.stats = path.stats;
    DiscSpread& discs = state_->disc_spread(radius, reach, most, options);
    search_wide(start, from, goal, to, radius, reach, discs, options, wide);
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

void OptimalSearch::search_wide(const Point& start, const Location& from, const Point& goal,
                                const Location& to, double radius, double scale, Spread& spread,
                                const SearchOptions& options, Path& path) {
  if (radius > 0 && (start == goal || !raycast(world_, start, goal, radius))) {
    if (start != goal) path.segments.push_back({start, goal, {}, 0.0, 0});
    path.status = Status::found;
    path.length = path.lower_bound = length_of(path.segments);
    path.optimal = true;
    add_channel(world_.mesh(), from, path);
    return;
  }
  seek(start, from, goal, to, radius, spread, options, path);
  // Of a gap that is exactly as wide as the disc rounding can leave no line: the doors, which are
  // compared exactly, tell. A disc smaller by less than what a path may lose to rounding has one.
  const auto is_hopeless = [&] {
    return path.status == Status::no_path && path.lower_bound == infinity;
  };
  if (!is_hopeless() || radius == 0 || !world_.clearance().is_on() ||
      radius > world_.max_radius() || !state_->connected.may_connect(from, to, radius) ||
      !state_->connected.may_pass(start, from, goal, to, radius))
    return;
  const double less = radius * 0x1p-41;
  for (const double slack : {less, less + scale * 0x1p-48})
    if (is_hopeless()) seek(start, from, goal, to, radius - slack, spread, options, path);
}

double OptimalSearch::go(Spread& spread, std::size_t open, std::uint64_t limit,
                         const SearchOptions& options, const SearchStats& stats) {
  for (;;) {
    const double bound = spread.go(open, std::min(limit, sum(stats.expanded, beat)));
    if (state_->goals.open() <= open || bound == infinity || stats.expanded >= limit) return bound;
    if (options.pulse) (*options.pulse)();
  }
}

void OptimalSearch::seek(const Point& start, const Location& from, const Point& goal,
                         const Location& to, double radius, Spread& spread,
                         const SearchOptions& options, Path& path) {
  const Mesh& mesh = world_.mesh();
  Goals& goals = state_->goals;
  spread.be_repeatable(options.limit != no_limit || options.effort > 0);
  const auto begin = [&] {
    goals.begin(world_, {&goal, 1});
    spread.begin(start, from, radius, goals, path.stats);
  };
  const auto take = [&](Path& into) {
    spread.write(0, start, into);
    if (into.channel.empty()) add_channel(mesh, from, into);
    into.length = length_of(into.segments);
  };
  std::uint64_t limit = options.limit;
  Path first;
  first.length = infinity;
  begin();
  if (options.effort > 0) {
    spread.hurry();
    go(spread, 0, std::min(limit, patience(mesh)), options, path.stats);
    if (!goals.open()) {
      take(first);
      const double most = options.effort * static_cast<double>(path.stats.expanded);
      if (most < static_cast<double>(limit)) limit = static_cast<std::uint64_t>(most);
    }
    begin();
  }
  double bound =
      go(spread, 0, std::min(limit, sum(path.stats.expanded, patience(mesh))), options, path.stats);
  if (goals.open() && bound < infinity && first.length == infinity &&
      (!state_->connected.may_connect(from, to, radius) ||
       (radius > 0 && !state_->connected.may_pass(start, from, goal, to, radius))))
    bound = infinity;
  if (goals.open() && bound < infinity && path.stats.expanded < limit)
    bound = go(spread, 0, limit, options, path.stats);
  path.optimal = !goals.open();
  if (goals.open() && bound < infinity && !spread.settle_known() && first.length == infinity) {
    spread.hurry();
    go(spread, 0, sum(path.stats.expanded, sum(limit, 64 * mesh.triangles.size())), options,
       path.stats);
    if (goals.open()) spread.settle_known();
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

// Settles every goal that can be reached, or the first.
Spread& OptimalSearch::spread_to(const Point& start, std::span<const Point> given, double radius,
                                 bool first_only, const SearchOptions& options,
                                 SearchStats& stats) {
  state_->places.clear();
  state_->numbers.clear();
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!fits(world_, given[i], world_.locate(given[i]), radius)) continue;
    state_->places.push_back(given[i]);
    state_->numbers.push_back(static_cast<Index>(i));
  }
  Goals& goals = state_->goals;
  goals.begin(world_, state_->places);
  const Location from = world_.locate(start);
  const bool is_narrow = state_->is_narrow(radius);
  Spread& spread = is_narrow ? state_->narrow() : state_->spread(radius, options);
  if (goals.size() == 0) return spread;
  settle(start, from, radius, spread, first_only, options, stats);
  if (!is_narrow) return spread;
  // As in search_narrow.
  double reach = size_of(start);
  for (Index g = 0; g < goals.size(); ++g)
    if (goals.is_settled(g)) reach = std::max(reach, size_of(start) + 2 * spread.length(g));
  if (radius < DiscSpread::least_ratio * reach) return spread;
  std::vector<char> is_near(goals.size());
  for (Index g = 0; g < goals.size(); ++g) is_near[g] = first_only || goals.is_settled(g);
  DiscSpread& discs = state_->disc_spread(radius, reach, infinity, options);
  goals.begin(world_, state_->places);
  for (Index g = 0; g < goals.size(); ++g)
    if (!is_near[g]) goals.drop(g);
  settle(start, from, radius, discs, first_only, options, stats);
  return discs;
}

void OptimalSearch::settle(const Point& start, const Location& from, double radius, Spread& spread,
                           bool first_only, const SearchOptions& options, SearchStats& stats) {
  const Mesh& mesh = world_.mesh();
  Goals& goals = state_->goals;
  if (goals.open() == 0) return;
  spread.be_repeatable(false);
  spread.begin(start, from, radius, goals, stats);
  const std::size_t open = first_only ? goals.open() - 1 : 0;
  const std::uint64_t patient = sum(stats.expanded, patience(mesh));
  if (go(spread, open, patient, options, stats) == infinity || goals.open() <= open) return;
  const std::vector<char> reached = state_->connected.may_reach(from, radius);
  for (Index g = 0; g < goals.size(); ++g) {
    bool may = false;
    for_each_triangle_at(mesh, world_.locate(goals[g]), [&](Index t) { may |= reached[t] != 0; });
    if (!may && !goals.is_settled(g)) goals.drop(g);
  }
  if (goals.open()) go(spread, first_only ? goals.open() - 1 : 0, no_limit, options, stats);
}

std::vector<double> OptimalSearch::distances(const Point& start, std::span<const Point> given,
                                             double radius, const SearchOptions& options) {
  std::vector<double> out(given.size(), infinity);
  if (!fits(world_, start, world_.locate(start), radius)) return out;
  SearchStats stats;
  const Spread& spread = spread_to(start, given, radius, false, options, stats);
  const Goals& goals = state_->goals;
  for (Index g = 0; g < goals.size(); ++g)
    if (goals.is_settled(g)) out[state_->numbers[g]] = spread.length(g);
  return out;
}

Path OptimalSearch::find_nearest(const Point& start, std::span<const Point> given, double radius,
                                 Index& nearest, const SearchOptions& options) {
  Path path;
  const Clock clock(path.stats);
  path.length = path.lower_bound = infinity;
  nearest = none;
  if (!fits(world_, start, world_.locate(start), radius)) {
    path.status = Status::start_blocked;
    return path;
  }
  const Spread& spread = spread_to(start, given, radius, true, options, path.stats);
  const Goals& goals = state_->goals;
  for (Index g = 0; g < goals.size(); ++g) {
    if (!goals.is_settled(g)) continue;
    nearest = state_->numbers[g];
    spread.write(g, start, path);
    if (path.channel.empty()) add_channel(world_.mesh(), world_.locate(start), path);
    path.status = Status::found;
    path.length = path.lower_bound = length_of(path.segments);
    path.optimal = true;
  }
  return path;
}

}  // namespace clearway
