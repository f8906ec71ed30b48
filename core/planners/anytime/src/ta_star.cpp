#include "clearway/planners/ta_star.hpp"

#include <algorithm>

#include "mesh/half_edge_order.hpp"
#include "query/departures.hpp"

namespace clearway {

bool TAStarSearch::is_goal(TriangleId t) const {
  return std::find(goals_.begin(), goals_.end(), t) != goals_.end();
}

void TAStarSearch::open() {
  const Mesh& mesh = world_.mesh();
  for (const TriangleId t : starts_) {
    if (is_goal(t) && crosses(world_, t, start_, goal_, diameter_)) push_channel(t, {});
    const HalfEdgeId side = first_side(mesh, t);
    for (const HalfEdgeId out : {side, Mesh::next(side), Mesh::prev(side)}) {
      if (mesh.constrained(out) || !departs(world_, t, start_, out, diameter_)) continue;
      enter(mesh.twin(out), none, 0.0);
    }
  }
}

// `least`: a lower bound on the way to the portal.
void TAStarSearch::enter(HalfEdgeId portal, Index parent, double least) {
  const Mesh& mesh = world_.mesh();
  const TriangleId t = Mesh::triangle_of(portal);
  const bool is_last = is_goal(t) && departs(world_, t, goal_, portal, diameter_);
  if (!is_last) {
    if (mesh.constrained(Mesh::next(portal)) && mesh.constrained(Mesh::prev(portal))) return;
    if (radius_ == 0 && std::find(starts_.begin(), starts_.end(), t) != starts_.end()) return;
  }
  push_portal(portal, parent, least, portal.number(), is_last);
}

void TAStarSearch::expand(Index state) {
  const Mesh& mesh = world_.mesh();
  const HalfEdgeId in = states_[state].entry();
  const double g = states_[state].g;
  for (const HalfEdgeId out : {Mesh::next(in), Mesh::prev(in)}) {
    if (mesh.constrained(out) || around(in, out) < diameter_) continue;
    enter(mesh.twin(out), state, radius_ > 0 ? g + radius_ * turn(in, out) : g);
  }
}

}  // namespace clearway
