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
// the portal and ends at a goal, and on the angle that it rolls around the root.
DiscBound lower_bound(const DiscQuery& query, const DiscRoots& roots, const DiscRoot& root,
                      const Mesh& mesh, HalfEdgeId portal, const DiscWedge& wedge);

}  // namespace clearway
