// The variants of a world: worlds of their own that follow its edits (SharedWorld::variant).
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "clearway/features/feature.hpp"
#include "clearway/session/shared_world.hpp"

namespace clearway {

// What makes a world a variant of another.
struct VariantRecord {
  VariantRecord(WorldState& of, VariantSpec how);

  WorldState& base;
  const VariantSpec spec;
  const Point origin;  // of the variant's coordinates: zero, unless it is an overlay
  // Set while the base is locked exclusively; cleared while it is locked shared and the variant
  // exclusively, by the thread that replays the edits.
  std::atomic<bool> is_outdated{true};
  bool is_unbuilt = true;       // every obstacle may differ
  std::vector<Handle> touched;  // those that may differ, with repetitions

  // The obstacle that the variant has under this handle; empty: none. Needs a lock on the base.
  Obstacles wanted(Handle handle) const;
  // An obstacle as the variant sees it.
  Obstacles seen(const Obstacles& obstacle) const;
  // A shape in its coordinates.
  Obstacles placed(const Obstacles& shape) const;
  // All handles that may have one.
  std::vector<Handle> candidates() const;
  bool is_open(Handle door, const Feature& feature) const;
  // Allocation failures make the variant compare every obstacle later.
  void note(std::span<const Handle> handles) noexcept;
};

// Doors that are open, and to one side only, as the world sees them or this variant of it;
// ascending.
std::vector<Handle> directed_doors(const Features& features, const VariantRecord* variant);

class VariantCache {
 public:
  // The variant of this specification, a new one if it is not kept. Needs a shared lock on the
  // base.
  std::shared_ptr<SharedWorld> get(WorldState& base, const VariantSpec& spec);
  // The handles that an edit has touched. Needs the exclusive lock on the base.
  void note(std::span<const Handle> handles) noexcept;
  bool empty() const { return followers_.empty(); }
  // In a forked child: abandons what other threads may have been changing.
  void after_fork(bool were_others_reading) noexcept;

 private:
  std::mutex mutex_;
  std::vector<std::pair<VariantSpec, std::shared_ptr<SharedWorld>>> recent_;  // newest first
  // Every variant that someone still uses, also those no longer among the recent ones.
  std::vector<std::pair<VariantRecord*, std::weak_ptr<SharedWorld>>> followers_;
};

// Throws InvalidInput or UnknownHandle if the specification names what does not exist. Returns
// whether the variant differs from the world as it is.
bool check_variant(const Features& features, const VariantSpec& spec);

}  // namespace clearway
