// Planner "channel": A* over directed entry edges with the edge-midpoint metric, then the
// funnel (Demyen 5.3 and 4.4). Not optimal: the channel found need not hold the shortest path.
#pragma once

#include <memory>

#include "clearway/mesh/world.hpp"
#include "clearway/path/path.hpp"

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
  Path find(const Point& start, const Point& goal);

 private:
  struct Scratch;
  Index search(const Location& from, const Point& start, const Point& goal, SearchStats& stats);
  void answer(const Point& start, const Point& goal, Path& path);
  const World& world_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
