// Lower bounds on the length of a path through portals, for any radius.
#pragma once

#include "clearway/mesh/mesh.hpp"

namespace clearway {

// Distance between two portals, which do not cross.
double portal_gap(const Mesh& mesh, HalfEdgeId a, HalfEdgeId b);

// A lower bound on a path through portals in order: the sum of the distances between some of them,
// chosen in one pass. It measures from one portal until the distance to the current portal
// decreases, which means that the path turns back; then it measures from the portal before.
class PortalSum {
 public:
  PortalSum(const Mesh& mesh, HalfEdgeId first) : mesh_(mesh), from_(first), last_(first) {}
  void add(HalfEdgeId portal);
  double sum() const { return sum_; }

 private:
  const Mesh& mesh_;
  HalfEdgeId from_;    // measured from here
  HalfEdgeId last_;    // the portal added last
  double base_ = 0.0;  // the sum up to from_
  double sum_ = 0.0;
};

}  // namespace clearway
