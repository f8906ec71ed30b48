// Edits of a world, and its state after a fork.
//
// In a child, data that no other thread held is intact. Data that other threads were reading is
// valid, but caches that they were building may be incomplete: these are abandoned, not destroyed,
// because the thread that forked may be in a signal handler inside a call that uses them. Data that
// other threads were changing is lost, and its lock refuses.
#include "world_state.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "feature_change.hpp"
#include "links/tables.hpp"
#include "world/access.hpp"

namespace clearway {

template <class Commit>
void WorldState::apply(std::span<const Handle> removed, Obstacles added, Commit commit) {
  const bool has_observers = watches.size() > 0 || !observers.empty();
  const Obstacles before = has_observers ? world.obstacles(removed) : Obstacles{};
  const std::vector<Handle> handles = has_observers ? added.handles : std::vector<Handle>{};
  const bool changes_mesh = !removed.empty() || !added.handles.empty();
  world.apply(removed, std::move(added));
  // From here on the edit is applied.
  commit();
  snapshot.reset();
  links.reset();
  regions.reset();
  if (changes_mesh) {
    gate_tree.reset();
    gates.reset();
    visibility.reset();
  }
  std::exception_ptr interrupt;
  const auto notify = [&](auto&& observer) {
    try {
      observer();
    } catch (const std::bad_alloc&) {
      // The observer has recorded that it is out of date.
    } catch (...) {
      interrupt = std::current_exception();
    }
  };
  notify([&] { rows.update(world.mesh(), world.last_edit()); });
  notify([&] { abstraction.note(world); });
  notify([&] { bottlenecks.note(world); });
  notify([&] { watches.edited(world, before, handles); });
  for (const auto& known : observers)
    if (const auto observer = known.lock())
      notify([&] { observer->edited(world, before, handles); });
  if (interrupt) std::rethrow_exception(interrupt);
}

void WorldState::apply(std::span<const Handle> removed, Obstacles added) {
  if (variants.empty()) return apply(removed, std::move(added), [] {});
  std::vector<Handle> touched(removed.begin(), removed.end());
  touched.insert(touched.end(), added.handles.begin(), added.handles.end());
  apply(removed, std::move(added), [&] { variants.note(touched); });
}

void WorldState::apply(FeatureEdit edit) {
  FeatureChange change(features, world, std::move(edit));
  apply(change.removed, std::move(change.added), [&] {
    if (change.changes_areas) areas.reset();
    change.commit(features);
    variants.note(change.touched);
  });
}

// All or nothing: after an exception the variant is as outdated as before.
void WorldState::catch_up() {
  std::vector<Handle> handles;
  if (variant->is_unbuilt) {
    handles = variant->candidates();
    const std::vector<Handle> present = world.handles();
    handles.insert(handles.end(), present.begin(), present.end());
  } else {
    handles = variant->touched;
  }
  std::sort(handles.begin(), handles.end());
  handles.erase(std::unique(handles.begin(), handles.end()), handles.end());
  std::vector<Handle> removed;
  Obstacles added;
  for (const Handle h : handles) {
    if (world.contains(h)) removed.push_back(h);
    append(added, variant->wanted(h));
  }
  const std::uint64_t version = variant->base.world.version();
  const auto commit = [&] {
    set_version(world, version);
    variant->touched.clear();
    variant->is_unbuilt = false;
    variant->is_outdated = false;
  };
  apply(removed, std::move(added), commit);
}

const Rows& WorldState::updated_rows() {
  const std::lock_guard lock(rows_mutex);
  rows.update_rows(world.mesh());
  return rows;
}

const Bottlenecks& WorldState::updated_bottlenecks() {
  const Hold hold(building, Hold::exclusive);
  return *bottlenecks.updated(world);
}

std::shared_ptr<LinkTables> WorldState::updated_links() {
  if (known_features().links.empty()) return nullptr;
  const Hold hold(building, Hold::exclusive);
  if (!links) links = std::make_shared<LinkTables>(known_features());
  return links;
}

std::shared_ptr<const AreaShapes> WorldState::updated_areas() {
  if (variant) return variant->base.updated_areas();
  const Hold hold(building, Hold::exclusive);
  if (!areas) areas = std::make_shared<const AreaShapes>(features);
  return areas;
}

std::shared_ptr<const WeightedRegions> WorldState::updated_regions() {
  const Hold hold(building, Hold::exclusive);
  if (!regions)
    regions = std::make_shared<const WeightedRegions>(
        world, variant->origin, known_features(), variant->spec.avoided,
        directed_doors(known_features(), variant.get()));
  return regions;
}

const GateTree& WorldState::updated_gate_tree() {
  const Hold hold(building, Hold::exclusive);
  if (!gates) gates = std::make_unique<const GateSet>(world);
  if (!gate_tree) gate_tree = std::make_unique<const GateTree>(*gates);
  return *gate_tree;
}

std::shared_ptr<const Abstraction> WorldState::updated_abstraction() {
  const Hold hold(building, Hold::exclusive);
  return abstraction.updated(world);
}

void WorldState::after_fork() noexcept {
  const bool was_building = building.after_fork() == Lock::Left::written;
  if (was_building) building.reopen();
  const bool was_current = rows_mutex.try_lock();
  new (&rows_mutex) std::mutex;
  const bool is_idle = lock.after_fork() == Lock::Left::idle;
  variants.after_fork(!is_idle);
  if (is_idle) return;
  if (!was_current) abandon(rows);
  if (was_building) {
    abandon(snapshot);
    abandon(bottlenecks);
    abandon(gate_tree);
    abandon(gates);
    abandon(abstraction);
    abandon(visibility);
    abandon(links);
    abandon(regions);
    abandon(areas);
  } else if (visibility) {
    visibility->after_fork();
  }
  if (links) links->after_fork();
  searches.after_fork();
}

}  // namespace clearway
