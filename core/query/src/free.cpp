#include "query/free.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/geometry/predicates.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/edges_at.hpp"
#include "mesh/flood.hpp"
#include "mesh/triangles_at.hpp"
#include "world/only_segment.hpp"

namespace clearway {
namespace {

// Whether a disc fits, by the input segments. Rounded crossings and refinement vertices bend edges
// of the mesh away from the input by far less than `bend`: within that distance of a tie, the input
// segments decide.
class Fit {
 public:
  Fit(const World& world, const Point& p, double radius)
      : world_(world),
        mesh_(world.mesh()),
        p_(p),
        radius_(radius),
        bend_((std::abs(p.x) + std::abs(p.y) + radius) * tolerance::bend) {}

  bool corner(VertexId v) const {
    if (compare_distance(p_, mesh_.point(v), radius_ + bend_) >= 0) return true;
    if (mesh_.is_given(v) && compare_distance(p_, mesh_.point(v), radius_) < 0) return false;
    // Rounding may have hidden one of the edges here behind another.
    return all_edges_at(mesh_, v,
                        [&](HalfEdgeId e) { return !mesh_.constrained(e) || keeps_from_input(e); });
  }

  Side side(HalfEdgeId e) const {
    const Point a = mesh_.point(mesh_.origin(e)), b = mesh_.point(mesh_.target(e));
    if (compare_distance(p_, a, b, radius_ + bend_) >= 0) return Side::wall;
    if (!mesh_.constrained(e)) return Side::pass;
    const bool is_tie = radius_ <= bend_ || compare_distance(p_, a, b, radius_ - bend_) >= 0;
    return is_tie && keeps_from_input(e) ? Side::wall : Side::stop;
  }

 private:
  bool keeps_from_input(HalfEdgeId e) const {
    return all_segments_along(world_, e, [&](const Point& a, const Point& b) {
      return compare_distance(p_, a, b, radius_) >= 0;
    });
  }

  const World& world_;
  const Mesh& mesh_;
  const Point p_;
  const double radius_, bend_;
};

}  // namespace

bool fits_disc(const World& world, const LocatedPoint& p, double radius) {
  const Mesh& mesh = world.mesh();
  if (!is_clear(mesh, p.at)) return false;
  // The segment from p to the nearest obstacle crosses no constrained edge, and only sides nearer
  // than that obstacle: the flood finds everything within the radius.
  const Fit fit(world, p.point, radius);
  return flood(
      mesh, Mesh::triangle_of(p.at.half_edge), [&](VertexId v) { return fit.corner(v); },
      [&](HalfEdgeId e) { return fit.side(e); });
}

}  // namespace clearway
