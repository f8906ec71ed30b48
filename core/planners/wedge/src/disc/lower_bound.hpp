// Lower bounds on the paths of a disc through a portal.
#pragma once

#include "query.hpp"
#include "roots.hpp"
#include "wedge.hpp"

namespace clearway {

struct DiscBound {
  double length;  // of every path that continues to a goal
  double angle;   // rolled around the root
};

// A lower bound on the length of every path that leaves the root on a line of the wedge, crosses
// the portal and ends at a goal, and on the angle that it rolls around the root. `portal` leads
// from the right end of the portal to its left end.
DiscBound lower_bound(const DiscQuery& query, const DiscRoots& roots, const DiscRoot& root,
                      const Point& right, const Vector& portal, const DiscWedge& wedge);

}  // namespace clearway
