// A world that many threads read and edit, with everything that is kept between calls: mesh
// snapshots, the bottleneck forest, the abstraction, visibility graphs, scratch of searches, paths
// under watch, observers.
//
// Any thread may call anything at any time. An edit waits for readers and keeps them out while it
// lasts. A wait ends when the thread's interrupt check throws. A forked child can use the world,
// unless another thread was editing it at that moment: then every call throws Refused.
//
//   SharedWorld world(bounds);
//   world.apply({}, boxes);
//   const Answer answer = find_path(world, planner_named("optimal"), start, goal, radius);
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "clearway/session/edit_observer.hpp"
#include "clearway/session/lock.hpp"
#include "clearway/watch/watch.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class Abstraction;
class BottleneckForest;
class Rows;
struct MeshSnapshot;
struct WorldState;

class SharedWorld {
 public:
  // As World.
  explicit SharedWorld(const Obstacles& ground,
                       double max_radius = std::numeric_limits<double>::infinity());
  ~SharedWorld();
  SharedWorld(const SharedWorld&) = delete;
  SharedWorld& operator=(const SharedWorld&) = delete;

  // World::apply: all or nothing. Then tells watches and observers, and drops or marks what is
  // kept. Nothing is allocated once the edit stands, except by observers; an interrupt that comes
  // while they are told is thrown, though the edit stands.
  void apply(std::span<const Handle> removed, Obstacles added);
  // The first of so many handles in a row that have not been in use.
  Handle reserve_handles(std::size_t count);
  // Called after every edit as long as it exists.
  void observe(std::weak_ptr<EditObserver> observer);

  std::uint64_t version() const;
  // f(const World&) while no edit is made.
  template <class F>
  auto read(F&& f) const;

  // Paths under watch; the contracts are those of Watches.
  Watches::Id watch(std::vector<Segment> path, const Point& place, double radius, bool shorter,
                    std::uint64_t version, Watches::Id heir_of = -1);
  void unwatch(Watches::Id id);
  void advance(Watches::Id id, double distance);
  Watches::Reports reports();
  bool accept_reports(std::uint64_t serial);
  bool is_watched(Watches::Id id) const;

 private:
  friend class WorldReading;
  std::unique_ptr<WorldState> state_;
};

// A shared hold on a world: everything that is asked through one of these sees one version. What is
// made for it is kept until the next edit. The world must outlive it.
class WorldReading {
 public:
  explicit WorldReading(const SharedWorld& shared);

  const World& world() const { return world_; }
  // The row of mesh() that shows a triangle; -1: none does.
  std::int32_t row(TriangleId triangle) const;
  // The mesh as compact arrays. It may be kept longer than the reading.
  std::shared_ptr<const MeshSnapshot> mesh() const;
  const BottleneckForest& bottlenecks() const;
  // Repaired where edits touched it; after the next edit it can only be asked for again.
  std::shared_ptr<const Abstraction> abstraction() const;

  // For the session itself.
  WorldState& state() const { return state_; }
  const Rows& rows() const;

 private:
  WorldState& state_;
  Hold hold_;
  const World& world_;
};

template <class F>
auto SharedWorld::read(F&& f) const {
  const WorldReading reading(*this);
  return std::forward<F>(f)(reading.world());
}

}  // namespace clearway
