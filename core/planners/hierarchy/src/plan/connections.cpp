#include "connections.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "geometry/construction.hpp"
#include "mesh/triangles_at.hpp"
#include "query/narrowest.hpp"

namespace clearway {
namespace {

// Next steps stay within their cluster; the shortest path may not. So an estimate adds at most this
// share of the straight distance to it.
constexpr double max_estimated_detour = 0.05;

}  // namespace

void find_connections(const World& world, const HierarchyData& data, const LocatedPoint& end,
                      double radius, std::vector<Connection>& out) {
  out.clear();
  for_each_triangle_at(world.mesh(), end.at, [&](TriangleId t) {
    const ClusterId c = world.mesh().is_free(t) ? data.partition.of(t) : ClusterId(none);
    if (c == none) return;
    const ClusterTable& table = data.tables[c];
    const Index triangle_row = data.tables.row(t);
    const std::size_t row = std::size_t{triangle_row} * table.nodes.size();
    for (Index k = 0; k < table.nodes.size(); ++k) {
      const double excess = triangle_row != none ? table.excess[row + k] : infinity;
      const NodeId node = table.nodes[k];
      if (!data.radii.is_one() && data.graph.nodes()[node].reach < radius) continue;
      const double straight = distance(end.point, table.positions[k]);
      const Connection found{node, straight + std::min(excess, max_estimated_detour * straight), c,
                             k, excess < infinity ? t : TriangleId(none)};
      // Only an end on an edge or a vertex has several triangles, and may meet a node again.
      const auto same = end.at.kind == Location::face
                            ? out.end()
                            : std::find_if(out.begin(), out.end(), [&](const Connection& other) {
                                return other.node == node;
                              });
      if (same == out.end())
        out.push_back(found);
      else if (found.length < same->length)
        *same = found;
    }
  });
}

bool ConnectionPaths::follow(const Connection& connection, const Point& end, double radius,
                             bool backwards, Path& out) {
  const ClusterTable& table = data_.tables[connection.cluster];
  const Point node = table.positions[connection.row];
  if (connection.triangle == none) {
    out = backwards ? exact_(node, end, radius) : exact_(end, node, radius);
    return out.status == Status::found;
  }
  out.channel.clear();
  out.channel.reserve(32);
  for (Index row = data_.tables.row(connection.triangle); row != ClusterField::arrived;
       row = table.next[row * table.nodes.size() + connection.row])
    out.channel.push_back(table.triangles[row]);
  if (const TriangleId outside = table.outside[connection.row]; outside != none)
    out.channel.push_back(outside);
  if (backwards) std::reverse(out.channel.begin(), out.channel.end());
  const Point &from = backwards ? node : end, &to = backwards ? end : node;
  if (!portals_between(world_.mesh(), out.channel, portals_)) return false;
  const TriangleId first = out.channel.front();
  if (radius > 0 && narrowest(world_, first, portals_, from, to).radius < radius) return false;
  if (!funnel_.pull(first, portals_, from, to, radius, out.segments)) return false;
  out.status = Status::found;
  out.length = length_of(out.segments);
  return true;
}

}  // namespace clearway
