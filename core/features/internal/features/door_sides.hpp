// To which side a door that is open to one side may be passed.
#pragma once

#include "clearway/features/feature.hpp"

namespace clearway {

// Whether such a door, while it is open, may be passed from the left of ab to the right, where ab
// is a part of its line up to rounding. The part is that of the segments of the door that are
// nearest to it: all of them, if the door runs over itself.
bool leads_right(const PlacedFeature& door, const Point& a, const Point& b);

}  // namespace clearway
