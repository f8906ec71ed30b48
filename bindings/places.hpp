// Places as Python passes them on.
#pragma once

#include <vector>

#include "clearway/query/place.hpp"

namespace clearway::bindings {

struct PlaceList {
  std::vector<Place> places;
};

}  // namespace clearway::bindings
