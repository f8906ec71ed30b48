// Planner "thpa*" on a shared world: a hierarchy that follows every edit, for many threads.
// docs/explanation/thpa.md describes the algorithm.
//
// The caller partitions the world into clusters (partition, recut), for instance with METIS, and
// computes the cached paths (compute). A query computes the edges that edits have made pending.
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

#include "clearway/planners/hierarchy_stats.hpp"
#include "clearway/planners/radius_range.hpp"
#include "clearway/session/paths.hpp"

namespace clearway {

struct DegradedRegion;
struct Plan;

class SharedHierarchy final : public EditObserver {
 public:
  // Empty: an exact search answers every query. The world must outlive it. `per_border`: at most
  // this many nodes on the border of two clusters for any one radius. `tolerance`: cached paths are
  // at most 1 + tolerance times as long as the shortest; without effect for one radius.
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
  // A change was cut short by an interrupt or because memory ran out. The hierarchy is then empty,
  // and an exact search answers every query, until the next partition().
  bool is_lost() const;

  // Clusters that edits have made too large, too small or ragged, as a graph of their triangles: to
  // be cut into parts() parts of similar size with few edges of the graph between them. The
  // neighbours of triangle i are neighbours()[starts()[i]] to neighbours()[starts()[i + 1] - 1].
  class Region {
   public:
    Index parts() const;
    std::span<const std::int64_t> starts() const;
    std::span<const std::int32_t> neighbours() const;

   private:
    friend class SharedHierarchy;
    Region(DegradedRegion region, std::uint64_t version);
    std::shared_ptr<const DegradedRegion> region_;
    std::uint64_t version_;
  };
  // The regions that edits have degraded since the last call. recut() cuts one of them again, given
  // the part of each of its triangles.
  std::vector<Region> degraded_regions();
  bool recut(const Region& region, std::span<const std::int32_t> parts);

  HierarchyQuality quality() const;  // linear in the number of clusters
  HierarchyStats stats() const;      // linear in the size of the hierarchy
  // Checks every invariant from scratch. Throws InternalError.
  void validate() const;
  // The cluster of each row of the mesh snapshot; -1: none.
  std::vector<std::int32_t> clusters() const;
  struct Edge {
    Point from, to;
    double length;
  };
  std::vector<Edge> edges(double radius) const;

  // A hierarchy as arrays, for files. N: nodes; E: edges between them; P: cached paths, ordered by
  // their edges.
  struct State {
    std::uint64_t version = 0;
    std::vector<std::int32_t> clusters;        // of each row of the mesh snapshot; -1: none
    std::vector<Point> positions;              // N
    std::vector<std::int32_t> node_clusters;   // N x 2: the clusters that the node connects
    std::vector<std::int32_t> edges;           // E x 2: nodes
    std::vector<std::int32_t> path_counts;     // E
    std::vector<double> paths;                 // P x 4: least and greatest radius; length for each
    std::vector<std::int32_t> channel_counts;  // P
    std::vector<std::int32_t> channels;        // all triangles of paths, as rows of the snapshot
  };
  State state() const;
  // Restores a state on an equal mesh, whose rows have these slots. Accepts untrusted states:
  // throws InvalidInput, before anything changes, when an index, count, order, radius or length
  // does not fit the mesh or the rest of the state. A node where no disc fits is left out, and a
  // path that cannot be confirmed is computed again. A bad state can make paths longer, but never
  // illegal.
  bool restore(std::span<const std::int32_t> slots, const State& state);

  // Points and radii as in paths.hpp. No value: is_stale(), and the caller has not dealt with
  // degraded_regions() (`refreshed`).
  std::optional<Answer> find_path(const Point& start, const Point& goal, double radius,
                                  bool refreshed) const;

  // What a query expands: nodes, in order, each of which may repeat, and the triangles of its exact
  // searches; if neither, the triangles that the path crosses. Radii as in hierarchy_paths.hpp.
  Exploration explore(const Point& start, const Point& goal, double planned_radius,
                      double radius) const;

  // A plan whose path is computed leg by leg.
  class Journey {
   public:
    Journey(Journey&&) noexcept;
    ~Journey();
    std::uint64_t version() const { return version_; }  // of the world, when it was planned
    Status status() const;
    double length() const;  // of the plan; for one radius an upper bound on the path
    const SearchStats& stats() const;
    const std::vector<Point>& node_positions() const;  // in order

   private:
    friend class SharedHierarchy;
    Journey(Plan plan, const Point& start, const Point& goal, std::uint64_t version);
    std::unique_ptr<Plan> plan_;
    Point start_, goal_;
    std::uint64_t version_;
  };
  // No value: as find_path().
  std::optional<Journey> plan(const Point& start, const Point& goal, double radius,
                              bool refreshed) const;
  struct Leg {
    std::uint64_t version;            // of the world
    std::optional<Answer> answer;     // no value: the plan is no longer valid
    std::optional<std::size_t> next;  // index of the end in the channel; no value: at the goal
  };
  // The leg from a position, with its index in the channel of the plan (0 at the start). `radius`:
  // of the disc that moves, at most that of the plan.
  Leg leg(Journey& journey, std::size_t index, const Point& position, double radius) const;

  void edited(const World& world, const Obstacles& removed, std::span<const Handle> added) override;

 private:
  struct Parts;
  friend class HierarchyQueryLoan;
  friend class HierarchyReading;

  SharedHierarchy(const SharedWorld& world, const RadiusRange& radii, Index per_border,
                  double tolerance);
  void compute(const WorldReading& reading, std::size_t max_count, std::size_t threads) const;
  std::vector<std::int32_t> clusters(const Mesh& mesh) const;

  const SharedWorld& world_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace clearway
