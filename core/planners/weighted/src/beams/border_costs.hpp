// What it costs at least to enter the triangles beyond borders: for each half-edge of a border, the
// lower envelope of the linear functions found so far.
#pragma once

#include <vector>

#include "node.hpp"
#include "paged_array.hpp"
#include "weighted_mesh.hpp"

namespace clearway {

// A linear function of the distance from the origin of a half-edge, on [from, to].
struct LineCost {
  double from, to;
  double cost;   // at `from`
  double slope;  // per distance
  double at(double s) const { return cost + slope * (s - from); }
};

using BorderId = Id<struct BorderTag>;  // a half-edge of a border that has a line

class BorderCosts {
 public:
  explicit BorderCosts(const WeightedMesh& mesh);

  // Adds a line that belongs to `owner`. False if it is nowhere below the others by more than
  // rounding. A line of length 0 is only compared, not kept.
  bool add(HalfEdgeId entered, const LineCost& line, BeamNodeId owner);
  // Where the owner's line is the lowest still.
  void parts_of(HalfEdgeId entered, BeamNodeId owner, std::vector<LineCost>& out) const;
  // The lowest at s; infinity if there is none.
  double at(HalfEdgeId entered, double s) const;

 private:
  struct Part {
    LineCost line;
    BeamNodeId owner;
  };
  const WeightedMesh& mesh_;
  PagedArray<HalfEdgeId, BorderId> slots_;
  IdVector<BorderId, std::vector<Part>> parts_;  // ascending and disjoint
  std::vector<Part> merged_;
};

}  // namespace clearway
