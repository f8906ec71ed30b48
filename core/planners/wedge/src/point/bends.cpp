#include "bends.hpp"

#include "mesh/edges_at.hpp"
#include "world/input_side.hpp"

namespace clearway {

void PointBends::add(const PortalEnd& corner, VertexId other_end, PointNode::Kind kind,
                     HalfEdgeId step, PointRootId from, SearchNodeId parent) {
  const PointRoot& root = s_.tree.root(from);
  const double cost = root.cost + length(root.at, corner.at);
  if (s_.dominance.is_bend_dominated(corner.corner, kind, step, cost) ||
      !is_taut(corner.corner, {root.at, corner.at}, kind == PointNode::bend_left ? 1 : -1, from))
    return;
  s_.tree.push({corner.corner, other_end, none, none, step, step, from, parent, kind, false, false},
               cost + s_.goals->least_distance(corner.at));
}

// Whether a path that arrives at the corner from this root may bend there: an obstacle touches it
// on the side to which the path turns.
bool PointBends::is_taut(VertexId corner, const Ray& arrival, int turn, PointRootId root) {
  const PointCorners::Corner& c = s_.corners.surroundings(corner);
  const auto is_beside = [&](VertexId wall) {
    return s_.sides.of(arrival, s_.mesh.point(wall)) * turn >= 0;
  };
  if (c.kind == PointCorners::sector && (is_beside(c.walls[0]) || is_beside(c.walls[1])))
    return true;
  // A turn that is shut is an obstacle to the disc, on either side.
  if (c.kind == PointCorners::shut) return true;
  if (c.kind == PointCorners::several && !all_edges_at(s_.mesh, corner, [&](HalfEdgeId e) {
        return !s_.mesh.constrained(e) || !is_beside(s_.mesh.target(e));
      }))
    return true;
  // The direction from a displaced start may be on the wrong side of an obstacle at the corner.
  return s_.tree.is_source(root) && is_displaced(root);
}

// Sources that are no starts are rounded.
bool PointBends::is_displaced(PointRootId source) {
  if (source.number() >= starts_.size()) return true;
  Displaced& known = displaced_[source.number()];
  if (known == Displaced::unknown) {
    const LocatedPoint& start = starts_[source.number()];
    known = is_off(s_.mesh, start.at, start.point) ? Displaced::yes : Displaced::no;
  }
  return known == Displaced::yes;
}

}  // namespace clearway
