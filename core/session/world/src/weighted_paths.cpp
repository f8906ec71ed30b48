#include "clearway/session/weighted_paths.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "answer_batch.hpp"
#include "clearway/base/error.hpp"
#include "feature_search.hpp"
#include "geometry/domain.hpp"
#include "place_batch.hpp"
#include "query_checks.hpp"
#include "query_share.hpp"
#include "snap_ends.hpp"
#include "weighted_run.hpp"

namespace clearway {

namespace {

constexpr double least_factor = 0x1p-30, most_factor = 0x1p30;

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

// What the searches of a batch read: the world and, with doors that are open to one side, the
// variant in which they are open to both.
struct WeightedReadings {
  WeightedReadings(const WorldReading& own, const AreaFactors& given, std::span<const double> radii)
      : reading(own), relaxed(own), factors(given), overlays(own, given, radii) {
    if (relaxed.get()) open.emplace(*relaxed.get(), given, radii);
  }
  const WorldReading& reading;
  const RelaxedReading relaxed;
  const AreaFactors& factors;
  const Overlays overlays;
  std::optional<Overlays> open;
};

// One thread's searches. With doors that are open to one side: the cheapest path if they were open
// to both is the answer if it passes them as they are open. Otherwise the answer keeps them closed;
// if there is no such path, it is the shortest that passes them as they are open. Then the bound is
// that of the first search.
class DirectedRun : public PlannerRun {
 public:
  DirectedRun(const PlannerSpec& planner, const WeightedReadings& readings)
      : readings_(readings), own_(planner, readings.reading, readings.factors, readings.overlays) {
    if (readings.open)
      open_.emplace(planner, *readings.relaxed.get(), readings.factors, *readings.open);
  }
  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options) override {
    return answer([&](WeightedRun& run) { return run.find(start, goal, radius, options); },
                  [&](FeatureSearch& search) { return search.find(start, goal, radius, {}); });
  }
  Path find_place(const Point& start, const Place& place, double radius,
                  const SearchOptions& options, Index& part) {
    return answer(
        [&](WeightedRun& run) { return run.find_place(start, place, radius, options, part); },
        [&](FeatureSearch& search) { return search.find_place(start, place, radius, {}, part); });
  }
  void find_all(QueryShare& share) override {
    if (!open_) return own_.find_all(share);
    share.answer([&](const Point& start, const Point& goal, double radius,
                     const SearchOptions& options) { return find(start, goal, radius, options); });
  }

 private:
  template <class Weighted, class Plain>
  Path answer(Weighted weighted, Plain plain) {
    if (!open_) return weighted(own_);
    Path open = weighted(*open_);
    open.channel.clear();  // of another mesh
    if (!passes_wrong_way(readings_.reading, open.segments)) return open;
    Path out = weighted(own_);
    if (out.status != Status::found) {
      FeatureSearch search(readings_.reading, readings_.relaxed.get());
      out = plain(search);
    }
    out.optimal = false;
    out.lower_bound = std::min(out.lower_bound, open.lower_bound);
    return out;
  }

  const WeightedReadings& readings_;
  WeightedRun own_;
  std::optional<WeightedRun> open_;
};

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
  const WeightedReadings readings(reading, factors, radii);
  snap_starts(readings.relaxed.world(), starts, radii, snapping);
  snap_goals(readings.relaxed.world(), goals, radii, snapping);
  return answer_batch(reading, {starts, goals, radii}, threads, options,
                      [&] { return std::make_unique<DirectedRun>(planner, readings); });
}

PlaceAnswers find_weighted_place_paths(const SharedWorld& shared, const PlannerSpec& planner,
                                       const AreaFactors& factors, std::span<const Point> starts,
                                       std::span<const Place> places,
                                       std::span<const std::int64_t> place_of,
                                       std::span<const double> radii, std::size_t threads,
                                       const SearchOptions& options) {
  check_place_queries(starts, places, place_of, radii);
  const WorldReading reading(shared);
  check_query(planner, reading, factors, options);
  const WeightedReadings readings(reading, factors, radii);
  return answer_places(reading, starts.size(), threads, options, [&]() -> FindPlacePath {
    const auto run = std::make_shared<DirectedRun>(planner, readings);
    return [&, run](std::size_t i, const SearchOptions& own, Index& part) {
      return run->find_place(starts[i], places[static_cast<std::size_t>(place_of[i])], radii[i],
                             own, part);
    };
  });
}

std::vector<AreaShare> area_lengths(const SharedWorld& shared, std::span<const Segment> path,
                                    const AreaFactors& factors) {
  const WorldReading reading(shared);
  return area_lengths(reading.features(), path, factors, obstacles_along(reading.world()));
}

}  // namespace clearway
