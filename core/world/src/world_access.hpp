// The state of a world, for the functions that read it for other modules.
#pragma once

#include "world_state.hpp"

namespace clearway {

class WorldAccess {
 public:
  static const World::State& state(const World& world) { return *world.state_; }
  static World::State& state(World& world) { return *world.state_; }
};

}  // namespace clearway
