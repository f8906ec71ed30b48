#include "run.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/infinity.hpp"
#include "clearway/base/error.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "nearby_detour.hpp"
#include "paths/query_share.hpp"
#include "planners/common/polyline_channel.hpp"
#include "planners/common/rounded_ends.hpp"
#include "planners/common/stopwatch.hpp"
#include "planners/weighted/weighted_search.hpp"
#include "query/free.hpp"
#include "query/touched_obstacles.hpp"

namespace clearway {

namespace {

// For discs the outer polygons take some of the tolerance; the search keeps to this share of it.
constexpr double share_of_tolerance = 0.5;
// The proof for a disc can stop advancing, where the two kinds of polygons differ. Each of its
// searches ends after so many expansions, a few seconds.
constexpr std::uint64_t most_for_disc = 1 << 20;
// How many segments before and behind costly ones a detour replaces, at first and where that is not
// near enough to the bound. Each of them costs little beside the search for the shortest path.
constexpr std::size_t margins[] = {0, 2, 6};

Path path_through(const World& world, const std::vector<Point>& points, double radius) {
  Path out;
  out.status = Status::found;
  for (std::size_t i = 1; i < points.size(); ++i)
    out.segments.push_back({points[i - 1], points[i], {}, 0.0, 0});
  out.length = length_of(out.segments);
  if (radius > 0 || points.size() < 2) return out;
  try {
    out.channel = polyline_channel(world, points);
  } catch (const InternalError&) {
    // It touches walls at crossings with boundaries that are rounded differently in this mesh.
  }
  return out;
}

SearchOptions plain_options(const SearchOptions& options) {
  SearchOptions out;
  out.limit = options.limit;
  out.deadline = options.deadline;
  return out;
}

bool is_least(double cost, double lower_bound) {
  return cost <= lower_bound * (1 + 2 * tolerance::bound_of_labels);
}

}  // namespace

ObstaclesAlong obstacles_along(const World& world) {
  return [&world](std::span<const Segment> path) {
    std::vector<Handle> handles = touched_obstacles(world, path);
    TouchedObstacles out;
    if (!handles.empty() && handles.front() == -1) {
      out.bounds = world.bounds();
      handles.erase(handles.begin());
    }
    out.obstacles = world.obstacles(handles);
    return out;
  };
}

WeightedRun::WeightedRun(const PlannerSpec& planner, const WorldReading& reading,
                         const RelaxedReading& relaxed, const AreaFactors& factors,
                         const Overlays& overlays)
    : reading_(reading),
      world_(relaxed.world()),
      factors_(factors),
      overlays_(overlays),
      plain_(planner.start(reading)),
      tolerance_(planner.factor_tolerance),
      areas_(WorldState::of(reading).updated_areas()),
      links_(WorldState::of(reading).updated_links()) {
  for (const auto& [name, factor] : factors) least_ *= std::min(factor, 1.0);
  if (overlays.detour.get()) detour_ = planner.start(*overlays.detour.get());
  if (relaxed.get()) walks_ = std::make_unique<DirectedWalks>(reading, relaxed);
}

Path WeightedRun::find(const Point& start, const Point& goal, double radius,
                       const SearchOptions& options) {
  return find_with_links(start, {&goal, nullptr}, radius, options).path;
}

Path WeightedRun::find_place(const Point& start, const Place& place, double radius,
                             const SearchOptions& options, Index& part) {
  WeightedLeg out = find_with_links(start, {nullptr, &place}, radius, options);
  part = out.path.status == Status::found ? out.part : none;
  return std::move(out.path);
}

void WeightedRun::find_all(QueryShare& share) {
  share.answer([&](const Point& start, const Point& goal, double radius,
                   const SearchOptions& options) { return find(start, goal, radius, options); });
}

WeightedLeg WeightedRun::find_with_links(const Point& start, const WeightedGoal& goal,
                                         double radius, const SearchOptions& options) const {
  const Stopwatch watch;
  WeightedLeg out = find_leg(start, goal, radius, options);
  const bool is_blocked =
      out.path.status == Status::start_blocked || out.path.status == Status::goal_blocked;
  if (links_ && !is_blocked) {
    WeightedLinks links(
        *links_, radius, least_,
        [&](const Point& a, const Point* b) {
          return find_leg(a, b ? WeightedGoal{b, nullptr} : goal, radius, options);
        },
        [&](const Point& p) { return goal.distance_from(p); });
    out =
        links.find(start, std::move(out), tolerance_of(options), [&] { return options.is_late(); });
    out.path.optimal = is_least(out.cost, out.path.lower_bound);
  }
  out.path.stats.seconds = watch.seconds();
  return out;
}

double WeightedRun::cost_of(const Path& path) const {
  return area_cost(*areas_, path.segments, factors_, obstacles_along(reading_.world()));
}

WeightedLeg WeightedRun::find_leg(const Point& start, const WeightedGoal& goal, double radius,
                                  const SearchOptions& options) const {
  WeightedLeg out{{}, infinity};
  out.path = shortest(start, goal, radius, options, out.part);
  out.path.lower_bound *= least_;
  const Status status = out.path.status;
  if (status == Status::start_blocked || status == Status::goal_blocked)
    out.path.lower_bound = infinity;
  if (status == Status::found) out.cost = improve(start, goal, radius, options, out.path, out.part);
  return out;
}

Path WeightedRun::shortest(const Point& start, const WeightedGoal& goal, double radius,
                           const SearchOptions& options, Index& part) const {
  if (!walks_) return plain_path(reading_, *plain_, start, goal, radius, options, part);
  return goal.place ? walks_->find_place(start, *goal.place, radius, options, part)
                    : walks_->find(start, *goal.point, radius, options);
}

Path WeightedRun::detour(const Point& start, const WeightedGoal& goal, double radius,
                         const SearchOptions& options, Index& part) const {
  return plain_path(*overlays_.detour.get(), *detour_, start, goal, radius, options, part);
}

Path WeightedRun::plain_path(const WorldReading& reading, PlannerRun& run, const Point& start,
                             const WeightedGoal& goal, double radius, const SearchOptions& options,
                             Index& part) {
  const SearchOptions plain = plain_options(options);
  if (!goal.place) return run.find(start, *goal.point, radius, plain);
  const SearchLoan searches(WorldState::of(reading));
  return searches->optimal.find_place(start, *goal.place, radius, plain, part);
}

double WeightedRun::improve(const Point& start, const WeightedGoal& goal, double radius,
                            const SearchOptions& options, Path& path, Index& part) const {
  const double tolerance = tolerance_of(options);
  double cost = cost_of(path), lower = path.lower_bound;
  const auto is_near = [&] { return cost <= (1 + tolerance) * lower; };
  const auto take = [&](Path&& found, Index reached) {
    const double found_cost = cost_of(found);
    if (found_cost >= cost) return;
    path = std::move(found);
    part = reached;
    cost = found_cost;
  };
  if (!is_near() && least_ == 1.0) {
    if (goal.point) lower += least_extra_cost(*areas_, factors_, start, *goal.point);
    if (!is_near() && radius == 0 && detour_ && !walks_) {
      const Path shortest = path;
      const std::vector<double> costs = costs_of_segments(shortest);
      for (const std::size_t margin : margins) {
        if (is_near()) break;
        if (auto around = detour_nearby(shortest, costs, margin, options))
          take(std::move(*around), part);
      }
    }
  }
  if (detour_ && !is_near()) {
    Index reached = none;
    Path around = detour(start, goal, radius, options, reached);
    around.channel.clear();  // of another mesh
    around.stats.expanded += path.stats.expanded;
    around.stats.generated += path.stats.generated;
    if (around.status == Status::found) take(std::move(around), reached);
  }
  if (!is_near()) {
    const auto rounded = RoundedEnds::find(world_, start, goal.place ? start : *goal.point, radius);
    const Point from = rounded ? rounded->start : start;
    const OverlayPair& overlays = overlays_.by_radius.at(radius);
    SearchStats stats = path.stats;
    SearchOptions limits = options;
    if (radius > 0) limits.limit = std::min(limits.limit, most_for_disc);
    const auto search = [&](const OverlayReading& overlay, double within) {
      const WeightedSearch within_overlay(overlay.regions(), factors_);
      const KnownCost known{cost, lower};
      const WeightedAnswer out =
          goal.place ? within_overlay.find(from, *goal.place, known, within, limits)
                     : within_overlay.find(from, rounded ? rounded->goal : *goal.point, known,
                                           within, limits);
      stats.expanded += out.stats.expanded;
      stats.generated += out.stats.generated;
      return out;
    };
    const auto use = [&](const WeightedAnswer& answer) {
      if (answer.points.empty()) return;
      Path found = path_through(world_, answer.points, radius);
      if (walks_) found.channel.clear();  // of another mesh
      if (rounded) extend_to_ends(start, goal.place ? answer.points.back() : *goal.point, found);
      take(std::move(found), answer.part);
    };
    const auto raise = [&](const WeightedAnswer& answer) {
      if (answer.lower_bound < infinity) lower = std::max(lower, answer.lower_bound);
    };
    if (overlays.outer) {
      use(search(*overlays.outer, share_of_tolerance * tolerance));
      const WeightedAnswer inner = search(*overlays.inner, tolerance);
      raise(inner);
      // Outer polygons close gaps that are hardly wider than the disc: the way that the inner
      // search has found may pass one.
      if (!is_near() && !inner.points.empty())
        if (Path by_way = path_by_way_of(start, goal, inner.points, radius, options);
            by_way.status == Status::found)
          take(std::move(by_way), inner.part);
      // Between inner polygons there are paths that the disc cannot take: the bound must come
      // nearer to their cost.
      if (!is_near()) raise(search(*overlays.inner, share_of_tolerance * tolerance));
    } else {
      const WeightedAnswer answer = search(*overlays.inner, tolerance);
      raise(answer);
      use(answer);
    }
    path.stats = stats;
  }
  path.lower_bound = std::min(lower, cost);
  path.optimal = is_least(cost, path.lower_bound);
  return cost;
}

std::vector<double> WeightedRun::costs_of_segments(const Path& path) const {
  return segment_costs(*areas_, path.segments, factors_, obstacles_along(reading_.world()));
}

std::optional<Path> WeightedRun::detour_nearby(const Path& path, std::span<const double> costs,
                                               std::size_t margin,
                                               const SearchOptions& options) const {
  return nearby_detour(overlays_.detour.get()->world(), path, costs, margin,
                       [&](const Point& a, const Point& b) {
                         return detour_->find(a, b, 0.0, plain_options(options));
                       });
}

Path WeightedRun::path_by_way_of(const Point& start, const WeightedGoal& goal,
                                 const std::vector<Point>& points, double radius,
                                 const SearchOptions& options) const {
  Path out;
  out.status = Status::no_path;
  const Point last = goal.place ? points.back() : *goal.point;
  if (goal.place && !fits(world_, last, radius)) return out;
  std::vector<Point> stops;
  for (std::size_t i = 1; i + 1 < points.size(); ++i)
    if (fits(world_, points[i], radius)) stops.push_back(points[i]);
  stops.push_back(last);
  Point at = start;
  for (const Point& stop : stops) {
    Index reached = none;
    const Path leg = shortest(at, {&stop, nullptr}, radius, options, reached);
    if (leg.status != Status::found) return out;
    out.segments.insert(out.segments.end(), leg.segments.begin(), leg.segments.end());
    out.length += leg.length;
    at = stop;
  }
  out.status = Status::found;
  return out;
}

}  // namespace clearway
