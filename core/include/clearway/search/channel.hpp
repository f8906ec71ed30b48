// Planner "channel": A* over directed entry edges with the edge-midpoint metric, then the
// funnel (Demyen 5.3 and 4.4). Not optimal: the channel found need not hold the shortest path.
#pragma once

#include "clearway/mesh/world.hpp"
#include "clearway/path/path.hpp"

namespace clearway {

class ChannelSearch {
 public:
  // Keeps scratch arrays between queries; one object a thread. The world must outlive it.
  explicit ChannelSearch(const World& world);
  ~ChannelSearch();
  // Ends may lie on edges and vertices: every free triangle around them counts.
  Path find(const Point& start, const Point& goal);

 private:
  struct Scratch;
  const World& world_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
