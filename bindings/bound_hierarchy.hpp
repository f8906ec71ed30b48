// A hierarchy as Python holds it: told of every edit by the world it belongs to.
#pragma once

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <vector>

#include "clearway/search/hierarchy.hpp"

namespace clearway::bindings {

struct BoundWorld;
struct Searches;

// A query with its scratch, kept between calls; `searches` is lent to it for each of them.
struct KeptQuery {
  KeptQuery(const World& world, const Hierarchy& hierarchy);
  Searches* searches = nullptr;
  Hierarchy::Query query;
};

struct BoundHierarchy {
  BoundHierarchy(const BoundWorld& w, const RadiusRange& radii, Index per_border, double tolerance)
      : world(w), hierarchy(radii, per_border, tolerance) {}

  const BoundWorld& world;
  Hierarchy hierarchy;
  // Taken inside the world's: shared to ask, exclusive to compute edges.
  mutable std::shared_mutex mutex;
  mutable std::mutex cache;                                 // innermost
  mutable std::vector<std::unique_ptr<KeptQuery>> queries;  // idle
};

}  // namespace clearway::bindings
