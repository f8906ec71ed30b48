// Visibility graphs over corners (Vinther 2015, 4.4.1 and 4.4.2).
//
// Two corners are connected when they see each other through both their sectors: a point can move
// straight from one to the other and bend at either. The full graph (VG) has every such edge. The
// pruned graph (VGO) leaves out edges that run into the area in front of one of their corners
// (Property One), or straight on along its solid: no shortest path bends there. Among solid
// obstacles each remaining edge is part of some shortest path. Weights are not stored: they are
// distances.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/world/world.hpp"
#include "visibility/corners.hpp"

namespace clearway {

class VisibilityGraph {
 public:
  // `threads` workers share the corners; the graph does not depend on their number. World and
  // corners are only read here.
  VisibilityGraph(const World& world, const Corners& corners, bool pruned, std::size_t threads = 1);

  bool pruned() const { return pruned_; }
  std::size_t corner_count() const { return middle_.size(); }
  std::size_t edge_count() const { return edges_; }  // each pair once
  double seconds() const { return seconds_; }        // of preparation
  std::size_t memory() const;

  // The corners joined to this one. Pruned: first those beside the solid's right
  // (SectorPart::beside_right) counter-clockwise from the solid, then, in to_left(), those beside
  // its left clockwise from the solid. A corner straight along the wall that this corner ends
  // is in both.
  std::span<const CornerId> neighbours(CornerId corner) const {
    return {target_.data() + start_[corner], target_.data() + start_[corner + 1]};
  }
  std::span<const CornerId> to_right(CornerId corner) const {
    return {target_.data() + start_[corner], target_.data() + middle_[corner]};
  }
  std::span<const CornerId> to_left(CornerId corner) const {
    return {target_.data() + middle_[corner], target_.data() + start_[corner + 1]};
  }
  // Each edge once, as pairs of corners, the smaller first; sorted.
  std::vector<CornerId> edges() const;

 private:
  bool pruned_;
  std::size_t edges_ = 0;
  double seconds_ = 0;
  IdVector<CornerId, std::uint64_t> start_, middle_;
  std::vector<CornerId> target_;
};

}  // namespace clearway
