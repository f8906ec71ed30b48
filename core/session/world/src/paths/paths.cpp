#include "clearway/session/paths.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "answer_batch.hpp"
#include "base/infinity.hpp"
#include "clearway/base/error.hpp"
#include "clearway/path/path_points.hpp"
#include "geometry/domain.hpp"
#include "geometry/tolerances.hpp"
#include "links/feature_search.hpp"
#include "planners/common/rounded_ends.hpp"
#include "query_checks.hpp"
#include "snap_ends.hpp"
#include "state/world_state.hpp"

namespace clearway {

namespace {

std::unique_ptr<PlannerRun> start_run(const PlannerSpec& planner, const WorldReading& reading) {
  if (!planner.start)
    throw InvalidInput("planner " + std::string(planner.name) + " needs preparation");
  return planner.start(reading);
}

std::vector<std::int32_t> rows_of(const WorldReading& reading,
                                  std::span<const TriangleId> channel) {
  std::vector<std::int32_t> out;
  if (channel.empty()) return out;
  const Rows& rows = WorldState::of(reading).updated_rows();
  out.resize(channel.size());
  for (std::size_t i = 0; i < channel.size(); ++i) out[i] = rows.row(channel[i]);
  return out;
}

Path find_with_features(const WorldReading& reading, const PlannerSpec& planner, const Point& start,
                        const Point& goal, double radius, const SearchOptions& options) {
  refuse_preferred(options);
  const RelaxedReading relaxed(reading);
  return FeatureRun(planner, reading, relaxed).find(start, goal, radius, options);
}

Path find_one(const WorldReading& reading, const PlannerSpec& planner, const Point& start,
              const Point& goal, double radius, const SearchOptions& options) {
  if (FeatureSearch::is_needed(reading)) [[unlikely]]
    return find_with_features(reading, planner, start, goal, radius, options);
  return start_run(planner, reading)->find(start, goal, radius, options);
}

void refuse_features(const WorldReading& reading) {
  if (FeatureSearch::is_needed(reading))
    throw InvalidInput(
        "what a search expands in a world with links or one-way doors is not one"
        " list: it searches several meshes");
}

}  // namespace

Answers answers_of(const WorldReading& reading, PathTable paths) {
  Answers out{reading.world().version(), std::move(paths), {}};
  out.rows = rows_of(reading, out.paths.channel);
  return out;
}

Answer answer_of(const WorldReading& reading, Path path) {
  Answer out{reading.world().version(), std::move(path), {}};
  out.rows = rows_of(reading, out.path.channel);
  return out;
}

Exploration exploration_of(const WorldReading& reading, std::span<const TriangleId> expanded) {
  return {reading.world().version(), rows_of(reading, expanded), {}};
}

Answer find_path(const SharedWorld& shared, const PlannerSpec& planner, const Point& start,
                 const Point& goal, double radius, const SearchOptions& options) {
  check_domain(std::array{start, goal});
  check_radii(planner, {&radius, 1});
  const WorldReading reading(shared);
  check_preferred(options.prefer, {&radius, 1}, reading.world().max_radius());
  return answer_of(reading, find_one(reading, planner, start, goal, radius, options));
}

PolylineAnswer find_polyline(const SharedWorld& shared, const PlannerSpec& planner,
                             const Point& start, const Point& goal, double radius) {
  check_domain(std::array{start, goal});
  check_radii(planner, {&radius, 1});
  const WorldReading reading(shared);
  if (FeatureSearch::is_needed(reading)) [[unlikely]] {
    const Path path = find_with_features(reading, planner, start, goal, radius, {});
    return {path.status, points_of(path.segments)};
  }
  return start_run(planner, reading)->find_polyline(start, goal, radius);
}

Exploration explore(const SharedWorld& shared, const PlannerSpec& planner, const Point& start,
                    const Point& goal, double radius, SearchOptions options) {
  check_domain(std::array{start, goal});
  check_radii(planner, {&radius, 1});
  if (!planner.reports_triangles)
    throw InvalidInput("planner " + std::string(planner.name) +
                       " does not report what it expands: it has no search over triangles");
  const WorldReading reading(shared);
  check_preferred(options.prefer, {&radius, 1}, reading.world().max_radius());
  refuse_features(reading);
  std::vector<TriangleId> explored;
  options.explored = &explored;
  const Path path = start_run(planner, reading)->find(start, goal, radius, options);
  if (explored.empty()) explored = path.channel;
  return exploration_of(reading, explored);
}

CornerExploration explore_corners(const SharedWorld& shared, const PlannerSpec& planner,
                                  const Point& start, const Point& goal,
                                  const SearchOptions& options) {
  check_domain(std::array{start, goal});
  if (!planner.explore_corners)
    throw InvalidInput("planner " + std::string(planner.name) + " does not search corners");
  const WorldReading reading(shared);
  refuse_features(reading);
  return {reading.world().version(), planner.explore_corners(reading, start, goal, options)};
}

FrontExploration explore_fronts(const SharedWorld& shared, const Point& start, const Point& goal,
                                double radius, SearchOptions options) {
  check_domain(std::array{start, goal});
  check_radius(radius);
  const WorldReading reading(shared);
  refuse_features(reading);
  FrontExploration out{reading.world().version(), {}, {}};
  FrontSearch search(reading.world());
  search.log(&out.fronts);
  options.prove_with_optimal = false;
  search.find(start, goal, radius, options);
  std::vector<TriangleId> entered;
  entered.reserve(out.fronts.size());
  for (const ExploredFront& front : out.fronts) entered.push_back(front.triangle);
  out.rows = rows_of(reading, entered);
  return out;
}

Answers find_paths(const SharedWorld& shared, const PlannerSpec& planner,
                   std::span<const Point> starts, std::span<const Point> goals,
                   std::span<const double> radii, std::size_t threads, const SearchOptions& options,
                   Snapping* snapping) {
  if (starts.size() != goals.size() || starts.size() != radii.size())
    throw InvalidInput("starts, goals and radii differ in number");
  check_domain(starts);
  check_domain(goals);
  check_radii(planner, radii);
  const WorldReading reading(shared);
  check_preferred(options.prefer, radii, reading.world().max_radius());
  std::optional<RelaxedReading> relaxed;
  if (FeatureSearch::is_needed(reading)) {
    refuse_preferred(options);
    relaxed.emplace(reading);
    relaxed->prepare(radii);
  }
  const World& world = relaxed ? relaxed->world() : reading.world();
  snap_starts(world, starts, radii, snapping);
  snap_goals(world, goals, radii, snapping);
  return answer_batch(reading, {starts, goals, radii}, threads, options,
                      [&]() -> std::unique_ptr<PlannerRun> {
                        if (!relaxed) return start_run(planner, reading);
                        return std::make_unique<FeatureRun>(planner, reading, *relaxed);
                      });
}

std::vector<double> distances(const SharedWorld& shared, std::span<const Point> starts,
                              std::span<const Point> goals, double radius, Snapping* snapping) {
  check_domain(starts);
  check_domain(goals);
  check_radius(radius);
  const WorldReading reading(shared);
  const RelaxedReading relaxed(reading);
  snap_starts(relaxed.world(), starts, {&radius, 1}, snapping);
  snap_goals(relaxed.world(), goals, {&radius, 1}, snapping);
  FeatureSearch searches(reading, relaxed);
  std::vector<double> out;
  out.reserve(starts.size() * goals.size());
  for (const Point& start : starts) {
    const std::vector<double> row = searches.distances(start, goals, radius);
    out.insert(out.end(), row.begin(), row.end());
  }
  return out;
}

NearestAnswer find_nearest(const SharedWorld& shared, const Point& start,
                           std::span<const Point> goals, double radius, Snapping* snapping) {
  check_domain(start);
  check_domain(goals);
  check_radius(radius);
  const WorldReading reading(shared);
  std::span<const Point> starts(&start, 1);
  const RelaxedReading relaxed(reading);
  snap_starts(relaxed.world(), starts, {&radius, 1}, snapping);
  snap_goals(relaxed.world(), goals, {&radius, 1}, snapping);
  FeatureSearch searches(reading, relaxed);
  Index nearest = none;
  Path path = searches.find_nearest(starts[0], goals, radius, nearest);
  return {nearest, answer_of(reading, std::move(path))};
}

Improvement::Improvement(const SharedWorld& shared, const PlannerSpec& planner,
                         std::string_view mode, const ImproveQuery& query)
    : shared_(&shared), query_(query), cost_(infinity) {
  check_domain(std::array{query.start, query.goal});
  check_radii(planner, {&query.radius, 1});
  const auto& modes = planner.improve_modes;
  const auto found = std::find_if(modes.begin(), modes.end(),
                                  [&](const PlannerSpec::Mode& m) { return m.name == mode; });
  if (found == modes.end())
    throw InvalidInput("planner " + std::string(planner.name) + " does not improve by " +
                       std::string(mode));
  const WorldReading reading(shared);
  version_ = reading.world().version();
  has_features_ = FeatureSearch::is_needed(reading);
  ImproveQuery free = query;
  if (const auto ends = RoundedEnds::find(reading.world(), query.start, query.goal, query.radius)) {
    asked_ = {query.start, query.goal};
    free.start = ends->start;
    free.goal = ends->goal;
    free.radius = ends->radius;
  }
  improver_ = found->make(reading, free);
}

Answer Improvement::answer(const WorldReading& reading, Path path) const {
  if (asked_) extend_to_ends(asked_->first, asked_->second, path);
  return answer_of(reading, std::move(path));
}

void Improvement::check(const WorldReading& reading) const {
  if (reading.world().version() != version_)
    throw Refused("the world has changed while a path was being improved");
}

std::optional<Answer> Improvement::next() {
  const WorldReading reading(*shared_);
  check(reading);
  if (has_features_) return next_with_features(reading);
  const Path* path = improver_->next();
  if (!path) return std::nullopt;
  return answer(reading, *path);
}

std::optional<Answer> Improvement::next_with_features(const WorldReading& reading) {
  if (last_) return std::nullopt;
  while (const Path* path = improver_->next()) {
    // Shorter paths only: its bounds do not hold for paths with links.
    if (path->status != Status::found || !(path->length < cost_)) continue;
    cost_ = path->length;
    Answer found = answer(reading, *path);
    found.path.optimal = false;
    found.path.lower_bound = 0.0;
    return found;
  }
  const bool is_enough = query_.options.effort > 0 || query_.options.stop_early;
  if (is_enough && cost_ < infinity) {
    last_ = answer(reading, improver_->best()).path;
    last_->optimal = false;
    last_->lower_bound = 0.0;
    return std::nullopt;
  }
  SearchOptions options;
  options.limit = query_.options.limit;
  options.deadline = query_.options.deadline;
  const RelaxedReading relaxed(reading);
  FeatureSearch search(reading, relaxed);
  Path exact = search.find(query_.start, query_.goal, query_.radius, options);
  const double cost = exact.status == Status::found ? cost_of(exact) : infinity;
  if (cost_ < infinity && cost >= cost_ * (1 - tolerance::joint)) {
    // The last path is as good.
    last_ = answer(reading, improver_->best()).path;
    last_->optimal = exact.optimal && cost <= cost_ * (1 + tolerance::joint);
    last_->lower_bound = std::min(exact.lower_bound, cost_);
    return std::nullopt;
  }
  last_ = std::move(exact);
  return answer_of(reading, *last_);
}

Answer Improvement::best() const {
  const WorldReading reading(*shared_);
  check(reading);
  if (last_) return answer_of(reading, *last_);
  return answer(reading, improver_->best());
}

}  // namespace clearway
