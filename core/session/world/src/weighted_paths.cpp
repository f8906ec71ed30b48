#include "clearway/session/weighted_paths.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answer_batch.hpp"
#include "base/infinity.hpp"
#include "clearway/base/error.hpp"
#include "geometry/domain.hpp"
#include "geometry/tolerances.hpp"
#include "planner_runs.hpp"
#include "planners/polyline_channel.hpp"
#include "planners/rounded_ends.hpp"
#include "planners/stopwatch.hpp"
#include "planners/weighted_search.hpp"
#include "query/touched_obstacles.hpp"
#include "query_checks.hpp"
#include "query_share.hpp"
#include "snap_ends.hpp"
#include "weighted_links.hpp"
#include "world_state.hpp"

namespace clearway {

namespace {

constexpr double least_factor = 0x1p-30, most_factor = 0x1p30;
// For discs the outer polygons take some of the tolerance; the search keeps to this share of it.
constexpr double share = 0.5;
constexpr double optimal_tolerance = 0.01, channel_tolerance = 0.1;

// A reading of an overlay of the world, and its regions. Made by the thread that holds the reading
// of the world; the threads of a batch share it.
class OverlayReading {
 public:
  OverlayReading(const WorldReading& reading, double inflation, bool is_outer)
      : world_(overlay_of(reading, inflation, is_outer)),
        reading_(*world_),
        regions_(WorldState::of(reading_).updated_regions()) {}
  const WeightedRegions& regions() const { return *regions_; }

 private:
  static std::shared_ptr<SharedWorld> overlay_of(const WorldReading& reading, double inflation,
                                                 bool is_outer) {
    WorldState& state = WorldState::of(reading);
    WorldState& base = state.variant ? state.variant->base : state;
    VariantSpec spec = state.variant ? state.variant->spec : VariantSpec{};
    spec.has_boundaries = true;
    spec.inflation = inflation;
    spec.is_outer = is_outer;
    return base.variants.get(base, spec);
  }

  std::shared_ptr<SharedWorld> world_;
  WorldReading reading_;
  std::shared_ptr<const WeightedRegions> regions_;
};

// A reading of the variant in which areas with factors above 1 are avoided; none if there are none.
// Its shortest path is a candidate: often the cheapest way is around them.
class DetourReading {
 public:
  DetourReading(const WorldReading& reading, const AreaFactors& factors) {
    WorldState& state = WorldState::of(reading);
    WorldState& base = state.variant ? state.variant->base : state;
    VariantSpec spec = state.variant ? state.variant->spec : VariantSpec{};
    const std::size_t before = spec.avoided.size();
    for (const auto& [name, factor] : factors)
      if (factor > 1) spec.avoided.push_back(name);
    if (spec.avoided.size() == before) return;
    std::sort(spec.avoided.begin(), spec.avoided.end());
    world_ = base.variants.get(base, spec);
    reading_.emplace(*world_);
  }
  const WorldReading* get() const { return reading_ ? &*reading_ : nullptr; }

 private:
  std::shared_ptr<SharedWorld> world_;
  std::optional<WorldReading> reading_;
};

// The overlays of all radii of a batch.
struct Overlays {
  struct Pair {
    std::unique_ptr<OverlayReading> inner, outer;  // outer: only for discs
  };
  std::map<double, Pair> by_radius;
  DetourReading detour;

  Overlays(const WorldReading& reading, const AreaFactors& factors, std::span<const double> radii)
      : detour(reading, factors) {
    for (const double radius : radii) {
      if (by_radius.contains(radius)) continue;
      Pair pair;
      pair.inner = std::make_unique<OverlayReading>(reading, radius, false);
      if (radius > 0) pair.outer = std::make_unique<OverlayReading>(reading, radius, true);
      by_radius.emplace(radius, std::move(pair));
    }
  }
};

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

class WeightedRun : public PlannerRun {
 public:
  WeightedRun(const PlannerSpec& planner, const WorldReading& reading, const AreaFactors& factors,
              const Overlays& overlays)
      : reading_(reading),
        factors_(factors),
        overlays_(overlays),
        plain_(planner.start(reading)),
        tolerance_(planner.start == start_optimal ? optimal_tolerance : channel_tolerance),
        links_(WorldState::of(reading).updated_links()) {
    for (const auto& [name, factor] : factors) least_ *= std::min(factor, 1.0);
    if (overlays.detour.get()) detour_ = planner.start(*overlays.detour.get());
  }

  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options) override {
    const Stopwatch watch;
    WeightedLeg out = find_leg(start, goal, radius, options);
    const bool is_blocked =
        out.path.status == Status::start_blocked || out.path.status == Status::goal_blocked;
    if (links_ && !is_blocked) {
      WeightedLinks links(*links_, radius, least_, [&](const Point& a, const Point& b) {
        return find_leg(a, b, radius, options);
      });
      out = links.find(start, goal, std::move(out), tolerance_of(options),
                       [&] { return options.is_late(); });
      out.path.optimal = is_least(out.cost, out.path.lower_bound);
    }
    out.path.stats.seconds = watch.seconds();
    return std::move(out.path);
  }

  void find_all(QueryShare& share) override {
    share.answer([&](const Point& start, const Point& goal, double radius,
                     const SearchOptions& options) { return find(start, goal, radius, options); });
  }

 private:
  static SearchOptions plain_options(const SearchOptions& options) {
    SearchOptions out;
    out.limit = options.limit;
    out.deadline = options.deadline;
    return out;
  }

  double cost_of(const Path& path) const {
    return area_cost(reading_.features(), path.segments, factors_,
                     obstacles_along(reading_.world()));
  }

  double tolerance_of(const SearchOptions& options) const {
    return options.tolerance > 0 ? options.tolerance : tolerance_;
  }

  static bool is_least(double cost, double lower_bound) {
    return cost <= lower_bound * (1 + 2 * tolerance::bound_of_labels);
  }

  // Without links.
  WeightedLeg find_leg(const Point& start, const Point& goal, double radius,
                       const SearchOptions& options) const {
    WeightedLeg out{plain_->find(start, goal, radius, plain_options(options)), infinity};
    out.path.lower_bound *= least_;
    const Status status = out.path.status;
    if (status == Status::start_blocked || status == Status::goal_blocked)
      out.path.lower_bound = infinity;
    if (status == Status::found) out.cost = improve(start, goal, radius, options, out.path);
    return out;
  }

  // `path`: the shortest one, with a bound on the cost. Returns the cost.
  double improve(const Point& start, const Point& goal, double radius, const SearchOptions& options,
                 Path& path) const {
    const double tolerance = tolerance_of(options);
    double cost = cost_of(path), lower = path.lower_bound;
    if (detour_ && cost > (1 + tolerance) * lower) {
      Path around = detour_->find(start, goal, radius, plain_options(options));
      around.channel.clear();  // of another mesh
      const double own = around.status == Status::found ? cost_of(around) : infinity;
      if (own < cost) {
        path = std::move(around);
        cost = own;
      }
    }
    if (cost > (1 + tolerance) * lower) {
      const auto rounded = RoundedEnds::find(reading_.world(), start, goal, radius);
      const Point from = rounded ? rounded->start : start, to = rounded ? rounded->goal : goal;
      const Overlays::Pair& overlays = overlays_.by_radius.at(radius);
      SearchStats stats = path.stats;
      const auto search = [&](const OverlayReading& overlay, double within) {
        const WeightedAnswer out = WeightedSearch(overlay.regions(), factors_)
                                       .find(from, to, {cost, lower}, within, options);
        stats.expanded += out.stats.expanded;
        stats.generated += out.stats.generated;
        return out;
      };
      const auto use = [&](const WeightedAnswer& answer) {
        if (answer.points.empty()) return;
        Path found = path_through(reading_.world(), answer.points, radius);
        if (rounded) extend_to_ends(start, goal, found);
        const double found_cost = cost_of(found);
        if (found_cost >= cost) return;
        path = std::move(found);
        cost = found_cost;
      };
      const auto raise = [&](const WeightedAnswer& answer) {
        if (answer.lower_bound < infinity) lower = std::max(lower, answer.lower_bound);
      };
      if (overlays.outer) {
        use(search(*overlays.outer, share * tolerance));
        raise(search(*overlays.inner, tolerance));
        // Between inner polygons there are paths that the disc cannot take: the bound must come
        // nearer to their cost.
        if (cost > (1 + tolerance) * lower) raise(search(*overlays.inner, share * tolerance));
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

  const WorldReading& reading_;
  const AreaFactors& factors_;
  const Overlays& overlays_;
  std::unique_ptr<PlannerRun> plain_, detour_;
  const double tolerance_;
  std::shared_ptr<LinkTables> links_;  // null: none
  double least_ = 1.0;                 // the least product of factors
};

void check_query(const PlannerSpec& planner, const WorldReading& reading,
                 const AreaFactors& factors, const SearchOptions& options) {
  if (planner.start != start_optimal && planner.start != start_channel)
    throw InvalidInput("costs: planners optimal and channel take factors; " +
                       std::string(planner.name) + " takes 1 and AVOID");
  if (options.prefer >= 0 || options.partial || options.effort > 0)
    throw InvalidInput("costs: options prefer, partial and effort cannot be used with factors");
  for (const auto& [name, factor] : factors) {
    if (!reading.features().has_area_named(name))
      throw InvalidInput("costs: no area has the name " + name);
    if (!(factor >= least_factor && factor <= most_factor))
      throw InvalidInput("costs: the factor of " + name + " is not between 2^-30 and 2^30");
  }
  for (const auto& [handle, link] : reading.features().links)
    if (link.feature.is_on &&
        !(end_of_link(link.shape, 0).is_point() && end_of_link(link.shape, 1).is_point()))
      throw InvalidInput("costs: factors need links between points: link " +
                         std::to_string(handle) + " has a segment");
}

}  // namespace

Answers find_weighted_paths(const SharedWorld& shared, const PlannerSpec& planner,
                            const AreaFactors& factors, std::span<const Point> starts,
                            std::span<const Point> goals, std::span<const double> radii,
                            std::size_t threads, const SearchOptions& options, Snapping* snapping) {
  if (starts.size() != goals.size() || starts.size() != radii.size())
    throw InvalidInput("starts, goals and radii differ in number");
  check_domain(starts);
  check_domain(goals);
  check_radii(planner, radii);
  const WorldReading reading(shared);
  check_query(planner, reading, factors, options);
  snap_starts(reading.world(), starts, radii, snapping);
  snap_goals(reading.world(), goals, radii, snapping);
  const Overlays overlays(reading, factors, radii);
  return answer_batch(reading, {starts, goals, radii}, threads, options, [&] {
    return std::make_unique<WeightedRun>(planner, reading, factors, overlays);
  });
}

std::vector<AreaShare> area_lengths(const SharedWorld& shared, std::span<const Segment> path,
                                    const AreaFactors& factors) {
  const WorldReading reading(shared);
  return area_lengths(reading.features(), path, factors, obstacles_along(reading.world()));
}

}  // namespace clearway
