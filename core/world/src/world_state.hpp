// The state of a World. Private to the world module.
#pragma once

#include <atomic>
#include <optional>

#include "clearance/clearance.hpp"
#include "clearway/world/world.hpp"
#include "mesh/location.hpp"
#include "obstacle_edits.hpp"
#include "triangulation/chains.hpp"
#include "triangulation/cover.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

struct World::State {
  State(const Obstacles& bounds, double max_radius);
  State(const State&) = delete;

  Chains chains;
  Triangulation triangulation{chains};
  CoverFinder cover{triangulation, chains};
  Clearance clearance;
  Sectors sectors;
  ObstacleEdits edits{chains, triangulation, cover, sectors};
  Obstacles bounds;
  Point low, high;  // box of the bounds
  std::uint64_t version = 0;
  Edit last_edit;
  std::atomic<Handle> next_handle = 0;  // larger than every handle used or reserved

  // Throws InvalidInput or UnknownHandle if the edit is not allowed.
  void check(std::span<const Handle> removed, const Obstacles& added) const;
  // Applies an edit that is allowed. Strong guarantee: if it throws, the state is unchanged.
  void apply(std::span<const Handle> removed, Obstacles added);

 private:
  // The result of an edit, computed while the edit can still be undone.
  struct Outcome {
    Edit edit;
    std::optional<Sectors> sectors;  // new ones if the old ones are too coarse or too fine
  };
  Outcome finish();
  void accept(Outcome outcome) noexcept;
  void raise_next_handle(Handle to) noexcept;
  void begin_transaction();
  void commit() noexcept;
  void rollback() noexcept;
  template <class F>
  void for_journaled(F f) {
    chains.for_journaled(f);
    triangulation.for_journaled(f);
    clearance.for_journaled(f);
  }
};

}  // namespace clearway
