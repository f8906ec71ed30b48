#include "clearway/search/optimal.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "clearway/geometry/construction.hpp"
#include "clearway/path/trace.hpp"
#include "clearway/query/around.hpp"
#include "clearway/query/queries.hpp"
#include "closest.hpp"
#include "connected.hpp"
#include "disc_spread.hpp"
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
  explicit State(const World& world) : connected(world), points(world), discs(world) {}
  Spread& spread(double radius) {
    if (radius > 0) return discs;
    return points;
  }
  Goals goals;
  Connected connected;
  PointSpread points;
  DiscSpread discs;
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
  spread_to(start, rest, radius, false, stats);
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
  const Mesh& mesh = world_.mesh();
  const Location from = world_.locate(start), to = world_.locate(goal);
  if (!fits(world_, start, from, radius)) {
    path.status = Status::start_blocked;
    return path;
  }
  if (!fits(world_, goal, to, radius)) {
    path.status = Status::goal_blocked;
    return path;
  }
  if (radius > 0 && (start == goal || !raycast(world_, start, goal, radius))) {
    if (start != goal) path.segments.push_back({start, goal, {}, 0.0, 0});
    path.status = Status::found;
    path.length = path.lower_bound = length_of(path.segments);
    path.optimal = true;
    add_channel(mesh, from, path);
    return path;
  }
  Goals& goals = state_->goals;
  Spread& spread = state_->spread(radius);
  const auto begin = [&] {
    goals.begin(world_, {&goal, 1});
    spread.begin(start, from, radius, goals, path.stats);
  };
  const auto take = [&](Path& into) {
    spread.write(0, start, into);
    if (radius > 0) add_channel(mesh, from, into);
    into.length = length_of(into.segments);
  };
  std::uint64_t limit = options.limit;
  Path first;
  first.length = infinity;
  begin();
  if (options.effort > 0) {
    spread.hurry();
    spread.go(0, std::min(limit, patience(mesh)));
    if (!goals.open()) {
      take(first);
      const double most = options.effort * static_cast<double>(path.stats.expanded);
      if (most < static_cast<double>(limit)) limit = static_cast<std::uint64_t>(most);
    }
    begin();
  }
  double bound = spread.go(0, std::min(limit, sum(path.stats.expanded, patience(mesh))));
  if (goals.open() && bound < infinity && first.length == infinity &&
      !state_->connected.may_connect(from, to, radius))
    bound = infinity;
  if (goals.open() && bound < infinity && path.stats.expanded < limit) bound = spread.go(0, limit);
  path.optimal = !goals.open();
  if (goals.open() && bound < infinity && !spread.settle_known() && first.length == infinity) {
    spread.hurry();
    spread.go(0, sum(path.stats.expanded, sum(limit, 64 * mesh.triangles.size())));
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
  return path;
}

// Settles every goal that can be reached, or the first.
void OptimalSearch::spread_to(const Point& start, std::span<const Point> given, double radius,
                              bool first_only, SearchStats& stats) {
  const Mesh& mesh = world_.mesh();
  state_->places.clear();
  state_->numbers.clear();
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!fits(world_, given[i], world_.locate(given[i]), radius)) continue;
    state_->places.push_back(given[i]);
    state_->numbers.push_back(static_cast<Index>(i));
  }
  Goals& goals = state_->goals;
  goals.begin(world_, state_->places);
  if (goals.size() == 0) return;
  const Location from = world_.locate(start);
  Spread& spread = state_->spread(radius);
  spread.begin(start, from, radius, goals, stats);
  const std::size_t open = first_only ? goals.size() - 1 : 0;
  if (spread.go(open, patience(mesh)) == infinity || goals.open() <= open) return;
  const std::vector<char> reached = state_->connected.may_reach(from, radius);
  for (Index g = 0; g < goals.size(); ++g) {
    bool may = false;
    for_each_triangle_at(mesh, world_.locate(goals[g]), [&](Index t) { may |= reached[t] != 0; });
    if (!may && !goals.is_settled(g)) goals.drop(g);
  }
  if (goals.open()) spread.go(first_only ? goals.open() - 1 : 0, no_limit);
}

std::vector<double> OptimalSearch::distances(const Point& start, std::span<const Point> given,
                                             double radius) {
  std::vector<double> out(given.size(), infinity);
  if (!fits(world_, start, world_.locate(start), radius)) return out;
  SearchStats stats;
  spread_to(start, given, radius, false, stats);
  const Goals& goals = state_->goals;
  for (Index g = 0; g < goals.size(); ++g)
    if (goals.is_settled(g)) out[state_->numbers[g]] = state_->spread(radius).length(g);
  return out;
}

Path OptimalSearch::find_nearest(const Point& start, std::span<const Point> given, double radius,
                                 Index& nearest) {
  Path path;
  const Clock clock(path.stats);
  path.length = path.lower_bound = infinity;
  nearest = none;
  if (!fits(world_, start, world_.locate(start), radius)) {
    path.status = Status::start_blocked;
    return path;
  }
  spread_to(start, given, radius, true, path.stats);
  const Goals& goals = state_->goals;
  for (Index g = 0; g < goals.size(); ++g) {
    if (!goals.is_settled(g)) continue;
    nearest = state_->numbers[g];
    state_->spread(radius).write(g, start, path);
    if (radius > 0) add_channel(world_.mesh(), world_.locate(start), path);
    path.status = Status::found;
    path.length = path.lower_bound = length_of(path.segments);
    path.optimal = true;
  }
  return path;
}

}  // namespace clearway
