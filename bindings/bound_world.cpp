#include "bound_world.hpp"

#include <exception>
#include <new>
#include <utility>

namespace clearway::bindings {

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
  for (const std::vector<Index>* list : {&edit.removed, &edit.added, &edit.measured})
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

}  // namespace clearway::bindings
