#include "planners/preferred/preferred_path.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "geometry/construction.hpp"
#include "path/find_channel.hpp"
#include "stop_finder.hpp"

namespace clearway {
namespace {

std::vector<TriangleId> channel_of(const World& world, const Point& start,
                                   std::span<const Segment> path) {
  std::vector<HalfEdgeId> portals;
  const HalfEdgeId near = world.locate(start).half_edge;
  if (!find_channel(world.mesh(), near, path, portals)) return {};
  std::vector<TriangleId> out{Mesh::triangle_of(near)};
  for (const HalfEdgeId portal : portals) out.push_back(Mesh::triangle_of(portal));
  return out;
}

// Between ends that are connected at the query's radius.
Path joined_path(const WidestRoutes& routes, const FindPath& find, const PreferredQuery& query) {
  PieceFinder pieces(routes, find, query.radius, query.options);
  StretchFinder stretches(routes, pieces, query.options.prefer);
  StopFinder finder(routes, stretches, query.options.prefer);
  const std::vector<Stop> stops = finder.find(query.start, query.goal);
  Path path;
  path.optimal = true;
  path.status = Status::found;
  for (std::size_t i = 1; i < stops.size() && path.status == Status::found; ++i) {
    const auto stretch = stretches.find(stops[i - 1], stops[i]);
    if (!stretch) {
      path.status = Status::no_path;
      break;
    }
    path.segments.insert(path.segments.end(), stretch->segments.begin(), stretch->segments.end());
    path.optimal = path.optimal && stretch->optimal;
  }
  path.stats = pieces.stats();
  const double straight = distance(query.start, query.goal);
  if (path.status == Status::found) {
    path.length = length_of(path.segments);
    path.optimal = path.optimal && stops.size() == 2;
    path.lower_bound = path.optimal ? path.length : std::min(straight, path.length);
    path.channel = channel_of(routes.world, query.start, path.segments);
  } else {
    path.segments.clear();
    path.optimal = false;
    path.length = infinity;
    path.lower_bound = straight;
  }
  return path;
}

}  // namespace

Path find_preferred_path(const WidestRoutes& routes, const FindPath& find,
                         const PreferredQuery& query) {
  if (routes.bottlenecks.reachable(query.start, query.goal, query.radius))
    return joined_path(routes, find, query);
  SearchOptions plain = query.options;
  plain.prefer = -1.0;
  Path path = find(query.start, query.goal, query.radius, plain);
  if (path.status != Status::partial || path.segments.empty()) return path;
  PreferredQuery to_end = query;
  to_end.goal = path.segments.back().end;
  Path preferred = joined_path(routes, find, to_end);
  if (preferred.status != Status::found) return path;
  preferred.status = Status::partial;
  preferred.optimal = false;
  preferred.lower_bound = path.lower_bound;
  return preferred;
}

}  // namespace clearway
