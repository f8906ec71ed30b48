// Planner "bsp*" (Vinther 2015, 4.4.3): A* over corners without a graph. The BSP is asked what a
// corner sees when the corner is expanded, and only where a path can continue (Properties One and
// Two), so most of the tree is never visited. Proved shortest, for points.
#pragma once

#include <memory>

#include "clearway/path/path.hpp"
#include "clearway/visibility/bsp.hpp"
#include "clearway/visibility/corners.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class BspSearch {
 public:
  // Keeps scratch between queries; one object per thread. World, corners and tree must outlive
  // it and belong together.
  BspSearch(const World& world, const Corners& corners, const Bsp& bsp);
  ~BspSearch();
  // Without `prune_successors` all that Property One leaves is looked at; the answer is the same.
  Path find(const Point& start, const Point& goal, bool prune_successors = true);

 private:
  class Run;
  struct Scratch;
  const World& world_;
  const Corners& corners_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
