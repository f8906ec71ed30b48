// Planners "vg" and "vgo": A* over a visibility graph into which the ends are inserted at query
// time (Vinther 2015, 4.4.1 and 4.4.2). Proved shortest, for points.
#pragma once

#include <memory>

#include "clearway/path/path.hpp"
#include "clearway/visibility/graph.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class GraphSearch {
 public:
  // Keeps scratch between queries; one object per thread. World, corners and graph must outlive
  // it and belong together.
  GraphSearch(const World& world, const Corners& corners, const VisibilityGraph& graph);
  ~GraphSearch();
  // `prune_successors` (with a pruned graph only): from a corner only what the corner hid from the
  // place before it is looked at. The answer is the same without.
  Path find(const Point& start, const Point& goal, bool prune_successors = true);

 private:
  class Run;
  struct Scratch;
  const World& world_;
  const Corners& corners_;
  const VisibilityGraph& graph_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
