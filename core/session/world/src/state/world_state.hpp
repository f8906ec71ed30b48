// The state of a shared world.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "clearway/planners/channel.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/planners/ta_star.hpp"
#include "clearway/session/mesh_snapshot.hpp"
#include "clearway/session/shared_world.hpp"
#include "features/area_shapes.hpp"
#include "planners/anytime/tra_star.hpp"
#include "planners/weighted/weighted_regions.hpp"
#include "query/bottlenecks.hpp"
#include "query/gate_tree.hpp"
#include "repaired.hpp"
#include "session/common/fork.hpp"
#include "session/common/pool.hpp"
#include "terrain/abstraction.hpp"
#include "variants.hpp"
#include "visibility_cache.hpp"
#include "world/rows.hpp"

namespace clearway {

class LinkTables;

// One thread's searches, each with its scratch.
struct Searches {
  explicit Searches(const World& world)
      : channel(world), optimal(world), ta_star(world), tra_star(world) {}
  ChannelSearch channel;
  OptimalSearch optimal;
  TAStarSearch ta_star;
  TRAStarSearch tra_star;
  Path polyline;  // scratch of PlannerRun::find_polyline(), whose memory is used again
};

struct WorldState {
  WorldState(const Obstacles& bounds, double max_radius) : world(bounds, max_radius) {}
  WorldState(WorldState& base, VariantSpec spec);

  World world;
  std::unique_ptr<VariantRecord> variant;  // null: not a variant of another world
  Features features;                       // changed under the exclusive lock; none in a variant
  VariantCache variants;
  Watches watches;
  std::vector<std::weak_ptr<EditObserver>> observers;
  Lock lock{"world", "edited"};

  // Built on first request under `building`, which is locked inside `lock`, exclusively while
  // something is being built. Building may take long and may be interrupted.
  Lock building{"world", "prepared"};
  std::shared_ptr<const MeshSnapshot> snapshot;
  std::unique_ptr<const GateSet> gates;  // that the tree refers to
  std::unique_ptr<const GateTree> gate_tree;
  std::shared_ptr<VisibilityCache> visibility;
  std::shared_ptr<LinkTables> links;
  std::shared_ptr<const WeightedRegions> regions;  // of an overlay
  std::shared_ptr<const AreaShapes> areas;         // of the features; none in a variant
  Repaired<Abstraction> abstraction;
  Repaired<Bottlenecks> bottlenecks;

  Rows rows;  // changed under the exclusive lock; updated under `rows_mutex`
  std::mutex rows_mutex;

  Pool<Searches> searches;

  static WorldState& of(const WorldReading& reading) { return reading.state_; }
  // Up to date with the mesh. Needs a shared lock.
  const Rows& updated_rows();
  // Of the current version. Need a shared lock. Null if there are no links.
  std::shared_ptr<LinkTables> updated_links();
  // The areas of the world, also for a variant. Needs a shared lock.
  std::shared_ptr<const AreaShapes> updated_areas();
  // Of an overlay (VariantSpec::has_boundaries).
  std::shared_ptr<const WeightedRegions> updated_regions();
  const Bottlenecks& updated_bottlenecks();
  const GateTree& updated_gate_tree();
  // Repaired where edits have touched it. Invalid after the next edit: request it again.
  std::shared_ptr<const Abstraction> updated_abstraction();

  const Features& known_features() const { return variant ? variant->base.features : features; }
  // Before a lock on this world is taken: locks the world that it is a variant of and replays its
  // edits. Returns the lock to take.
  Lock& prepare_lock(std::optional<Hold>& base_hold);

  // Need the exclusive lock. Strong guarantee, as World::apply.
  void apply(std::span<const Handle> removed, Obstacles added);
  void apply(FeatureEdit edit);

 private:
  // Applies the edit; `commit` runs as soon as it is applied and must not throw.
  template <class Commit>
  void apply(std::span<const Handle> removed, Obstacles added, Commit commit);
  void catch_up();
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
