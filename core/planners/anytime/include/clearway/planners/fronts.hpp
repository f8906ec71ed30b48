// The extended search of Kallmann 2010, section 7: proves the path of "channel" shortest, or finds
// better ones until one is proved.
//
// A state is a front: a channel from the start to a portal, with its funnel. Fronts may reach the
// same portal by many channels. f is the length of the funnel's path through the portal to the
// goal, or to the goal's mirror image in the portal if the goal lies before it. A front is
// discarded
//   1. when f is at least the length of the best path;
//   2. (points) when another front reaches every point of the portal by a shorter path than this
//      one reaches any;
//   3. when another front has an equal funnel at the same portal and is no longer;
//   4. when its root was reached by a shorter path.
// docs/explanation/channel.md lists differences from the paper, and what fails for discs.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "clearway/geometry/point.hpp"
#include "clearway/mesh/ids.hpp"
#include "clearway/planners/anytime.hpp"

namespace clearway {

// A front that a search has queued. Times are numbers of fronts taken from the queue before.
struct ExploredFront {
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  Index parent;         // the front that it extends, by its place in the list; none: the start
  TriangleId triangle;  // that it enters through its portal
  Point left, right;    // the ends of the portal
  Point root;           // the start, or the corner where its funnel begins: every path touches it
  double length;        // of the path to the root; of a disc, to where it first touches that circle
  double bound;         // f: no path that goes on through this front is shorter
  std::uint64_t queued, taken;  // taken: `never` if the search ended before
  // Corners of the funnel after the root. They end at the ends of the portal. Of a disc both begin
  // with the corners that the path touches up to the apex.
  std::vector<Point> left_chain, right_chain;
};

class FrontSearch final : public AnytimeSearch {
 public:
  explicit FrontSearch(const World& world);

  // Writes the fronts of the following queries there, in the order in which they are queued; each
  // query that searches clears the list first. Left out are fronts whose funnel failed. Null, as at
  // the beginning: they are not reported. The list must outlive the queries.
  void log(std::vector<ExploredFront>* fronts);
};

}  // namespace clearway
