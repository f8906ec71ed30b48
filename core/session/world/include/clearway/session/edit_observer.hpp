// Observers are notified of the edits of a shared world.
#pragma once

#include <span>

#include "clearway/world/world.hpp"

namespace clearway {

class EditObserver {
 public:
  virtual ~EditObserver() = default;
  // Called after each edit, while the world is locked exclusively, with the obstacles that the edit
  // removed and the handles that it added. The edit remains applied even if this throws: after
  // std::bad_alloc or an interrupt the observer must record that it is out of date.
  virtual void edited(const World& world, const Obstacles& removed,
                      std::span<const Handle> added) = 0;
};

}  // namespace clearway
