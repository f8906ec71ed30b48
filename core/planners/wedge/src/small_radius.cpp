#include "small_radius.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "base/infinity.hpp"
#include "collision/measure.hpp"
#include "exact_path.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "query/narrowest.hpp"

namespace clearway {
namespace {

// Lengths within this factor of each other count as equal.
constexpr double same_length = 1 + tolerance::same_path;

// The share of the radius that a legal path keeps.
constexpr double kept_radius = 1 - tolerance::lost_radius,
                 kept_small_radius = 1 - tolerance::lost_small_radius;

double largest_coordinate(const Point& p) { return std::max(std::abs(p.x), std::abs(p.y)); }

// Measures paths against all obstacles. Prepares them when first asked.
class ClearanceTest {
 public:
  explicit ClearanceTest(const World& world) : world_(world) {}
  bool keeps(const std::vector<Segment>& segments, double clearance) {
    if (chains_.empty())
      chains_ = input_chains(world_.obstacles(world_.handles()), &world_.bounds());
    const Verdict verdict = measure(chains_, segments);
    return !verdict.crosses && verdict.clearance >= clearance;
  }

 private:
  const World& world_;
  std::vector<InputChain> chains_;
};

// The path of the restricted point, pulled tight for the disc; nullopt if it cannot be or is not
// legal. `size`: the largest coordinate of the ends.
std::optional<std::vector<Segment>> pull_tight(SearchScratch& scratch, const PathQuery& query,
                                               const Path& point_path, double size,
                                               ClearanceTest& clearance) {
  const auto& [start, goal, radius, options] = query;
  std::vector<Segment> pulled;
  std::vector<HalfEdgeId> portals;
  if (point_path.segments.empty() ||
      !portals_between(scratch.world.mesh(), point_path.channel, portals) ||
      !scratch.funnel.pull(point_path.channel[0], portals, start.point, goal.point, radius, pulled))
    return std::nullopt;
  const double max_length = length_of(pulled) * same_length;
  const bool is_small = radius < DiscWedgeSearch::least_ratio * (size + max_length);
  if (!clearance.keeps(pulled, radius * (is_small ? kept_small_radius : kept_radius)))
    return std::nullopt;
  return pulled;
}

}  // namespace

void find_small_radius(SearchScratch& scratch, const PathQuery& query, Path& path) {
  const auto& [start, goal, radius, options] = query;
  run_search(scratch, query, scratch.searches.restricted_point(), path);
  if (path.status != Status::found) return;
  ClearanceTest clearance(scratch.world);
  const double size = std::max(largest_coordinate(start.point), largest_coordinate(goal.point));
  // Where the mesh does not know every gate, the point may have passed one that is too narrow.
  const bool knows_gates = radius <= scratch.world.max_radius();
  std::optional<std::vector<Segment>> pulled;
  if (knows_gates) pulled = pull_tight(scratch, query, path, size, clearance);
  const double max_length = pulled ? length_of(*pulled) * same_length : infinity;
  const double scale = size + (pulled ? max_length : 2 * path.length);
  if (path.optimal && radius >= DiscWedgeSearch::least_ratio * scale) {
    Path exact = no_path_yet();
    exact.stats = path.stats;
    DiscWedgeSearch& search = scratch.searches.disc(radius, scale, max_length, options);
    find_exact(scratch, query, scale, search, exact);
    path.stats = exact.stats;
    const bool is_plausible = exact.status == Status::found &&
                              exact.length >= path.length / same_length &&
                              clearance.keeps(exact.segments, radius * kept_radius);
    if (is_plausible || (exact.status == Status::no_path && !knows_gates)) {
      path = std::move(exact);
      return;
    }
  }
  double longest =
      path.length + 2 * std::numbers::pi * radius * static_cast<double>(path.segments.size());
  if (pulled) {
    path.segments = std::move(*pulled);
    path.length = longest = length_of(path.segments);
  }
  path.optimal = path.optimal && longest <= path.lower_bound * same_length;
  path.lower_bound = path.optimal ? path.length : std::min(path.length, path.lower_bound);
}

}  // namespace clearway
