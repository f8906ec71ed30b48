// What queries read.
#pragma once

#include <vector>

#include "label_table.hpp"
#include "sight_lists.hpp"

namespace clearway {

struct LabelData {
  IdVector<HubId, Point> at;  // of corners
  LabelTable table;
  SightLists sights;
  IdVector<TriangleId, ComponentId> component;  // of free triangles: connected ones have the same

  std::size_t memory() const {
    return at.capacity() * sizeof(Point) + table.memory() + sights.memory() +
           component.capacity() * sizeof(ComponentId);
  }
};

}  // namespace clearway
