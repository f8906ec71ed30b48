// Planner "channel": a search over directed entry edges for a channel wide enough for the disc,
// then the funnel (Kallmann 2010, sections 4.2, 5 and 6; for points Demyen 2007, 5.3 and 4.4).
//
// Complete: it finds a path exactly if there is one. The path is the shortest in its channel, but
// the channel need not contain a shortest path.
#pragma once

#include <cstdint>
#include <memory>

#include "clearway/path/path.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class ChannelSearch {
 public:
  // Keeps scratch arrays between queries; one object per thread. The world must outlive it.
  explicit ChannelSearch(const World& world);
  ~ChannelSearch();

  // Ends may lie on edges and vertices; every free triangle around them counts. Equal free ends:
  // found, length 0, no segment. Blocked ends (the start is tested first) and no path: length and
  // lower bound infinite. The lower bound of a path is the straight distance; a straight path is
  // optimal.
  //
  // options.metric: the cost of a channel is the length of a polyline through one point of each
  // triangle or portal: 1 centroids, 2 midpoints of portals, 3 the point where the line from the
  // previous point to the goal crosses the portal, or else the end of the portal nearest to the
  // goal, 4 the same but at least the radius away from the portal's ends. Metrics 3 and 4 always
  // find a straight path.
  //
  // options.weight: at 1 the channel is the cheapest by the metric. Slightly above 1 the search
  // rarely returns to channels that are cheaper by less than that: a seventh of the expansions for
  // paths a thousandth longer (docs/measurements/channel.md).
  //
  // options.limit: after this many expansions the search continues greedily, by the distance to the
  // goal alone, and uses the first channel. Each portal is expanded at most once in total.
  //
  // For radii above World::max_radius(), and where an end lies in the sleeve of a gate that is too
  // narrow (is_local in query/departures.hpp), the local tests are not exact; OptimalSearch answers
  // instead.
  Path find(const Point& start, const Point& goal, double radius = 0.0,
            const SearchOptions& options = {});
  // The same into `path`, whose memory is used again, without stats.seconds: 0.
  void find(const Point& start, const Point& goal, double radius, const SearchOptions& options,
            Path& path);

  // Number of queries that OptimalSearch answered because the funnel failed in the channel: 0,
  // unless rounding makes the clearance layer wrong.
  std::uint64_t rescues() const;

 private:
  struct Scratch;
  bool find_line(const LocatedPoint& start, const LocatedPoint& goal, TriangleId& first);
  bool is_crossed_inside(const LocatedPoint& start, const LocatedPoint& goal);
  bool find_straight(const LocatedPoint& start, const LocatedPoint& goal, double radius,
                     Path& path);
  void find_free(const Point& start, const Point& goal, double radius, const SearchOptions& options,
                 Path& path);
  void write_channel(TriangleId first, const Point& start, const Point& goal, Path& path);
  const World& world_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
