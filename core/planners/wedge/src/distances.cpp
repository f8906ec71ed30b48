#include "distances.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "batch_cost.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "planners/common/rounded_ends.hpp"
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

// Equal to the length of a path by find(), bit for bit, unless another path is as long: a disc
// search adds up its pieces in another order than length_of(), and a path may begin beside the
// point that the search started from.
double length_to(const WedgeSearch& search, GoalId goal, const Point& start, const Point& from,
                 const Point& to, double radius) {
  if (radius == 0 && from == start) return search.length(goal);
  Path path;
  search.write(goal, from, path);
  path.status = Status::found;
  if (from != start) extend_to_ends(start, to, path);
  return length_of(path.segments);
}

// find_distances() for goals that are all different, in lexicographic order.
std::vector<double> distances_in_order(SearchScratch& scratch, const Point& start,
                                       std::span<const Point> given, double radius) {
  const World& world = scratch.world;
  std::vector<double> out(given.size(), std::numeric_limits<double>::infinity());
  const auto free_start = located_end(world, start, radius);
  if (!free_start) return out;
  const LocatedPoint from = free_start->point;
  radius = free_start->radius;
  const SearchOptions options;
  std::vector<double> costs;
  const auto solve_one = [&](std::size_t i, const LocatedPoint& goal, double goal_radius) {
    Path path = find_single_path(scratch, {from, goal, goal_radius, options});
    if (from.point != start || goal.point != given[i]) extend_to_ends(start, given[i], path);
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
    const auto goal = located_end(world, given[order[i]], radius);
    if (!goal) {
      if (i < sample) costs.push_back(batch::single_overhead);
    } else if (i < sample || goal->radius < radius || goal->point.point != given[order[i]]) {
      solve_one(order[i], goal->point, goal->radius);
    } else {
      rest.push_back(goal->point);
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
      out[indices[g]] = length_to(search, g, start, from.point, rest[g].point, radius);
    } else if (goals.is_open(g)) {
      open.push_back(g);
    }
  }
  for (const GoalId g : open) solve_one(indices[g], rest[g], radius);
  return out;
}

}  // namespace

// Which goals are in the sample, and in which order a search meets them, must not depend on the
// order in which they are given: where paths are equally long, it decides which of them is found.
std::vector<double> find_distances(SearchScratch& scratch, const Point& start,
                                   std::span<const Point> given, double radius) {
  std::vector<std::size_t> order(given.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t k) { return before(given[i], given[k]); });
  std::vector<Point> goals;
  std::vector<std::size_t> rows(given.size());  // in `goals`
  for (const std::size_t i : order) {
    if (goals.empty() || goals.back() != given[i]) goals.push_back(given[i]);
    rows[i] = goals.size() - 1;
  }
  const std::vector<double> lengths = distances_in_order(scratch, start, goals, radius);
  std::vector<double> out;
  out.reserve(given.size());
  for (const std::size_t row : rows) out.push_back(lengths[row]);
  return out;
}

}  // namespace clearway
