// The pruned visibility graph (VGO) with lengths, searched as shortest paths run: only around
// solids, towards what a corner hides from its predecessor (Vinther 2015, 4.4.2).
#pragma once

#include <vector>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/visibility/graph.hpp"

namespace clearway {

class CornerGraph {
 public:
  // Keeps copies of what it needs: world and corners may go.
  CornerGraph(const World& world, const Corners& corners, std::size_t threads)
      : corners_(corners.all()), graph_(world, corners, true, threads) {
    lengths_.reserve(2 * graph_.edge_count());
    for (Index c = 0; c < size(); ++c) {
      check_interrupt();
      for (const Index other : graph_.neighbours(c))
        lengths_.push_back(distance(corners_[c].at, corners_[other].at));
    }
  }

  Index size() const { return static_cast<Index>(corners_.size()); }
  const Point& at(Index corner) const { return corners_[corner].at; }
  // As in VisibilityGraph: from the solid outwards.
  std::span<const Index> to_right(Index corner) const { return graph_.to_right(corner); }
  std::span<const Index> to_left(Index corner) const { return graph_.to_left(corner); }
  std::size_t edge_count() const { return graph_.edge_count(); }
  std::size_t memory() const {
    return graph_.memory() + lengths_.capacity() * sizeof(double) +
           corners_.capacity() * sizeof(Corner);
  }

  // Calls visit(neighbour, length) for each neighbour; with a predecessor (not none) only for those
  // that a shortest path from there may go on to.
  template <class Visit>
  void for_each_successor(Index c, Index before, Visit&& visit) const {
    const std::span<const Index> right = graph_.to_right(c), left = graph_.to_left(c);
    const double* length = lengths_.data() + (right.data() - graph_.neighbours(0).data());
    if (before == none) {
      for (const Index other : graph_.neighbours(c)) visit(other, *length++);
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
  std::vector<Corner> corners_;
  VisibilityGraph graph_;
  std::vector<double> lengths_;  // parallel to the graph's neighbours
};

}  // namespace clearway
