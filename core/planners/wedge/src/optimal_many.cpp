// One start, many goals.
//
// One search for all goals expands in every direction up to the farthest of them; one search for
// each goal expands towards it. Which of the two is cheaper depends on the goals: a few are solved
// one by one, and what they cost bounds the search for all the others. Goals that it does not
// settle within that bound are solved one by one as well. So the cost is that of single searches
// and less than as much again, or that of the search for all and of a few single ones.
#include <limits>
#include <numeric>
#include <vector>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "optimal_state.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// With fewer goals than this a search for all does not pay off.
constexpr std::size_t many = 64;
constexpr std::size_t sampled = 16;

// A single search costs this much more than its expansions and the nodes that it generates.
constexpr double once = 64;
// Work of a search for all costs this much more than work of single ones, as measured: it goes to
// all sides, so that less of it is known from before.
constexpr double price = 2;
// Of what single searches would cost this part is spent at most on a search for all.
constexpr double share = 0.75;

std::uint64_t work(const SearchStats& stats) { return stats.expanded + stats.generated; }

// Numbers from 0 to count - 1, `sampled` of them taken at random first; the same every time.
std::vector<std::size_t> shuffled(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint64_t random = 0x9e3779b97f4a7c15u;
  for (std::size_t i = 0; i + 1 < count && i < sampled; ++i) {
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;
    std::swap(order[i], order[i + random % (count - i)]);
  }
  return order;
}

// What a goal costs, by those of a sample: without the dearest, which may be a rare one.
double typical(std::vector<double> costs) {
  std::sort(costs.begin(), costs.end());
  costs.pop_back();
  return std::accumulate(costs.begin(), costs.end(), 0.0) / static_cast<double>(costs.size());
}

// The length of the path, as of its segments: a disc's search adds up its pieces in another order.
double length_to(const WedgeSearch& search, GoalId goal, const Point& start, double radius) {
  if (radius == 0) return search.length(goal);
  Path path;
  search.write(goal, start, path);
  return length_of(path.segments);
}

}  // namespace

// Settles goals until all are settled that can be reached, or the work is more than `budget`. False
// then.
bool OptimalSearch::settle(const LocatedPoint& start, double radius, WedgeSearch& search,
                           bool first_only, double budget, SearchStats& stats) {
  const Mesh& mesh = world_.mesh();
  Goals& goals = state_->goals;
  if (goals.open() == 0) return true;
  search.set_deterministic(false);
  search.begin(start, radius, goals, stats);
  constexpr std::uint64_t slice = 256;
  const std::uint64_t before = work(stats);
  const auto is_spent = [&] { return static_cast<double>(work(stats) - before) >= budget; };
  // Until no more than `open` are open, or this many nodes have been expanded; false: to the end.
  const auto expand_until = [&](std::size_t open, std::uint64_t limit) {
    for (;;) {
      const double bound = search.run_until(open, std::min(limit, sum(stats.expanded, slice)));
      if (goals.open() <= open || bound == infinity) return false;
      if (is_spent() || stats.expanded >= limit) return true;
    }
  };
  const std::size_t open = first_only ? goals.open() - 1 : 0;
  if (!expand_until(open, sum(stats.expanded, patience(mesh)))) return true;
  if (is_spent()) return false;
  const IdVector<TriangleId, char> reached = state_->connected.may_reach(start.at, radius);
  for (const GoalId g : goals.ids()) {
    bool may = false;
    for_each_triangle_at(mesh, goals.located(g).at, [&](TriangleId t) { may |= reached[t] != 0; });
    if (!may && !goals.is_settled(g)) goals.drop(g);
  }
  return goals.open() == 0 || !expand_until(first_only ? goals.open() - 1 : 0, no_limit);
}

std::vector<double> OptimalSearch::distances(const Point& start, std::span<const Point> given,
                                             double radius) {
  std::vector<double> out(given.size(), infinity);
  const LocatedPoint from = world_.located(start);
  if (!fits(world_, from, radius)) return out;
  std::vector<double> costs;
  const auto solve_one = [&](std::size_t i, const LocatedPoint& goal) {
    const Path path = solve(from, goal, radius, {});
    out[i] = path.length;
    costs.push_back(once + static_cast<double>(work(path.stats)));
  };
  const std::vector<std::size_t> order = shuffled(given.size());
  // Small discs in large worlds are searched for twice: what that costs is not known before.
  const bool is_each = given.size() < many || state_->is_narrow(radius);
  const std::size_t count = is_each ? order.size() : sampled;
  IdVector<GoalId, LocatedPoint> places;  // that are free, of those not yet solved,
  IdVector<GoalId, std::size_t> numbers;  // and their numbers among those given
  for (std::size_t i = 0; i < order.size(); ++i) {
    check_interrupt();
    const LocatedPoint place = world_.located(given[order[i]]);
    const bool is_blocked = !fits(world_, place, radius);
    if (i < count) {
      if (is_blocked)
        costs.push_back(once);
      else
        solve_one(order[i], place);
    } else if (!is_blocked) {
      places.push_back(place);
      numbers.push_back(order[i]);
    }
  }
  if (is_each) return out;

  Goals& goals = state_->goals;
  goals.begin(world_, places);
  WedgeSearch& search = state_->search(radius);
  SearchStats stats;
  const double singly = typical(costs) * static_cast<double>(places.size());
  settle(from, radius, search, false, share * singly / price, stats);
  std::vector<GoalId> open;
  for (const GoalId g : goals.ids()) {
    if (goals.is_settled(g)) {
      out[numbers[g]] = length_to(search, g, start, radius);
    } else if (goals.is_open(g)) {
      open.push_back(g);
    }
  }
  for (const GoalId g : open) solve_one(numbers[g], places[g]);
  return out;
}

Path OptimalSearch::find_nearest(const Point& start, std::span<const Point> given, double radius,
                                 Index& nearest) {
  Path best;
  SearchStats stats;
  const Clock clock;
  best.length = best.lower_bound = infinity;
  nearest = none;
  const LocatedPoint from = world_.located(start);
  if (!fits(world_, from, radius)) {
    best.status = Status::start_blocked;
    return best;
  }
  struct Place {
    double away;  // from the start, straight
    Index number;
    LocatedPoint point;
  };
  std::vector<Place> places;
  for (Index i = 0; i < given.size(); ++i) {
    check_interrupt();
    const LocatedPoint place = world_.located(given[i]);
    if (fits(world_, place, radius))
      places.push_back({distance(start, given[i]) * (1 - tolerance::estimate), i, place});
  }
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.away < b.away || (a.away == b.away && a.number < b.number);
  });
  double spent = 0.0;
  // Of equals the first.
  const auto try_goal = [&](const Place& place) {
    Path path = solve(from, place.point, radius, {});
    spent += once + static_cast<double>(work(path.stats));
    stats.expanded += path.stats.expanded;
    stats.generated += path.stats.generated;
    if (path.status != Status::found || path.length > best.length) return;
    if (path.length == best.length && place.number > nearest) return;
    best = std::move(path);
    nearest = place.number;
  };
  const auto may_be_nearer = [&](const Place& place) { return place.away <= best.length; };
  std::size_t next = 0;
  while (next < places.size() && next < sampled && may_be_nearer(places[next]))
    try_goal(places[next++]);
  while (places.size() > next && !may_be_nearer(places.back())) places.pop_back();
  if (places.size() - next >= many && !state_->is_narrow(radius)) {
    std::vector<LocatedPoint> rest;
    for (std::size_t i = next; i < places.size(); ++i) rest.push_back(places[i].point);
    Goals& goals = state_->goals;
    goals.begin(world_, rest);
    const double singly = spent / static_cast<double>(next) * static_cast<double>(rest.size());
    const bool is_done =
        settle(from, radius, state_->search(radius), true, share * singly / price, stats);
    std::vector<Place> left;  // when it is done none but the nearest
    for (const GoalId g : goals.ids())
      if (goals.is_settled(g) || (!is_done && goals.is_open(g)))
        left.push_back(places[next + g.number()]);
    places = std::move(left);
    next = 0;
  }
  for (; next < places.size(); ++next)
    if (may_be_nearer(places[next])) try_goal(places[next]);
  best.stats = stats;
  clock.stop(best.stats);
  return best;
}

}  // namespace clearway
