// A thread's searches for paths in a world with links or doors that are open to one side.
#pragma once

#include <memory>
#include <optional>

#include "clearway/session/planners.hpp"
#include "link_search.hpp"
#include "one_way_search.hpp"
#include "world_state.hpp"

namespace clearway {

// As OptimalSearch, with links.
class LinkedSearch {
 public:
  // Must not outlive the reading.
  explicit LinkedSearch(const WorldReading& reading)
      : reading_(reading),
        tables_(WorldState::of(reading).updated_links()),
        searches_(WorldState::of(reading)) {}

  Path find_place(const Point& start, const Place& place, double radius,
                  const SearchOptions& options, Index& part);
  Path find_nearest(const Point& start, std::span<const Point> goals, double radius,
                    Index& nearest);
  std::vector<double> distances(const Point& start, std::span<const Point> goals, double radius);
  // A planner's path with links: "optimal" decides which of them are used. `door_hops`: besides
  // the links.
  Path find(PlannerRun& run, bool is_optimal, const Point& start, const Point& goal, double radius,
            const SearchOptions& options, const std::vector<Hop>* door_hops = nullptr);

 private:
  const WorldReading& reading_;
  std::shared_ptr<LinkTables> tables_;  // null: no links
  SearchLoan searches_;
};

// A planner in a world with links or doors that are open to one side.
class FeatureRun : public PlannerRun {
 public:
  static bool is_needed(const WorldReading& reading) {
    const Features& features = WorldState::of(reading).known_features();
    return !features.links.empty() || features.one_way_doors > 0;
  }
  // `relaxed` is RelaxedReading::get() of the reading. Must outlive neither.
  FeatureRun(const PlannerSpec& planner, const WorldReading& reading, const WorldReading* relaxed);
  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options) override;
  void find_all(QueryShare& share) override;

 private:
  struct Side {
    std::unique_ptr<PlannerRun> run;
    std::unique_ptr<LinkedSearch> search;
  };
  static Side side(const PlannerSpec& planner, const WorldReading& reading);
  const WorldReading& reading_;
  const WorldReading* relaxed_;
  const bool is_optimal_;
  Side own_, open_;
};

}  // namespace clearway
