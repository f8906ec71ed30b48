// The state of a shared world.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "clearway/planners/channel.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/planners/ta_star.hpp"
#include "clearway/session/mesh_snapshot.hpp"
#include "clearway/session/shared_world.hpp"
#include "planners/tra_star.hpp"
#include "query/bottleneck_forest.hpp"
#include "session/fork.hpp"
#include "session/pool.hpp"
#include "terrain/abstraction.hpp"
#include "visibility_cache.hpp"
#include "world/rows.hpp"

namespace clearway {

// One thread's searches, each with its scratch.
struct Searches {
  explicit Searches(const World& world)
      : channel(world), optimal(world), ta_star(world), tra_star(world) {}
  ChannelSearch channel;
  OptimalSearch optimal;
  TAStarSearch ta_star;
  TRAStarSearch tra_star;
};

struct WorldState {
  WorldState(const Obstacles& bounds, double max_radius) : world(bounds, max_radius) {}

  World world;
  Watches watches;
  std::vector<std::weak_ptr<EditObserver>> observers;
  Lock lock{"world", "edited"};

  // Built on first request under `building`, which is locked inside `lock`, exclusively while
  // something is being built. Building may take long and may be interrupted.
  Lock building{"world", "prepared"};
  std::shared_ptr<const MeshSnapshot> snapshot;
  std::unique_ptr<const BottleneckForest> bottlenecks;
  std::shared_ptr<VisibilityCache> visibility;
  // Repaired on the next request, from the slots that edits have touched since.
  std::shared_ptr<Abstraction> abstraction;
  std::vector<TriangleId> unrepaired;

  Rows rows;  // changed under the exclusive lock; updated under `rows_mutex`
  std::mutex rows_mutex;

  Pool<Searches> searches;

  static WorldState& of(const WorldReading& reading) { return reading.state_; }
  // Up to date with the mesh. Needs a shared lock.
  const Rows& updated_rows();
  // Of the current version. Need a shared lock.
  const BottleneckForest& updated_bottlenecks();
  // Repaired where edits have touched it. Invalid after the next edit: request it again.
  std::shared_ptr<const Abstraction> updated_abstraction();

  // Needs the exclusive lock.
  void apply(std::span<const Handle> removed, Obstacles added);

 private:
  void note_abstraction();
  void after_fork() noexcept;
  AtFork at_fork_{[](void* w) { static_cast<WorldState*>(w)->after_fork(); }, this};
};

MeshSnapshot take_snapshot(const World& world, const Rows& rows);

// A thread's searches, borrowed from the idle ones of a world.
class SearchLoan : public Loan<Searches> {
 public:
  explicit SearchLoan(WorldState& w)
      : Loan(w.searches, [&] { return std::make_unique<Searches>(w.world); }) {}
};

}  // namespace clearway
