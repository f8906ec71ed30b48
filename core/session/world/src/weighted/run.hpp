// One thread's weighted searches: paths that cost little, by factors of areas.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "clearway/session/planners.hpp"
#include "features/area_shapes.hpp"
#include "goal.hpp"
#include "links.hpp"
#include "links/directed_walks.hpp"
#include "overlays.hpp"

namespace clearway {

// Among which obstacles the cost of a path is measured. The world must outlive it.
ObstaclesAlong obstacles_along(const World& world);

class WeightedRun : public PlannerRun {
 public:
  // All must outlive it.
  WeightedRun(const PlannerSpec& planner, const WorldReading& reading,
              const RelaxedReading& relaxed, const AreaFactors& factors, const Overlays& overlays);

  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options) override;
  // `part`: of the place, that is reached; none if there is no path.
  Path find_place(const Point& start, const Place& place, double radius,
                  const SearchOptions& options, Index& part);
  void find_all(QueryShare& share) override;

 private:
  WeightedLeg find_with_links(const Point& start, const WeightedGoal& goal, double radius,
                              const SearchOptions& options) const;
  WeightedLeg find_leg(const Point& start, const WeightedGoal& goal, double radius,
                       const SearchOptions& options) const;
  // `path`: the shortest one, with a bound on the cost, and the part of a place that it reaches.
  // Returns the cost.
  double improve(const Point& start, const WeightedGoal& goal, double radius,
                 const SearchOptions& options, Path& path, Index& part) const;
  // The shortest path, whatever it costs.
  Path shortest(const Point& start, const WeightedGoal& goal, double radius,
                const SearchOptions& options, Index& part) const;
  // The same where areas with factors above 1 are avoided.
  Path detour(const Point& start, const WeightedGoal& goal, double radius,
              const SearchOptions& options, Index& part) const;
  static Path plain_path(const WorldReading& reading, PlannerRun& run, const Point& start,
                         const WeightedGoal& goal, double radius, const SearchOptions& options,
                         Index& part);
  // For a point, and factors of at least 1: a path like the shortest one, but around the areas with
  // factors. None: there is none, or the next function finds it.
  std::optional<Path> detour_nearby(const Path& path, std::span<const double> costs,
                                    std::size_t margin, const SearchOptions& options) const;
  std::vector<double> costs_of_segments(const Path& path) const;
  // Shortest legs between those of the points where the disc fits.
  Path path_by_way_of(const Point& start, const WeightedGoal& goal,
                      const std::vector<Point>& points, double radius,
                      const SearchOptions& options) const;
  double cost_of(const Path& path) const;
  double tolerance_of(const SearchOptions& options) const {
    return options.tolerance > 0 ? options.tolerance : tolerance_;
  }

  const WorldReading& reading_;
  const World& world_;  // where discs stand and fit
  const AreaFactors& factors_;
  const Overlays& overlays_;
  std::unique_ptr<PlannerRun> plain_, detour_;
  std::unique_ptr<DirectedWalks> walks_;  // in place of `plain_` where doors are open to one side
  const double tolerance_;
  const std::shared_ptr<const AreaShapes> areas_;
  std::shared_ptr<LinkTables> links_;  // null: none
  double least_ = 1.0;                 // the least product of factors
};

}  // namespace clearway
