// A hierarchy as Python holds it: told of every edit by the world it belongs to.
#pragma once

#include <memory>
#include <shared_mutex>

#include "clearway/search/hierarchy.hpp"

namespace clearway::bindings {

struct BoundWorld;

struct BoundHierarchy {
  BoundHierarchy(const BoundWorld& w, double radius, Index per_border)
      : world(w), hierarchy(radius, per_border) {}

  const BoundWorld& world;
  Hierarchy hierarchy;
  // Taken inside the world's: shared to ask, exclusive to compute edges.
  mutable std::shared_mutex mutex;
};

}  // namespace clearway::bindings
