// Reading shared hierarchies: locks, queries with their scratch memory, answers.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "clearway/session/planners.hpp"
#include "clearway/session/shared_hierarchy.hpp"
#include "planners/hierarchy/hierarchy.hpp"
#include "planners/hierarchy/hierarchy_query.hpp"
#include "session/common/fork.hpp"
#include "session/common/pool.hpp"
#include "world_state.hpp"

namespace clearway {

// A query with its scratch memory, kept between calls; `searches` is lent to it for each of them.
struct KeptHierarchyQuery {
  KeptHierarchyQuery(const World& world, const Hierarchy& hierarchy)
      : query(world, hierarchy, [this](const Point& a, const Point& b, double radius) {
          return searches->optimal.find(a, b, radius);
        }) {}
  Searches* searches = nullptr;
  HierarchyQuery query;
};

struct SharedHierarchy::Parts {
  Parts(const RadiusRange& radii, Index per_border, double tolerance)
      : hierarchy(radii, per_border, tolerance) {}

  Hierarchy hierarchy;
  // Taken inside the world's lock: shared to read, exclusive to change.
  Lock lock{"hierarchy", "prepared"};
  Pool<KeptHierarchyQuery> queries;

 private:
  void after_fork() noexcept;
  AtFork at_fork_{[](void* p) { static_cast<Parts*>(p)->after_fork(); }, this};
};

// A query for one thread, borrowed from the idle ones of a hierarchy.
class HierarchyQueryLoan {
 public:
  HierarchyQueryLoan(const WorldReading& reading, const SharedHierarchy& h)
      : searches_(WorldState::of(reading)), query_(h.parts_->queries, [&] {
          return std::make_unique<KeptHierarchyQuery>(reading.world(), h.parts_->hierarchy);
        }) {
    query_->searches = &*searches_;
  }
  HierarchyQuery* operator->() const { return &query_->query; }
  OptimalSearch& optimal() const { return searches_->optimal; }

 private:
  SearchLoan searches_;
  Loan<KeptHierarchyQuery> query_;
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

// A path by a hierarchy, planned for a disc that may be larger than the one that moves.
Path find_hierarchy_path(const HierarchyQueryLoan& query, const Point& start, const Point& goal,
                         double planned_radius, double radius);

// One thread's use of a hierarchy that is ready, in a world with links or doors that are open to
// one side (FeatureRun). Must not outlive the reading.
class HierarchyRun : public PlannerRun {
 public:
  HierarchyRun(const WorldReading& reading, const SharedHierarchy& h, double planned_radius)
      : query_(reading, h), planned_radius_(planned_radius) {}
  Path find(const Point& start, const Point& goal, double radius, const SearchOptions&) override {
    return find_hierarchy_path(query_, start, goal, planned_radius_, radius);
  }
  void find_all(QueryShare& share) override;

 private:
  HierarchyQueryLoan query_;
  double planned_radius_;
};

// The path of a larger disc as that of a smaller one, of which only the straight line is a bound.
Path for_smaller_disc(Path path, const Point& start, const Point& goal);

}  // namespace clearway
