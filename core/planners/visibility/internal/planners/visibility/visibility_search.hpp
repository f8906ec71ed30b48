// Planners "vg", "vgo" and "bsp*" (Vinther 2015, 4.4.1 to 4.4.3): A* over obstacle corners, for
// points. The paths are proved shortest.
//
// A corner's successors are the corners that it sees. They come from a visibility graph, full
// ("vg") or pruned ("vgo"), or from a query to the BSP when the corner is expanded ("bsp*"). The
// ends are connected at query time. Two properties of shortest paths prune successors:
// - Property One: a path bends at a corner only around its solid. So a path never enters the area
//   in front of a corner. The pruned graph and the BSP leave such successors out.
// - Property Two: a path bends towards corners that the corner hides from its predecessor. The
//   predecessor sees the others itself and reaches them by a shorter path.
#pragma once

#include <memory>
#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/planners/expanded_corner.hpp"
#include "clearway/world/world.hpp"
#include "visibility/bsp.hpp"
#include "visibility/graph.hpp"

namespace clearway {

class VisibilitySearch {
 public:
  // Keeps scratch arrays between queries; one object per thread. World, corners and graph or tree
  // must belong together and outlive it.
  VisibilitySearch(const World& world, const Corners& corners, const VisibilityGraph& graph);
  VisibilitySearch(const World& world, const Corners& corners, const Bsp& bsp);
  ~VisibilitySearch();

  // `prune_successors`: uses Property Two, except on a full graph. It does not change the answer.
  // Blocked ends and no path: length and lower bound infinite. `explored` receives the corners that
  // the search expands, in this order, none where the straight line is free; null: not reported.
  Path find(const Point& start, const Point& goal, bool prune_successors = true,
            std::vector<ExpandedCorner>* explored = nullptr);

 private:
  class Method;
  template <class Successors>
  class AStar;
  std::unique_ptr<Method> method_;
};

}  // namespace clearway
