// Where a query or a leg leads: a point, or a place.
#pragma once

#include "clearway/query/place.hpp"

namespace clearway {

struct WeightedGoal {
  const Point* point;
  const Place* place;  // null: the point

  double distance_from(const Point& p) const;
};

}  // namespace clearway
