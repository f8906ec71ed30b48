// Planner "thpa*" on a shared world: a hierarchy that follows every edit and serves many threads.
// planners/hierarchy.hpp and planners/hierarchy_query.hpp have the algorithm and its contracts.
//
// The caller partitions the world into clusters (partition, recut), for instance with METIS, and
// has the cached paths computed (compute). A query computes what edits have left pending.
//
// Triangles are given by their slots (MeshSnapshot::ids), and clusters by triangle. A call that
// names a version of the world changes nothing and returns false if the world has another version.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "clearway/planners/hierarchy.hpp"
#include "clearway/planners/plan.hpp"
#include "clearway/session/fork.hpp"
#include "clearway/session/paths.hpp"
#include "clearway/session/pool.hpp"

namespace clearway {

class SharedHierarchy final : public EditObserver {
 public:
  // Empty: an exact search answers every query. The world must outlive it.
  static std::shared_ptr<SharedHierarchy> make(SharedWorld& world, const RadiusRange& radii,
                                               Index per_border, double tolerance);
  ~SharedHierarchy() override;
  const SharedWorld& world() const { return world_; }

  // The cluster of each of these triangles; -1: none.
  bool partition(std::span<const std::int32_t> slots, std::span<const std::int32_t> clusters,
                 std::uint64_t version);
  // Computes up to `max_count` pending edges; returns how many are left.
  std::size_t compute(std::size_t max_count, std::size_t threads);
  std::size_t pending() const;
  // Whether edits have been made since degraded_regions() and compute(), or is_lost().
  bool is_stale() const;
  // Hierarchy::is_lost().
  bool is_lost() const;

  // Regions that edits have degraded, since the last call; and cutting one of them again: the part
  // of each of its triangles.
  struct Region {
    DegradedRegion region;
    std::uint64_t version;
  };
  std::vector<Region> degraded_regions();
  bool recut(const Region& region, std::span<const std::int32_t> parts);

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

  // Hierarchy::state() with `clusters`, of each row of the mesh snapshot of this version, and
  // `rows`, of all channels of the state, one after the other.
  struct State {
    std::uint64_t version;
    std::vector<std::int32_t> clusters;
    HierarchyState state;
    std::vector<std::int32_t> rows;
  };
  State state() const;
  // Hierarchy::restore(); clusters as in partition().
  bool restore(std::span<const std::int32_t> slots, std::span<const std::int32_t> clusters,
               HierarchyState state, std::uint64_t version);

  // No value: is_stale(), and the caller has not dealt with degraded_regions() (`refreshed`).
  std::optional<Answer> find_path(const Point& start, const Point& goal, double radius,
                                  bool refreshed) const;

  // A plan whose path is computed leg by leg.
  struct Journey {
    Plan plan;
    Point start, goal;
    std::uint64_t version;
  };
  // No value: as find_path().
  std::optional<Journey> plan(const Point& start, const Point& goal, double radius,
                              bool refreshed) const;
  struct Leg {
    std::uint64_t version;            // of the world
    std::optional<Answer> answer;     // no value: the plan is no longer valid
    std::optional<std::size_t> next;  // index of the end in the channel; no value: at the goal
  };
  // The leg from a position, with its index in the channel of the plan (PlanPosition; 0 at the
  // start). `radius`: of the disc that moves, at most that of the plan.
  Leg leg(Journey& journey, std::size_t index, const Point& position, double radius) const;

  void edited(const World& world, const Obstacles& removed, std::span<const Handle> added) override;

 private:
  struct KeptQuery;
  friend class HierarchyQueryLoan;
  friend class HierarchyReading;

  SharedHierarchy(const SharedWorld& world, const RadiusRange& radii, Index per_border,
                  double tolerance);
  void compute(const WorldReading& reading, std::size_t max_count, std::size_t threads) const;
  std::vector<std::int32_t> clusters(const Mesh& mesh) const;

  const SharedWorld& world_;
  // mutable: queries compute the edges that edits have left pending.
  mutable Hierarchy hierarchy_;
  // Taken inside the world's lock: shared to read, exclusive to change.
  mutable Lock lock_{"hierarchy", "prepared"};
  mutable Pool<KeptQuery> queries_;

  void after_fork() noexcept;
  AtFork at_fork_{[](void* h) { static_cast<SharedHierarchy*>(h)->after_fork(); }, this};
};

}  // namespace clearway
