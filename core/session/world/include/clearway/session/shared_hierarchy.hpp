// Planner "thpa*" on a shared world: a hierarchy that follows every edit, used by many threads
// (planners/hierarchy.hpp has the algorithm and the contracts).
//
// The caller cuts the world into clusters (partition, recut), for instance by METIS, and has the
// cached paths computed (compute). A query computes what edits have left to do.
//
// Numbers of clusters are given by triangle, and triangles by their slots: MeshSnapshot::ids.
// Where a call names the version of the world that its numbers belong to and the world has another
// one by now, it changes nothing and returns false.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "clearway/planners/hierarchy.hpp"
#include "clearway/session/fork.hpp"
#include "clearway/session/paths.hpp"
#include "clearway/session/pool.hpp"

namespace clearway {

class SharedHierarchy final : public EditObserver {
 public:
  // Empty: every query is answered by an exact search. The world must outlive it.
  static std::shared_ptr<SharedHierarchy> make(SharedWorld& world, const RadiusRange& radii,
                                               Index per_border, double tolerance);
  ~SharedHierarchy() override;

  // Clusters of triangles (-1: none), as many as slots.
  bool partition(std::span<const std::int32_t> slots, std::span<const std::int32_t> clusters,
                 std::uint64_t version);
  // Computes up to `most` pending edges; how many are left.
  std::size_t compute(std::size_t most, std::size_t threads);
  std::size_t pending() const;
  // Whether edits have been made since worn() and compute(); or is_lost().
  bool is_stale() const;
  bool is_lost() const;
  // Regions that edits have left badly cut, since last asked; and new clusters in one of them, a
  // part for each triangle.
  struct Region {
    WornRegion region;
    std::uint64_t version;
  };
  std::vector<Region> worn();
  bool recut(const Region& worn, std::span<const std::int32_t> parts);

  HierarchyQuality quality() const;
  HierarchyStats stats() const;
  void validate() const;
  // The cluster of each row of the mesh snapshot; -1: none.
  std::vector<std::int32_t> clusters() const;
  struct Edge {
    Point from, to;
    double length;
  };
  std::vector<Edge> edges(double radius) const;
  // `clusters`: of each row of the mesh snapshot of this version. `rows`: of all channels of the
  // state, one after the other.
  struct State {
    std::uint64_t version;
    std::vector<std::int32_t> clusters;
    HierarchyState state;
    std::vector<std::int32_t> rows;
  };
  State state() const;
  bool restore(std::span<const std::int32_t> slots, std::span<const std::int32_t> clusters,
               HierarchyState state, std::uint64_t version);

  // None: is_stale(), and the caller does not say that worn() has been dealt with (`refreshed`).
  std::optional<Answer> find_path(const Point& start, const Point& goal, double radius,
                                  bool refreshed) const;

  struct Journey {
    Plan plan;
    Point start, goal;
    std::uint64_t version;
  };
  std::optional<Journey> plan(const Point& start, const Point& goal, double radius,
                              bool refreshed) const;
  // The leg from a place, by its number on the walk of the plan (0 at the start), and the number
  // where it ends; none: at the goal. Without answer: the plan stands no longer. `radius`: of the
  // disc that goes there, no more than that of the plan.
  struct Leg {
    std::uint64_t version;  // of the world
    std::optional<Answer> answer;
    std::optional<std::size_t> next;
  };
  Leg leg(Journey& journey, std::size_t number, const Point& at, double radius) const;

  void edited(const World& world, const Obstacles& removed, std::span<const Handle> added) override;

 private:
  struct KeptQuery;
  class QueryLoan;
  class Asking;
  friend Answers find_paths(std::span<const SharedHierarchy* const> levels,
                            std::span<const std::int32_t> level_of, std::span<const Point> starts,
                            std::span<const Point> goals, std::span<const double> asked,
                            std::span<const double> radii, std::size_t threads);

  SharedHierarchy(const SharedWorld& world, const RadiusRange& radii, Index per_border,
                  double tolerance);
  void compute(const WorldReading& reading, std::size_t most, std::size_t threads) const;
  std::vector<std::int32_t> clusters(const Mesh& mesh) const;

  const SharedWorld& world_;
  // Edges that edits left to be computed are computed by the queries that need them.
  mutable Hierarchy hierarchy_;
  // Taken inside the world's: shared to ask, exclusive to change.
  mutable Lock lock_{"hierarchy", "prepared"};
  mutable Pool<KeptQuery> queries_;

  void after_fork() noexcept;
  AtFork at_fork_{[](void* h) { static_cast<SharedHierarchy*>(h)->after_fork(); }, this};
};

// One path for each start, all for one version of the world. Row i is answered by
// levels[level_of[i]] for a disc of radius asked[i], which is no less than radii[i]. Where it is
// more, the path is legal for the smaller disc too, but proved only if straight; and where there is
// none, an exact search for radii[i] answers.
Answers find_paths(std::span<const SharedHierarchy* const> levels,
                   std::span<const std::int32_t> level_of, std::span<const Point> starts,
                   std::span<const Point> goals, std::span<const double> asked,
                   std::span<const double> radii, std::size_t threads);

}  // namespace clearway
