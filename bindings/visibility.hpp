// What visibility keeps for one version of a world: corners, graphs, idle searches.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "batch.hpp"
#include "bound_world.hpp"
#include "clearway/search/options.hpp"
#include "clearway/visibility/bsp.hpp"
#include "clearway/visibility/bsp_search.hpp"
#include "clearway/visibility/graph_search.hpp"

namespace clearway::bindings {

// Reset by every edit, so nothing in here is ever stale. All of it is made when first needed,
// under `mutex`, which is taken inside the world's lock and never while holding the GIL.
struct VisibilityCache {
  explicit VisibilityCache(const World& world) : corners(world.mesh()) {}

  const Corners corners;
  std::mutex mutex;
  std::unique_ptr<const VisibilityGraph> graphs[2];  // full, pruned
  std::unique_ptr<const Bsp> bsp;
  std::vector<std::unique_ptr<GraphSearch>> idle[2];
  std::vector<std::unique_ptr<BspSearch>> idle_bsp;
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
