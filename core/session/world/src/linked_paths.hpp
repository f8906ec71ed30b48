// A thread's searches for paths in a world with links.
#pragma once

#include <memory>
#include <optional>

#include "clearway/session/planners.hpp"
#include "link_search.hpp"
#include "world_state.hpp"

namespace clearway {

class LinkedSearch {
 public:
  // Must not outlive the reading.
  explicit LinkedSearch(const WorldReading& reading)
      : tables_(WorldState::of(reading).updated_links()), searches_(WorldState::of(reading)) {
    if (tables_) search_.emplace(*tables_, searches_->optimal);
  }
  // Whether there are links to search.
  static bool is_needed(const WorldReading& reading) {
    return !WorldState::of(reading).known_features().links.empty();
  }

  // A planner's path with links: "optimal" decides which of them are used.
  Path find(PlannerRun& run, bool is_optimal, const Point& start, const Point& goal, double radius,
            const SearchOptions& options);
  // As OptimalSearch.
  Path find_place(const Point& start, const Place& place, double radius,
                  const SearchOptions& options, Index& part);
  Path find_nearest(const Point& start, std::span<const Point> goals, double radius,
                    Index& nearest);
  std::vector<double> distances(const Point& start, std::span<const Point> goals, double radius);

 private:
  std::shared_ptr<LinkTables> tables_;
  SearchLoan searches_;
  std::optional<LinkSearch> search_;
};

}  // namespace clearway
