#include "legs.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "clearance/clearance.hpp"
#include "mesh/corners.hpp"
#include "mesh/half_edge_order.hpp"
#include "structure_channels.hpp"

namespace clearway {

namespace {

// Whether the disc gets from p to its base and out of side `out` of it.
bool gets_out(const AnytimeQuery& query, const Abstraction& a, TriangleId end, const Point& p,
              HalfEdgeId out) {
  if (a.level(end) == 2) return query.departs_from(end, p, out);
  const HalfEdgeId up = a.back(end);
  const HalfEdgeId portal = a.dead_ends()[a.structure(up)].portal;
  return query.diameter <= a.link(up).choke &&
         query.diameter <= query.world.clearance().around(corner_between(portal, out)) &&
         query.departs_from(end, p, up);
}

double length_bound(const AnytimeQuery& query, const PortalDistances& distances,
                    const Abstraction& a, TriangleId end, const Point& p, HalfEdgeId out) {
  const auto bound = [&](const Link& link) {
    return std::max(link.length, query.radius * link.angle);
  };
  double least = bound(a.link(out));
  if (a.level(end) == 2) {
    least += distances.to(p, out);
  } else {
    const HalfEdgeId up = a.back(end);
    const HalfEdgeId portal = a.dead_ends()[a.structure(up)].portal;
    least += distances.to(p, up) + bound(a.link(up)) +
             query.radius * angle_between(query.world.mesh(), portal, out);
  }
  return least;
}

}  // namespace

void add_legs(const AnytimeQuery& query, const PortalDistances& distances, const Abstraction& a,
              TriangleId end, const Point& p, std::vector<Leg>& legs) {
  const TriangleId base = base_of(a, end);
  if (a.level(base) != 2) return;
  const HalfEdgeId back = a.back(base);
  // The direction of a corridor depends on the history of edits; the order of legs must not.
  std::array<HalfEdgeId, 2> sides{back, a.onward(back)};
  if (lies_before(query.world.mesh(), sides[1], sides[0])) std::swap(sides[0], sides[1]);
  for (const HalfEdgeId out : sides) {
    if (a.link(out).choke < query.diameter || !gets_out(query, a, end, p, out)) continue;
    legs.push_back({end, out, a.link(out).gate, length_bound(query, distances, a, end, p, out)});
  }
}

bool passes_base(const Abstraction& a, HalfEdgeId side, const std::vector<TriangleId>& ends) {
  const TriangleId t = Mesh::triangle_of(side);
  return std::any_of(ends.begin(), ends.end(), [&](TriangleId end) {
    const TriangleId base = base_of(a, end);
    if (base == t || a.level(base) != 2 || a.structure_of(base) != a.structure(side)) return false;
    return (a.position(base) < a.position(t)) == (a.back(t) == side);
  });
}

}  // namespace clearway
