// What worlds, grids and hierarchies keep between calls, how a world tells it of edits, and what a
// fork leaves of it.
//
// In a child, what no other thread held is untouched. What others were reading is sound, but
// whatever they were adding to it may be half made: it is abandoned, not destroyed, because the
// thread that forked may be in a signal handler inside a call that uses it. What others were
// changing is lost, and its lock refuses.
#include "bound_world.hpp"

#include <exception>
#include <new>
#include <utility>

#include "bound_grid.hpp"
#include "visibility.hpp"

namespace clearway::bindings {

namespace {

template <class T>
void abandon(T& value) noexcept {
  static_assert(noexcept(T()));
  new (&value) T();
}

}  // namespace

void BoundWorld::note_abstraction() {
  if (!abstraction) return;
  const Edit& edit = world.last_edit();
  const std::size_t count =
      unrepaired.size() + edit.removed.size() + edit.added.size() + edit.measured.size();
  const std::shared_ptr<Abstraction> kept = std::move(abstraction);  // lost if memory runs out
  // Where so much has changed, a new one is cheaper.
  if (4 * count > world.mesh().triangles.size()) {
    unrepaired.clear();
    return;
  }
  unrepaired.reserve(count);
  for (const std::vector<TriangleId>* list : {&edit.removed, &edit.added, &edit.measured})
    unrepaired.insert(unrepaired.end(), list->begin(), list->end());
  abstraction = kept;
}

void BoundWorld::edit(std::span<const Handle> removed, Obstacles added) {
  const bool has_observers = watches.size() > 0 || !hierarchies.empty();
  const Obstacles went = has_observers ? world.obstacles(removed) : Obstacles{};
  const std::vector<Handle> came = has_observers ? added.handles : std::vector<Handle>{};
  world.apply(removed, std::move(added));
  // The edit stands from here on.
  snapshot.reset();
  reach.reset();
  visibility.reset();
  std::exception_ptr interrupt;
  const auto tell = [&](auto&& observer) {
    try {
      observer();
    } catch (const std::bad_alloc&) {
      // The observer knows that it is out of date.
    } catch (...) {
      interrupt = std::current_exception();
    }
  };
  tell([&] { rows.update(world.mesh(), world.last_edit()); });
  tell([&] { note_abstraction(); });
  tell([&] { watches.edited(world, went, came); });
  for (const auto& observer : hierarchies)
    if (const auto h = observer.lock()) tell([&] { h->hierarchy.edited(world, went, came); });
  if (interrupt) std::rethrow_exception(interrupt);
}

const Rows& BoundWorld::settled_rows() const {
  const std::lock_guard lock(settling);
  rows.settle(world.mesh());
  return rows;
}

const BottleneckForest& reach_of(const BoundWorld& w) {
  const Hold building(w.building, Hold::exclusive);
  if (!w.reach) w.reach = std::make_unique<const BottleneckForest>(w.world);
  return *w.reach;
}

void BoundWorld::after_fork() noexcept {
  const bool was_made = building.after_fork() == Lock::Left::written;
  if (was_made) building.reopen();
  const bool was_settled = settling.try_lock();
  new (&settling) std::mutex;
  if (lock.after_fork() == Lock::Left::idle) return;
  if (!was_settled) abandon(rows);
  if (was_made) {
    abandon(snapshot);
    abandon(reach);
    abandon(abstraction);
    abandon(unrepaired);
    abandon(visibility);
  } else if (visibility) {
    visibility->after_fork();
  }
  searches.after_fork();
}

void SharedHierarchy::after_fork() noexcept {
  if (lock.after_fork() == Lock::Left::written) {
    // Edits of the world are still told to it: what is half changed must not hear them.
    const RadiusRange radii = hierarchy.radii();
    new (&hierarchy) Hierarchy(radii, 1, hierarchy.tolerance());
  }
  queries.after_fork();
}

void BoundGrid::after_fork() noexcept {
  const bool was_named = naming.try_lock();
  new (&naming) std::mutex;
  lock.after_fork();
  if (!was_named) return abandon(idle);
  for (auto& [name, pool] : idle) pool.after_fork();
}

}  // namespace clearway::bindings
