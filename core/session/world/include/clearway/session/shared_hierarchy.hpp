// Planner "thpa*" on a shared world: a hierarchy that follows every edit, used by many threads
// (planners/hierarchy.hpp has the algorithm and the contracts).
//
// The caller partitions the world into clusters (partition, recut), for instance with METIS, and
// has the cached paths computed (compute). Queries compute what edits have left pending.
//
// A partition assigns a cluster number to each triangle; triangles are given by their slots
// (MeshSnapshot::ids). A call that names the version its numbers belong to changes nothing and
// returns false if the world has another version by then.
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
  // Creates an empty hierarchy: an exact search answers every query. The world must outlive it.
  static std::shared_ptr<SharedHierarchy> make(SharedWorld& world, const RadiusRange& radii,
                                               Index per_border, double tolerance);
  ~SharedHierarchy() override;

  // Sets the cluster of each triangle in `slots` (-1: none).
  bool partition(std::span<const std::int32_t> slots, std::span<const std::int32_t> clusters,
                 std::uint64_t version);
  // Computes up to `most` pending edges. Returns how many are left.
  std::size_t compute(std::size_t most, std::size_t threads);
  std::size_t pending() const;
  // Whether the world was edited since worn() and compute(), or is_lost().
  bool is_stale() const;
  bool is_lost() const;
  // worn() returns the regions whose partition edits have degraded since the last call. recut()
  // sets new clusters in such a region, one part number per triangle.
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
  // `clusters`: one per row of the mesh snapshot of this version. `rows`: the rows of all channels
  // of the state, concatenated.
  struct State {
    std::uint64_t version;
    std::vector<std::int32_t> clusters;
    HierarchyState state;
    std::vector<std::int32_t> rows;
  };
  State state() const;
  bool restore(std::span<const std::int32_t> slots, std::span<const std::int32_t> clusters,
               HierarchyState state, std::uint64_t version);

  // Returns nothing if is_stale(), unless the caller states by `refreshed` that it has handled
  // worn().
  std::optional<Answer> find_path(const Point& start, const Point& goal, double radius,
                                  bool refreshed) const;

  struct Journey {
    Plan plan;
    Point start, goal;
    std::uint64_t version;
  };
  std::optional<Journey> plan(const Point& start, const Point& goal, double radius,
                              bool refreshed) const;
  // The leg of the plan that starts at the place with this number (0: the start), and the number of
  // the place where it ends; none: the goal. Returns nothing if the plan is no longer valid.
  // `radius` must not be larger than that of the plan.
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
  // Queries compute the pending edges that they need.
  mutable Hierarchy hierarchy_;
  // Locked inside the world's lock: shared for queries, exclusive for changes.
  mutable Lock lock_{"hierarchy", "prepared"};
  mutable Pool<KeptQuery> queries_;

  void after_fork() noexcept;
  AtFork at_fork_{[](void* h) { static_cast<SharedHierarchy*>(h)->after_fork(); }, this};
};

// One path for each start, all for one version of the world. levels[level_of[i]] answers row i for
// a disc of radius asked[i], which must be at least radii[i]. If it is larger, the path is legal
// for the smaller disc too, but proved optimal only if it is straight; and if there is no such
// path, an exact search for radii[i] answers.
Answers find_paths(std::span<const SharedHierarchy* const> levels,
                   std::span<const std::int32_t> level_of, std::span<const Point> starts,
                   std::span<const Point> goals, std::span<const double> asked,
                   std::span<const double> radii, std::size_t threads);

}  // namespace clearway
