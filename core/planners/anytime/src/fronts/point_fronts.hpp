// The funnels of fronts for a point.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "clearway/planners/fronts.hpp"
#include "front_id.hpp"
#include "funnel/point_funnel.hpp"

namespace clearway {

class PointFronts {
 public:
  void begin(const Mesh& mesh, const Point& start);

  // Loads the funnel of a stored front (none: the start), which ended at `parent_portal`, and
  // extends it over `portal`. The other functions are about the funnel loaded. False: the funnel
  // failed, which happens to discs only.
  bool extend(FrontId parent, HalfEdgeId portal, HalfEdgeId parent_portal);
  // Length of the funnel's path to a point beyond the portal.
  double length_to(const Point& goal) const;
  // A lower bound on the length to the portal.
  double length_to_portal() const;
  // Whether another front makes this one superfluous (fronts.hpp, 2 to 4).
  bool is_dominated();
  // Whether the root of a stored front has been reached by a shorter path.
  bool is_root_dominated(FrontId front) const;
  // Stores the front and returns its id.
  FrontId store();
  // Writes the root and the funnel of a stored front.
  void describe(FrontId front, ExploredFront& out) const;

  // What only discs need (disc_fronts.hpp).
  template <class Pull>
  void advance_root(Pull) {}
  void drop_funnel() {}
  bool has_funnel() const { return true; }

 private:
  struct Corner : Point {
    VertexId vertex;  // none: the start
  };
  struct Front {
    double g;                   // length of the path to the apex
    std::uint32_t at;           // of the apex in corners_; the chains follow
    std::uint32_t left, right;  // corners of the chains, after the apex
    FrontId next;               // at the same portal
  };
  static double length_of_chain(const Corner& from, const PointChain<Corner>& chain);

  const Mesh* mesh_ = nullptr;
  Corner start_{};
  IdVector<FrontId, Front> fronts_;
  std::vector<Corner> corners_;              // of all funnels
  IdVector<HalfEdgeId, FrontId> at_portal_;  // by portal: the front that reached it last
  IdVector<HalfEdgeId, double>
      covered_;  // by portal: the least length that reaches every point of it
  IdVector<VertexId, double> shortest_;  // by vertex: the shortest path to it as an apex
  PointFunnel<Corner> funnel_;           // the one loaded
  double g_ = 0.0;                       // length of the path to its apex
  HalfEdgeId portal_ = none;
};

}  // namespace clearway
