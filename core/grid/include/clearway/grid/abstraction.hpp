// What a planner prepares from a grid and keeps. It is notified of every change and repaired
// before the next query, only as far as the changes reach.
#pragma once

#include <cstddef>

#include "clearway/grid/grid.hpp"

namespace clearway {

class GridAbstraction {
 public:
  virtual ~GridAbstraction() = default;
  // These cells have changed. Cheap; what is known is stale until repair().
  virtual void touch(const CellBox& changed) = 0;
  virtual bool stale() const = 0;
  virtual void repair() = 0;
  virtual std::size_t bytes() const = 0;
};

}  // namespace clearway
