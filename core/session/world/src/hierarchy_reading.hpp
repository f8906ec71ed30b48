// Reading shared hierarchies: locks, queries with their scratch memory, answers.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "clearway/planners/hierarchy_query.hpp"
#include "clearway/session/shared_hierarchy.hpp"
#include "world_state.hpp"

namespace clearway {

// A query with its scratch memory, kept between calls; `searches` is lent to it for each of them.
struct SharedHierarchy::KeptQuery {
  KeptQuery(const World& world, const Hierarchy& hierarchy)
      : query(world, hierarchy, [this](const Point& a, const Point& b, double radius) {
          return searches->optimal.find(a, b, radius);
        }) {}
  Searches* searches = nullptr;
  HierarchyQuery query;
};

// A query for one thread, borrowed from the idle ones of a hierarchy.
class HierarchyQueryLoan {
 public:
  HierarchyQueryLoan(const WorldReading& reading, const SharedHierarchy& h)
      : searches_(reading.state()), query_(h.queries_, [&] {
          return std::make_unique<SharedHierarchy::KeptQuery>(reading.world(), h.hierarchy_);
        }) {
    query_->searches = &*searches_;
  }
  HierarchyQuery* operator->() const { return &query_->query; }
  OptimalSearch& optimal() const { return searches_->optimal; }

 private:
  SearchLoan searches_;
  Loan<SharedHierarchy::KeptQuery> query_;
};

// Holds the locks of a world and of hierarchies of it that are ready for queries. Computes what
// edits have left pending.
class HierarchyReading {
 public:
  explicit HierarchyReading(const SharedHierarchy& h) : HierarchyReading(h.world_, {&h}) {}
  HierarchyReading(const SharedWorld& world, std::vector<const SharedHierarchy*> hierarchies);

  const WorldReading& world_reading() const { return reading_; }
  const World& world() const { return reading_.world(); }

 private:
  const SharedHierarchy* hold(std::span<const SharedHierarchy* const> hierarchies);

  const WorldReading reading_;
  std::vector<std::unique_ptr<Hold>> holds_;
};

// The path of a larger disc as that of a smaller one, of which only the straight line is a bound.
Path for_smaller_disc(Path path, const Point& start, const Point& goal);

}  // namespace clearway
