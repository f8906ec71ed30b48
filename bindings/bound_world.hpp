// The world as Python holds it: the core's World, a lock, and what is kept between calls.
// Every method takes the lock by a Reading or a Changing (call.hpp).
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "bound_hierarchy.hpp"
#include "call.hpp"
#include "clearway/planners/channel.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/planners/ta_star.hpp"
#include "clearway/planners/tra_star.hpp"
#include "clearway/query/bottleneck_forest.hpp"
#include "clearway/terrain/abstraction.hpp"
#include "clearway/watch/watch.hpp"
#include "clearway/world/world.hpp"
#include "fork.hpp"
#include "pool.hpp"
#include "world/rows.hpp"

namespace clearway::bindings {

// The mesh of one version, compacted: rows instead of slots, no frame.
struct MeshSnapshot {
  std::uint64_t version = 0;
  std::vector<double> vertices;           // V x 2
  std::vector<std::int32_t> triangles;    // T x 3
  std::vector<std::int32_t> neighbours;   // T x 3
  std::vector<std::uint8_t> constrained;  // T x 3
  std::vector<std::uint8_t> blocked;      // T
  std::vector<std::int32_t> ids;          // T
  std::vector<double> clearances;         // T x 3
  std::vector<std::uint8_t> refined;      // V
};

MeshSnapshot take_snapshot(const World& world, const Rows& rows);

// One thread's searches, each with its scratch.
struct Searches {
  explicit Searches(const World& world)
      : channel(world), optimal(world), ta_star(world), tra_star(world) {}
  ChannelSearch channel;
  OptimalSearch optimal;
  TAStarSearch ta_star;
  TRAStarSearch tra_star;
};

struct VisibilityCache;  // visibility.hpp

struct BoundWorld {
  // One edit of the world, all or nothing, of which everything that is kept is told. What cannot
  // follow for want of memory, or because of an interrupt, is made anew when it is next needed.
  // Needs the exclusive lock.
  void edit(std::span<const Handle> removed, Obstacles added);

  BoundWorld(const Obstacles& ground, double max_radius) : world(ground, max_radius) {}

  World world;
  Watches watches;
  std::vector<std::weak_ptr<SharedHierarchy>> hierarchies;
  mutable Lock lock{"world", "edited"};

  // Made when first asked for, under `building`, which is taken inside `lock` and held exclusively
  // while something is made: that may take long and may be interrupted.
  mutable Lock building{"world", "prepared"};
  mutable std::shared_ptr<const MeshSnapshot> snapshot;
  mutable std::unique_ptr<const BottleneckForest> reach;  // of this version
  // Repaired when asked for again, by the slots that edits touched since.
  mutable std::shared_ptr<Abstraction> abstraction;
  mutable std::vector<TriangleId> unrepaired;
  mutable std::shared_ptr<VisibilityCache> visibility;  // of this version

  // Rows of the mesh, ready to be read until the next edit. Needs the lock.
  const Rows& settled_rows() const;
  mutable Rows rows;  // changed under the exclusive lock; settled under `settling`
  mutable std::mutex settling;

  mutable Pool<Searches> searches;

 private:
  void note_abstraction();
  void after_fork() noexcept;
  AtFork at_fork_{[](void* w) { static_cast<BoundWorld*>(w)->after_fork(); }, this};
};

// This version's, made when first asked for. Needs the lock, shared.
const BottleneckForest& reach_of(const BoundWorld& w);

// The abstraction of this version, made or repaired when asked for. Needs the shared lock. After
// the next edit it is of use only to ask for it again.
std::shared_ptr<const Abstraction> abstraction_of(const BoundWorld& w);

}  // namespace clearway::bindings
