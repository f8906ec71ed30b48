// The visibility data of one version of a world: corners, graphs, idle searches.
#pragma once

#include <memory>

#include "clearway/session/shared_world.hpp"
#include "planners/visibility/visibility_search.hpp"
#include "session/common/pool.hpp"
#include "visibility/bsp.hpp"
#include "visibility/graph.hpp"

namespace clearway {

// Every edit resets it, so that it is never stale. Everything is built when first needed, under the
// world's lock `building`.
struct VisibilityCache {
  explicit VisibilityCache(const World& world) : corners(world.mesh()) {}

  const Corners corners;
  std::unique_ptr<const VisibilityGraph> graphs[2];  // full, pruned
  std::unique_ptr<const Bsp> bsp;
  Pool<VisibilitySearch> idle[2];
  Pool<VisibilitySearch> idle_bsp;

  void after_fork() noexcept {
    for (Pool<VisibilitySearch>& pool : idle) pool.after_fork();
    idle_bsp.after_fork();
  }
};

std::shared_ptr<VisibilityCache> visibility_of(const WorldReading& reading);
// Valid as long as the cache.
const VisibilityGraph& visibility_graph(const WorldReading& reading, VisibilityCache& cache,
                                        bool is_pruned, std::size_t threads);
const Bsp& bsp_of(const WorldReading& reading, VisibilityCache& cache);

}  // namespace clearway
