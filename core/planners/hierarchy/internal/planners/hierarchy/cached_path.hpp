// Cached paths between two points for a range of radii, separated by breakpoints (Bhatena 2014,
// 5.2.1).
//
// The channel of the shortest path of the smallest disc is used for every larger disc that passes
// it. A breakpoint is a radius where the channel closes, or where following it has become so much
// longer that another channel may be shorter. The length of a shortest path never decreases with
// the radius. Hence for every radius a cached path is at most (1 + tolerance) times as long as the
// shortest path.
#pragma once

#include <functional>
#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/planners/radius_range.hpp"
#include "clearway/world/world.hpp"
#include "funnel/disc_funnel.hpp"

namespace clearway {

// Finds a shortest path for a disc of this radius, with its channel.
using ExactSearch = std::function<Path(const Point& start, const Point& goal, double radius)>;

// A path between two points for the radii from `least` to `most`.
struct CachedPath {
  double least, most;
  double shortest, longest;  // lengths of the taut path for `least` and for `most`
  std::vector<TriangleId> channel;
  std::vector<Segment> segments;       // for `least`
  std::vector<Segment> wide_segments;  // for `most`; empty: equal to `segments`
  // The length for a radius, interpolated: exact at both ends, within the tolerance in between.
  double length(double radius) const;
};

// The paths from a to b, by ascending radii, which do not overlap. For a radius between two paths
// use the second one, which is legal for it. Larger discs than those of the last path have no path,
// or one more than twice as long as the first. radii.most is finite.
//
// Costs one exact search per path. `funnel` is scratch memory of the caller.
std::vector<CachedPath> compute_cached_paths(const World& world, DiscFunnel& funnel,
                                             const ExactSearch& exact, const Point& a,
                                             const Point& b, const RadiusRange& radii,
                                             double tolerance);

// Pulls the channel of a path tight again for its two radii and stores the segments. The channel is
// a sequence of neighbours, and a disc of radius path.most fits at a and at b.
//
// True: the path leads from a to b, is legal for all its radii and has the stored lengths up to
// rounding. False: this could not be confirmed.
bool refit(const World& world, DiscFunnel& funnel, const Point& a, const Point& b,
           CachedPath& path);

}  // namespace clearway
