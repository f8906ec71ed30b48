// A hierarchy as Python holds it: told of every edit by the world it belongs to.
#pragma once

#include <memory>
#include <utility>

#include "clearway/planners/hierarchy.hpp"
#include "fork.hpp"
#include "lock.hpp"
#include "pool.hpp"

namespace clearway::bindings {

struct BoundWorld;
struct Searches;

// A query with its scratch, kept between calls; `searches` is lent to it for each of them.
struct KeptQuery {
  KeptQuery(const World& world, const Hierarchy& hierarchy);
  Searches* searches = nullptr;
  Hierarchy::Query query;
};

// Shared by the Python object and, while that exists, the world that tells it of edits.
struct SharedHierarchy {
  SharedHierarchy(const BoundWorld& w, const RadiusRange& radii, Index per_border, double tolerance)
      : world(w), hierarchy(radii, per_border, tolerance) {}

  const BoundWorld& world;
  Hierarchy hierarchy;
  // Taken inside the world's: shared to ask, exclusive to compute edges.
  mutable Lock lock{"hierarchy", "prepared"};
  mutable Pool<KeptQuery> queries;

 private:
  void after_fork() noexcept;
  AtFork at_fork_{[](void* h) { static_cast<SharedHierarchy*>(h)->after_fork(); }, this};
};

// The Python object. nanobind can hand out a std::shared_ptr itself, but not without an allocation
// whose failure ends the process.
struct BoundHierarchy {
  explicit BoundHierarchy(std::shared_ptr<SharedHierarchy> held)
      : held(std::move(held)),
        world(this->held->world),
        hierarchy(this->held->hierarchy),
        lock(this->held->lock),
        queries(this->held->queries) {}

  std::shared_ptr<SharedHierarchy> held;
  const BoundWorld& world;
  Hierarchy& hierarchy;
  Lock& lock;
  Pool<KeptQuery>& queries;
};

}  // namespace clearway::bindings
