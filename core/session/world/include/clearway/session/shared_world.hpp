// A world that many threads read and edit, with all data that is kept between calls: mesh
// snapshots, the bottlenecks, the abstraction, visibility graphs, scratch of searches,
// watched paths, observers.
//
// Any thread may call anything at any time. An edit waits for readers and excludes them while it
// runs. A wait ends when the thread's interrupt check throws. A forked child can use the world
// unless another thread was editing it at that moment: then every call throws Refused.
//
//   SharedWorld world(bounds);
//   world.apply({}, boxes);
//   const Answer answer = find_path(world, planner_named("optimal"), start, goal, radius);
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "clearway/features/feature.hpp"
#include "clearway/session/detail/lock.hpp"
#include "clearway/watch/watch.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

struct MeshSnapshot;
class VariantCache;
struct WorldState;

// Is notified of the edits of a shared world.
class EditObserver {
 public:
  virtual ~EditObserver() = default;
  // Called after each edit, while the world is locked exclusively, with the obstacles that the edit
  // removed and the handles that it added. The edit remains applied even if this throws: after
  // std::bad_alloc or an interrupt the observer must record that it is out of date.
  virtual void edited(const World& world, const Obstacles& removed,
                      std::span<const Handle> added) = 0;
};

class SharedWorld {
 public:
  // See World.
  explicit SharedWorld(const Obstacles& bounds,
                       double max_radius = std::numeric_limits<double>::infinity());
  ~SharedWorld();
  SharedWorld(const SharedWorld&) = delete;
  SharedWorld& operator=(const SharedWorld&) = delete;

  // World::apply: all or nothing. Afterwards notifies watches and observers, and discards or marks
  // cached data. After the edit has been applied only observers allocate memory. An interrupt while
  // they are notified is thrown, although the edit remains applied.
  void apply(std::span<const Handle> removed, Obstacles added);
  // The same for obstacles and features together. Throws InvalidInput before any change for
  // features that break a rule (PlacedFeature), UnknownHandle for handles that do not exist.
  // Switching a door costs as much as an edit of its wall; features beside it cost no repair.
  void apply(FeatureEdit edit);
  // Reserves `count` consecutive unused handles; returns the first. Takes no lock: it waits neither
  // for readers nor for an edit.
  Handle reserve_handles(std::size_t count);
  // Notifies the observer after every edit, as long as it exists.
  void observe(std::weak_ptr<EditObserver> observer);

  std::uint64_t version() const;

  // The world as a query with this specification sees it: a world of its own, in which avoided
  // areas are obstacles and doors are as asked. Null: it is this world as it is. Throws
  // InvalidInput for an area that does not exist, UnknownHandle for a door that does not.
  //
  // A variant follows the edits of this world: each call on it first replays what has changed since
  // the last one, at the cost of an edit of the same size. It has the version of this world. It
  // cannot be edited itself, and this world must outlive it. The first call builds its mesh. The
  // most recent `max_variants` are kept, each as large as the world.
  std::shared_ptr<SharedWorld> variant(const VariantSpec& spec) const;
  static constexpr std::size_t max_variants = 8;

  // The features, of a variant those of its world. Calls f(const Features&) under a shared lock.
  template <class F>
  auto read_features(F&& f) const;
  bool is_variant() const;
  // The obstacles, without doors, in ascending order of their handles. Of a variant: all that its
  // mesh holds, with closed doors and areas that it avoids.
  std::vector<Handle> obstacle_handles() const;
  // World::validate(); and that the mesh holds the walls of closed doors and of no others.
  void validate() const;

  // Calls f(const World&) under a shared lock.
  template <class F>
  auto read(F&& f) const;

  // Watched paths; see Watches for the contracts. InvalidInput outside the numeric domain.
  Watches::Id watch(std::vector<Segment> path, const Point& position, double radius, bool shorter,
                    std::uint64_t version, Watches::Id continues = -1);
  void unwatch(Watches::Id id);
  void advance(Watches::Id id, double distance);
  Watches::Reports reports();
  bool accept_reports(std::uint64_t serial);
  bool is_watched(Watches::Id id) const;

 private:
  friend class WorldReading;
  friend class VariantCache;
  SharedWorld(WorldState& base, VariantSpec spec);
  std::unique_ptr<WorldState> state_;
};

// A shared lock on a world: all queries through one reading see the same version. Data that they
// compute is cached until the next edit. The world must outlive the reading.
class WorldReading {
 public:
  explicit WorldReading(const SharedWorld& shared);

  const World& world() const { return world_; }
  // Of a variant: those of its world.
  const Features& features() const;
  // The row of a triangle in mesh(); -1 if it has none.
  std::int32_t row(TriangleId triangle) const;
  // The mesh as compact arrays. It may be kept longer than the reading.
  std::shared_ptr<const MeshSnapshot> mesh() const;

 private:
  friend struct WorldState;
  WorldState& state_;
  std::optional<Hold> base_hold_;  // of the world that this one is a variant of
  Hold hold_;
  const World& world_;
};

template <class F>
auto SharedWorld::read(F&& f) const {
  const WorldReading reading(*this);
  return std::forward<F>(f)(reading.world());
}

template <class F>
auto SharedWorld::read_features(F&& f) const {
  const WorldReading reading(*this);
  return std::forward<F>(f)(reading.features());
}

}  // namespace clearway
