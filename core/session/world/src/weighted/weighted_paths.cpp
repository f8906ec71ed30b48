#include "clearway/session/weighted_paths.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "clearway/base/error.hpp"
#include "geometry/domain.hpp"
#include "links/relaxed_reading.hpp"
#include "paths/answer_batch.hpp"
#include "paths/place_batch.hpp"
#include "paths/query_checks.hpp"
#include "paths/query_share.hpp"
#include "paths/snap_ends.hpp"
#include "run.hpp"

namespace clearway {

namespace {

constexpr double least_factor = 0x1p-30, most_factor = 0x1p30;

void check_query(const PlannerSpec& planner, const WorldReading& reading,
                 const AreaFactors& factors, const SearchOptions& options) {
  check_takes_factors(planner);
  if (options.prefer >= 0 || options.partial || options.effort > 0)
    throw InvalidInput("costs: options prefer, partial and effort cannot be used with factors");
  const auto areas = WorldState::of(reading).updated_areas();
  for (const auto& [name, factor] : factors) {
    if (!areas->has(name)) throw InvalidInput("costs: no area has the name " + name);
    if (!(factor >= least_factor && factor <= most_factor))
      throw InvalidInput("costs: the factor of " + name + " is not between 2^-30 and 2^30");
  }
  for (const auto& [handle, link] : reading.features().links)
    if (link.feature.is_on &&
        !(end_of_link(link.shape, 0).is_point() && end_of_link(link.shape, 1).is_point()))
      throw InvalidInput("costs: factors need links between points: link " +
                         std::to_string(handle) + " has a segment");
}

// What the searches of a batch read.
struct WeightedReadings {
  WeightedReadings(const WorldReading& own, const AreaFactors& given, std::span<const double> radii)
      : relaxed(own), overlays(own, given, radii) {
    relaxed.prepare(radii);
  }
  const RelaxedReading relaxed;
  const Overlays overlays;
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
  return answer_batch(reading, {starts, goals, radii}, threads, options, [&] {
    return std::make_unique<WeightedRun>(planner, reading, readings.relaxed, factors,
                                         readings.overlays);
  });
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
    const auto run = std::make_shared<WeightedRun>(planner, reading, readings.relaxed, factors,
                                                   readings.overlays);
    return [&, run](std::size_t i, const SearchOptions& own, Index& part) {
      return run->find_place(starts[i], places[static_cast<std::size_t>(place_of[i])], radii[i],
                             own, part);
    };
  });
}

std::vector<AreaShare> area_lengths(const SharedWorld& shared, std::span<const Segment> path,
                                    const AreaFactors& factors) {
  const WorldReading reading(shared);
  return area_lengths(*WorldState::of(reading).updated_areas(), path, factors,
                      obstacles_along(reading.world()));
}

bool has_area(const SharedWorld& shared, const std::string& name) {
  const WorldReading reading(shared);
  return WorldState::of(reading).updated_areas()->has(name);
}

}  // namespace clearway
