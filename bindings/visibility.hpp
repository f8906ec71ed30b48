// What visibility keeps for one version of a world: corners, graphs, idle searches.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "batch.hpp"
#include "bound_world.hpp"
#include "clearway/planners/bsp_search.hpp"
#include "clearway/planners/graph_search.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/visibility/bsp.hpp"

namespace clearway::bindings {

// Reset by every edit, so nothing in here is ever stale. All of it is made when first needed,
// under the world's `building`.
struct VisibilityCache {
  explicit VisibilityCache(const World& world) : corners(world.mesh()) {}

  const Corners corners;
  std::unique_ptr<const VisibilityGraph> graphs[2];  // full, pruned
  std::unique_ptr<const Bsp> bsp;
  Pool<GraphSearch> idle[2];
  Pool<BspSearch> idle_bsp;

  void after_fork() noexcept {
    for (Pool<GraphSearch>& pool : idle) pool.after_fork();
    idle_bsp.after_fork();
  }
};

// Needs the world's lock, shared, and no GIL.
std::shared_ptr<VisibilityCache> visibility_of(const BoundWorld& w);

bool is_visibility_planner(const std::string& planner);

// Makes what the planner needs; for answer_batch. Needs the world's lock, shared, and no GIL.
std::function<Answerer()> visibility_answers(const BoundWorld& w, const std::string& planner,
                                             std::span<const Point> starts,
                                             std::span<const Point> goals,
                                             const SearchOptions& options);

}  // namespace clearway::bindings
