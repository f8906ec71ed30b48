// A thread's searches for paths in a world with links.
#pragma once

#include <memory>
#include <optional>

#include "clearway/session/planners.hpp"
#include "search.hpp"
#include "state/world_state.hpp"

namespace clearway {

// As OptimalSearch, with links.
class LinkedSearch {
 public:
  // Must not outlive the reading.
  explicit LinkedSearch(const WorldReading& reading)
      : tables_(WorldState::of(reading).updated_links()),
        searches_(WorldState::of(reading)),
        legs_(searches_->optimal) {}

  // `tables`: other hops than the links of the world, here and below.
  Path find_place(const Point& start, const Place& place, double radius,
                  const SearchOptions& options, Index& part, LinkTables* tables = nullptr);
  Path find_nearest(const Point& start, std::span<const Point> goals, double radius,
                    Index& nearest);
  std::vector<double> distances(const Point& start, std::span<const Point> goals, double radius);
  // A planner's path with links: "optimal" decides which of them are used.
  Path find(PlannerRun& run, bool is_optimal, const Point& start, const Point& goal, double radius,
            const SearchOptions& options, LinkTables* tables = nullptr);
  OptimalSearch& optimal() { return searches_->optimal; }

 private:
  std::shared_ptr<LinkTables> tables_;  // null: no links
  SearchLoan searches_;
  OptimalLegs legs_;
};

}  // namespace clearway
