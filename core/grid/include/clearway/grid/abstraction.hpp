// What a planner prepares from a grid and keeps. It is notified of every change, and before the
// next query it is repaired where cells have changed.
#pragma once

#include <cstddef>

#include "clearway/grid/grid.hpp"

namespace clearway {

class GridAbstraction {
 public:
  virtual ~GridAbstraction() = default;
  // Cells of this box have changed. Cheap; the abstraction is stale until repair().
  virtual void touch(const CellBox& changed) = 0;
  virtual bool stale() const = 0;
  virtual void repair() = 0;
  virtual std::size_t bytes() const = 0;
};

}  // namespace clearway
