#include "node_placement.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/query/queries.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/portals.hpp"
#include "mesh/triangles_at.hpp"
#include "query/departures.hpp"
#include "query/free.hpp"

namespace clearway {
namespace {

// A point is enclosed if a disc can cross at most this many portals from there, and at most one for
// this many triangles of the world.
constexpr std::size_t max_enclosed_portals = 32, triangles_per_portal = 256;

// Points tried on a portal, as shares of the part where the disc fits between its ends.
constexpr double portal_shares[] = {0.5, 0.375, 0.625, 0.25, 0.75, 0.125, 0.875, 0.0, 1.0};

// The portal farthest from the chosen points; the first one if there are none.
std::size_t farthest_portal(const Mesh& mesh, const std::vector<HalfEdgeId>& portals,
                            const std::vector<Point>& chosen) {
  std::size_t best = 0;
  double farthest = -1;
  for (std::size_t i = 0; i < portals.size(); ++i) {
    double nearest = chosen.empty() ? 0.0 : infinity;
    for (const Point& p : chosen)
      nearest = std::min(nearest, distance(p, middle_of_portal(mesh, portals[i])));
    if (nearest > farthest) farthest = nearest, best = i;
  }
  return best;
}

}  // namespace

std::vector<Border> borders_of(const Mesh& mesh, const ClusterPartition& partition,
                               std::span<const TriangleId> slots) {
  std::map<std::pair<ClusterId, ClusterId>, std::vector<HalfEdgeId>> borders;
  for (const TriangleId t : slots) {
    check_interrupt();
    const ClusterId own = partition.of(t);
    if (own == none) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!is_portal(mesh, e)) continue;
      const ClusterId other = partition.of(Mesh::triangle_of(mesh.twin(e)));
      if (other == none || other == own) continue;
      // The same half-edge of a portal, whichever of its triangles is in `slots`.
      borders[std::minmax(own, other)].push_back(own < other ? e : mesh.twin(e));
    }
  }
  std::vector<Border> out;
  for (auto& [clusters, portals] : borders) {
    std::sort(portals.begin(), portals.end());
    portals.erase(std::unique(portals.begin(), portals.end()), portals.end());
    out.push_back({clusters.first, clusters.second, std::move(portals)});
  }
  return out;
}

double NodePlacement::reach_at(const Point& point) const {
  const Location at = world_.locate(point);
  if (!is_clear(world_.mesh(), at) || !fits(world_, {point, at}, radii_.least)) return -1;
  if (radii_.is_one()) return radii_.least;
  const double reach = clearance(world_, point) * (1 - tolerance::clearance);
  return std::max(radii_.least, std::min(reach, world_.max_radius()));
}

// A point on the portal where the disc fits: for one radius the first one found, from the middle
// outwards, for a range the one with the largest reach.
NodePlacement::Candidate NodePlacement::point_on(HalfEdgeId portal, double radius) const {
  const Mesh& mesh = world_.mesh();
  const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
  const double length = distance(a, b);
  Candidate best{{}, -1};
  if (length < 2 * radius) return best;
  const double margin = length > 0 ? radius / length : 0.5;
  for (const double share : portal_shares) {
    const double at = margin + share * (1 - 2 * margin);
    const Point p{a.x + at * (b.x - a.x), a.y + at * (b.y - a.y)};
    const double reach = reach_at(p);
    if (reach < radius || reach <= best.reach) continue;
    best = {p, reach};
    if (radii_.is_one()) break;
  }
  return best;
}

// The largest reach of the nodes for this radius.
double NodePlacement::add_nodes_for(double radius, const Border& border, AbstractGraph& graph,
                                    std::uint64_t generation) const {
  const Mesh& mesh = world_.mesh();
  std::vector<Point> chosen;
  double widest = 0;
  const auto choose = [&](const Point& position, double reach) {
    widest = std::max(widest, reach);
    chosen.push_back(position);
  };
  for (const NodeId i : graph.nodes_in(border.a)) {
    const AbstractGraph::Node& node = graph.nodes()[i];
    if (node.is_in(border.b) && node.reach >= radius) choose(node.position, node.reach);
  }
  std::vector<HalfEdgeId> left = border.portals;
  std::stable_sort(left.begin(), left.end(), [&](HalfEdgeId d, HalfEdgeId e) {
    return length_of_portal(mesh, d) > length_of_portal(mesh, e);
  });
  while (chosen.size() < per_border_ && !left.empty()) {
    const std::size_t best = farthest_portal(mesh, left, chosen);
    const Candidate found = point_on(left[best], radius);
    if (found.reach >= 0 && !is_enclosed(found.position)) {
      choose(found.position, found.reach);
      graph.add_node(found.position, found.reach, border.a, border.b, generation);
    }
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return widest;
}

void NodePlacement::add_nodes(const Border& border, AbstractGraph& graph,
                              std::uint64_t generation) const {
  const double widest = add_nodes_for(radii_.least, border, graph, generation);
  const double wide = std::min(widest, radii_.most) / 2;
  if (!radii_.is_one() && wide > radii_.least) add_nodes_for(wide, border, graph, generation);
}

bool NodePlacement::is_enclosed(const Point& point) const {
  const Mesh& mesh = world_.mesh();
  const double width = 2 * radii_.least;
  const std::size_t few = std::min(max_enclosed_portals, triangles_ / triangles_per_portal);
  std::vector<HalfEdgeId> entered;
  const auto leave_by = [&](HalfEdgeId exit) {
    if (mesh.constrained(exit)) return;
    const HalfEdgeId e = mesh.twin(exit);
    if (std::find(entered.begin(), entered.end(), e) == entered.end()) entered.push_back(e);
  };
  for_each_triangle_at(mesh, world_.locate(point), [&](TriangleId t) {
    if (!mesh.is_free(t)) return;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId exit = Mesh::half_edge(t, i);
      if (!mesh.constrained(exit) && (width == 0 || departs(world_, t, point, exit, width)))
        leave_by(exit);
    }
  });
  for (std::size_t at = 0; at < entered.size(); ++at) {
    if (entered.size() > few) return false;
    const HalfEdgeId e = entered[at];
    if (width == 0 || world_.turn_width(Mesh::next(e)) >= width) leave_by(Mesh::next(e));
    if (width == 0 || world_.turn_width(e) >= width) leave_by(Mesh::prev(e));
  }
  return true;
}

}  // namespace clearway
