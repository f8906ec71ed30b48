// The funnels of fronts for a point.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "funnel/point_funnel.hpp"

namespace clearway {

class PointFronts {
 public:
  void begin(const Mesh& mesh, const Point& start);

  // Loads the funnel of the front `parent` (none: the start) and lets the ends of `portal` join.
  bool extend(Index parent, HalfEdgeId portal, HalfEdgeId parent_portal);
  // Length of the funnel's path to a place beyond the portal.
  double reach(const Point& goal) const;
  // The same, at least, to the portal itself.
  double least() const;
  // Whether the funnel loaded can be given up (fronts.hpp, 2 to 4).
  bool is_beaten();
  // Whether the way to the root of a front that was kept is no longer the shortest.
  bool is_dead(Index front) const;
  // Keeps it and numbers it.
  Index keep();

  // What only discs need.
  template <class Pull>
  void settle(Pull) {}
  void lose() {}

 private:
  struct Corner : Point {
    VertexId vertex;  // none: the start
  };
  struct Front {
    double g;  // length of the way to the apex
    std::uint32_t at;
    std::uint32_t left, right;  // corners of the chains, behind the apex
    Index next;                 // at the same portal
  };
  static double sum(const Corner& from, const PointChain<Corner>& chain);

  const Mesh* mesh_ = nullptr;
  Corner start_{};
  std::vector<Front> fronts_;
  std::vector<Corner> corners_;            // of all funnels
  IdVector<HalfEdgeId, Index> at_portal_;  // by portal: the front that reached it last
  IdVector<HalfEdgeId, double> most_;      // by portal: the least way that gets to all of it
  IdVector<VertexId, double> shortest_;    // by vertex
  PointFunnel<Corner> funnel_;             // the one loaded
  double g_ = 0.0;
  HalfEdgeId portal_ = none;
};

}  // namespace clearway
