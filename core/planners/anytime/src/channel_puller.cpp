#include "channel_puller.hpp"

#include <span>

#include "clearway/geometry/predicates.hpp"

namespace clearway {

bool ChannelPuller::contains(HalfEdgeId portal, const Point& p) const {
  const Point a = mesh_.point(mesh_.origin(portal)), b = mesh_.point(mesh_.target(portal));
  return orientation(a, b, p) == 0 && between(a, b, p);
}

bool ChannelPuller::pull(TriangleId first, const std::vector<HalfEdgeId>& portals,
                         const Point& start, const Point& goal, double radius, Path& path) {
  // A portal that contains an end does not constrain the path: the end lies in the triangles on
  // both sides of it.
  std::span<const HalfEdgeId> rest(portals);
  while (!rest.empty() && contains(rest.back(), goal)) rest = rest.first(rest.size() - 1);
  while (!rest.empty() && contains(rest.front(), start)) {
    first = Mesh::triangle_of(rest.front());
    rest = rest.subspan(1);
  }
  path.segments.clear();
  if (!funnel_.pull(first, rest, start, goal, radius, path.segments)) return false;
  path.length = length_of(path.segments);
  path.channel.clear();
  path.channel.reserve(rest.size() + 1);
  path.channel.push_back(first);
  for (const HalfEdgeId e : rest) path.channel.push_back(Mesh::triangle_of(e));
  return true;
}

}  // namespace clearway
