// The pruned visibility graph (VGO) with lengths, searched as shortest paths run: only around
// solids, towards what a corner hides from its predecessor (Vinther 2015, 4.4.2).
#pragma once

#include <span>
#include <vector>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "visibility/graph.hpp"

namespace clearway {

class CornerGraph {
 public:
  // Keeps copies of what it needs: world and corners may go.
  CornerGraph(const World& world, const Corners& corners, std::size_t threads)
      : corners_(corners.all()), graph_(world, corners, true, threads) {
    lengths_.reserve(2 * graph_.edge_count());
    for (const CornerId c : ids()) {
      check_interrupt();
      for (const CornerId other : graph_.neighbours(c))
        lengths_.push_back(distance(corners_[c].at, corners_[other].at));
    }
  }

  std::size_t size() const { return corners_.size(); }
  IdRange<CornerId> ids() const { return corners_.ids(); }
  const Point& at(CornerId corner) const { return corners_[corner].at; }
  // As in VisibilityGraph: from the solid outwards.
  std::span<const CornerId> to_right(CornerId corner) const { return graph_.to_right(corner); }
  std::span<const CornerId> to_left(CornerId corner) const { return graph_.to_left(corner); }
  std::size_t edge_count() const { return graph_.edge_count(); }

  // Calls visit(neighbour, length) for each neighbour; with a predecessor (not none) only for those
  // that a shortest path from there may go on to.
  template <class Visit>
  void for_each_successor(CornerId c, CornerId before, Visit&& visit) const {
    const std::span<const CornerId> right = graph_.to_right(c), left = graph_.to_left(c);
    const double* length = lengths_.data() + (right.data() - graph_.neighbours(CornerId(0)).data());
    if (before == none) {
      for (const CornerId other : graph_.neighbours(c)) visit(other, *length++);
      return;
    }
    const Point from = at(before), here = at(c);
    const int allowed = turns(corners_[c], from);
    if (allowed & turns_right) {
      for (std::size_t i = 0; i < right.size(); ++i) {
        if (orientation(from, here, at(right[i])) > 0) break;
        visit(right[i], length[i]);
      }
    }
    if (allowed & turns_left) {
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (orientation(from, here, at(left[i])) < 0) break;
        visit(left[i], length[right.size() + i]);
      }
    }
  }

 private:
  IdVector<CornerId, Corner> corners_;
  VisibilityGraph graph_;
  std::vector<double> lengths_;  // parallel to the graph's neighbours
};

}  // namespace clearway
