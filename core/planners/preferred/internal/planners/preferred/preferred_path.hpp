// Paths with a preferred clearance (docs/how-to/clearance.md).
//
// A query has a radius r, which every path keeps, and a preferred clearance R >= r. The path takes
// the widest route: its narrowest gate is as wide as can be, and so is the narrowest gate of each
// of its parts. Of equally wide routes it takes that of the shortest path with that clearance.
// Gates narrower than 2 R are its *stops*: it crosses them in the middle. The start and the goal
// are stops, too.
//
// Between two stops the path crosses no further gate narrower than 2 R. If its clearance can be R
// there, it leaves the first stop to the nearest point with clearance R, goes on by the shortest
// path with clearance R, and returns to the second stop the same way. It does so if no more of its
// length has a clearance below R than the length of the direct path. The direct path is the
// shortest one with the least clearance, from that of the two stops upwards, at which the shortest
// path crosses no further gate narrower than 2 R.
//
// Hence the least clearance is that of the widest route, or R, or that at an end, whichever is
// least. If R can be kept from start to goal, the path is the shortest one that keeps it.
#pragma once

#include <functional>

#include "clearway/path/path.hpp"
#include "clearway/planners/options.hpp"
#include "query/bottlenecks.hpp"
#include "query/gate_tree.hpp"

namespace clearway {

// A planner that answers queries without a preferred clearance.
using FindPath = std::function<Path(const Point& start, const Point& goal, double radius,
                                    const SearchOptions& options)>;

struct PreferredQuery {
  Point start, goal;
  double radius;
  SearchOptions options;  // prefer: at least the radius, at most World::max_radius()
};

// All three belong to the same version of the world.
struct WidestRoutes {
  const World& world;
  const Bottlenecks& bottlenecks;
  const GateTree& tree;
};

// The statuses are those of the planner at the query's radius. `optimal` holds if the whole path
// keeps the preferred clearance and the planner has proved that it is the shortest one that does;
// otherwise the lower bound is the distance of the ends. Segments have the radius of the part that
// they belong to. A partial path (options.partial) keeps the same rules up to its end.
//
// options.limit bounds the expansions of all searches together; if it or the deadline ends a search
// that knows no path yet, there is none: no_path. Cost: a few searches for each stop, most of them
// short, and the triangles of the widest route.
Path find_preferred_path(const WidestRoutes& routes, const FindPath& find,
                         const PreferredQuery& query);

}  // namespace clearway
