#include "distances.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "batch_cost.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "query/free.hpp"
#include "single_path.hpp"

namespace clearway {
namespace {

// The numbers from 0 to count - 1, the first batch::sample_size of them chosen at random; the same
// in every call.
std::vector<std::size_t> sampled_first(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint64_t random = 0x9e3779b97f4a7c15u;
  for (std::size_t i = 0; i + 1 < count && i < batch::sample_size; ++i) {
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;
    std::swap(order[i], order[i + random % (count - i)]);
  }
  return order;
}

// The mean without the largest cost, which may be an outlier.
double typical(std::vector<double> costs) {
  std::sort(costs.begin(), costs.end());
  costs.pop_back();
  return std::accumulate(costs.begin(), costs.end(), 0.0) / static_cast<double>(costs.size());
}

// Equal to the length of a path by find(), bit for bit: a disc search adds up its pieces in another
// order than length_of().
double length_to(const WedgeSearch& search, GoalId goal, const Point& start, double radius) {
  if (radius == 0) return search.length(goal);
  Path path;
  search.write(goal, start, path);
  return length_of(path.segments);
}

}  // namespace

std::vector<double> find_distances(SearchScratch& scratch, const Point& start,
                                   std::span<const Point> given, double radius) {
  const World& world = scratch.world;
  std::vector<double> out(given.size(), std::numeric_limits<double>::infinity());
  const LocatedPoint from = world.located(start);
  if (!fits(world, from, radius)) return out;
  const SearchOptions options;
  std::vector<double> costs;
  const auto solve_one = [&](std::size_t i, const LocatedPoint& goal) {
    const Path path = find_single_path(scratch, {from, goal, radius, options});
    out[i] = path.length;
    costs.push_back(batch::single_cost(path.stats));
  };
  const std::vector<std::size_t> order = sampled_first(given.size());
  // A small radius takes two searches per goal, so that a sample does not predict the cost.
  const bool one_by_one = given.size() < batch::min_goals || scratch.searches.is_small(radius);
  const std::size_t sample = one_by_one ? order.size() : batch::sample_size;
  IdVector<GoalId, LocatedPoint> rest;    // free goals outside the sample
  IdVector<GoalId, std::size_t> indices;  // of `rest` in `given`
  for (std::size_t i = 0; i < order.size(); ++i) {
    check_interrupt();
    const LocatedPoint goal = world.located(given[order[i]]);
    const bool is_blocked = !fits(world, goal, radius);
    if (i < sample) {
      if (is_blocked)
        costs.push_back(batch::single_overhead);
      else
        solve_one(order[i], goal);
    } else if (!is_blocked) {
      rest.push_back(goal);
      indices.push_back(order[i]);
    }
  }
  if (one_by_one) return out;

  Goals& goals = scratch.goals;
  goals.begin(world, rest);
  WedgeSearch& search = scratch.searches.exact(radius);
  SearchStats stats;
  const double single_searches = typical(costs) * static_cast<double>(rest.size());
  settle_goals(scratch, from, radius, search, false, batch::max_work(single_searches), stats);
  std::vector<GoalId> open;
  for (const GoalId g : goals.ids()) {
    if (goals.is_settled(g)) {
      out[indices[g]] = length_to(search, g, start, radius);
    } else if (goals.is_open(g)) {
      open.push_back(g);
    }
  }
  for (const GoalId g : open) solve_one(indices[g], rest[g]);
  return out;
}

}  // namespace clearway
