// One edit of a world and its features, split into the edit of the mesh and that of the features.
#pragma once

#include <vector>

#include "clearway/features/feature.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// Whether the mesh has the door's wall: unless it is open to both sides. (A door that is open to
// one side is a wall of the mesh, which searches that know it cross; see links/search.hpp.)
inline bool is_wall(const Feature& door, bool is_open) {
  return !is_open || door.direction != DoorDirection::both;
}

class FeatureChange {
 public:
  // Throws InvalidInput or UnknownHandle if a rule is broken. World::apply checks the obstacles.
  FeatureChange(const Features& features, const World& world, FeatureEdit edit);

  std::vector<Handle> removed;  // from the mesh
  Obstacles added;              // to the mesh
  std::vector<Handle> touched;  // all handles of the edit
  bool changes_areas = false;

  // Applies it to the features, which must be those that it was made for.
  void commit(Features& features) noexcept;

 private:
  void check_handles(const Features& features, const World& world) const;
  FeatureEdit edit_;
  Features fresh_;  // new features, whose nodes commit() moves
};

// Appends an obstacle.
void append(Obstacles& to, const Obstacles& from);

}  // namespace clearway
