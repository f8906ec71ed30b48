// Makes a bend of the search for points a root, with the fan of wedges around its corner.
#pragma once

#include "wedges.hpp"

namespace clearway {

class PointFans {
 public:
  PointFans(PointState& state, SeenGoals& seen_goals, PointWedges& wedges)
      : s_(state), seen_goals_(seen_goals), wedges_(wedges) {}

  // Makes the corner of a bend a root, unless it is pruned, and advances the wedges around it.
  void expand(SearchNodeId bend);

  PointState& s_;
  SeenGoals& seen_goals_;
  PointWedges& wedges_;
};

}  // namespace clearway
