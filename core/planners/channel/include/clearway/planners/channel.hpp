// Planner "channel": a search over directed entry edges for a channel wide enough for the disc,
// then the funnel (Kallmann 2010, sections 4.2, 5 and 6; for points Demyen 2007, 5.3 and 4.4).
// Not optimal: the channel found need not contain the shortest path. Complete: a path is found
// exactly when there is one, and is the shortest in its channel.
#pragma once

#include <memory>

#include "clearway/path/path.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class ChannelSearch {
 public:
  // Keeps scratch arrays between queries; one object a thread. The world must outlive it.
  explicit ChannelSearch(const World& world);
  ~ChannelSearch();
  // Ends may lie on edges and vertices: every free triangle around them counts. Equal
  // free ends: found, length 0, no segment. Blocked ends, the start asked first, and no
  // path: length and lower bound infinite. The lower bound of a path found is the straight
  // distance; a straight path is optimal.
  //
  // options.metric: the cost of a way is the length of a line through one point of each
  // triangle or portal: 1 centroids, 2 middles of portals, 3 where the line from the point before
  // to the goal crosses the portal, or its end nearest to the goal, 4 the same but the radius
  // away from the portal's ends. By metrics 3 and 4 a straight way is always found. options.weight:
  // 1 takes the cheapest channel by the metric; a little more, and the search hardly ever turns
  // round for channels cheaper by less than that (docs/explanation/channel.md: a seventh of the
  // expansions for paths a thousandth longer). After options.limit expansions the search takes the
  // first channel that it gets, by the distance to the goal alone; each portal is expanded once in
  // all.
  //
  // For radii above World::max_radius(), and where an end lies in the sleeve of a gate that is
  // too narrow (is_local in query/departures.hpp), the local tests are not exact: the path of
  // OptimalSearch is the answer.
  Path find(const Point& start, const Point& goal, double radius = 0.0,
            const SearchOptions& options = {});

  // Paths that the exact search had to find because the funnel saw no way through the
  // channel: none, if rounding leaves the clearance layer right.
  std::uint64_t rescues() const;

 private:
  struct Scratch;
  class Run;
  bool is_straight(const Location& from, const Point& start, const Location& to, const Point& goal,
                   double radius, Path& path);
  void finish(Index first, const Point& start, const Point& goal, Path& path);
  void answer(const Point& start, const Point& goal, double radius, const SearchOptions& options,
              Path& path);
  const World& world_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
