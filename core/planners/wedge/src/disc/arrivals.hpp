// The goals that a root of the search for discs reaches on the lines of a wedge.
#pragma once

#include "tree.hpp"
#include "wedge.hpp"

namespace clearway {

class DiscArrivals {
 public:
  DiscArrivals(const DiscQuery& query, const DiscRoots& roots, DiscTree& tree)
      : query_(query), roots_(roots), tree_(tree) {}

  // Queues the open goals in the triangle that lines of the wedge reach. Goals everywhere: records
  // the wedge.
  void add(TriangleId triangle, DiscRootId root, const DiscWedge& wedge);

 private:
  void add_point(GoalId goal, DiscRootId root, const DiscWedge& wedge);
  void add_segment(GoalId goal, DiscRootId root, const DiscWedge& wedge);

  const DiscQuery& query_;
  const DiscRoots& roots_;
  DiscTree& tree_;
};

}  // namespace clearway
