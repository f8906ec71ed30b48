// Who is told about edits of a shared world.
#pragma once

#include <span>

#include "clearway/world/world.hpp"

namespace clearway {

class EditObserver {
 public:
  virtual ~EditObserver() = default;
  // Called after each edit, with the obstacles that it removed, as they were, and the handles that
  // it added; the world is held exclusively. The edit stands whatever is thrown: after
  // std::bad_alloc or an interrupt the observer must know by itself that it is out of date.
  virtual void edited(const World& world, const Obstacles& removed,
                      std::span<const Handle> added) = 0;
};

}  // namespace clearway
