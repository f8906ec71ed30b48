// What worlds, grids and hierarchies keep between calls, and what a fork leaves of it.
//
// In a child, what no other thread held is untouched. What others were reading is sound, but
// whatever they were adding to it may be half made: it is abandoned, not destroyed, because the
// thread that forked may be in a signal handler inside a call that uses it. What others were
// changing is lost, and its lock refuses.
#include "bound_world.hpp"

#include <new>

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

const Rows& BoundWorld::settled_rows() const {
  const std::lock_guard lock(settling);
  rows.settle();
  return rows;
}

const Reach& reach_of(const BoundWorld& w) {
  const Hold building(w.building, Hold::exclusive);
  if (!w.reach) w.reach = std::make_unique<const Reach>(w.world);
  return *w.reach;
}

void BoundWorld::after_fork() noexcept {
  const bool was_made = building.after_fork() == Lock::Left::written;
  if (was_made) building.reopen();
  const bool was_settled = settling.try_lock();
  new (&settling) std::mutex;
  if (lock.after_fork() == Lock::Left::idle) return;
  if (!was_settled) rows.forget_counts();
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

void BoundHierarchy::after_fork() noexcept {
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
