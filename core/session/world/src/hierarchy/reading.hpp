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
#include "state/world_state.hpp"

namespace clearway {

// A query with its scratch memory, kept between calls; `searches` is lent to it for each of them.
struct KeptHierarchyQuery {
  KeptHierarchyQuery(const World& world, const Hierarchy& hierarchy)
      : query(world, hierarchy, [this](const Point& a, const Point& b, double radius) {
          SearchOptions options;
          options.explored = triangles;
          return searches->optimal.find(a, b, radius, options);
        }) {}
  Searches* searches = nullptr;
  std::vector<TriangleId>* triangles = nullptr;  // receives those that exact searches expand
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
  ~HierarchyQueryLoan() { report_to(nullptr, nullptr); }
  HierarchyQueryLoan(const HierarchyQueryLoan&) = delete;
  HierarchyQueryLoan& operator=(const HierarchyQueryLoan&) = delete;
  HierarchyQuery* operator->() const { return &query_->query; }

  // The path for a disc, planned for one that is at least as large; where that has no path, an
  // exact search decides.
  Path find(const Point& start, const Point& goal, double planned_radius, double radius) const;
  // What later calls expand: nodes of the hierarchy, and triangles by exact searches.
  void report_to(std::vector<ExpandedNode>* nodes, std::vector<TriangleId>* triangles) const {
    query_->query.report_to(nodes);
    query_->triangles = triangles;
  }

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

// One thread's use of a hierarchy that is ready, in a world with links or doors that are open to
// one side (FeatureRun). Must not outlive the reading.
class HierarchyRun : public PlannerRun {
 public:
  HierarchyRun(const WorldReading& reading, const SharedHierarchy& h, double planned_radius)
      : query_(reading, h), planned_radius_(planned_radius) {}
  Path find(const Point& start, const Point& goal, double radius, const SearchOptions&) override {
    return query_.find(start, goal, planned_radius_, radius);
  }
  void find_all(QueryShare& share) override;

 private:
  HierarchyQueryLoan query_;
  double planned_radius_;
};

// The path of a larger disc as that of a smaller one, of which only the straight line is a bound.
Path for_smaller_disc(Path path, const Point& start, const Point& goal);

}  // namespace clearway
