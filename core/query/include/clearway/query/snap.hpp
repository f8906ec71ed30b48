// The nearest point where a disc fits.
#pragma once

#include <optional>

#include "clearway/world/world.hpp"

namespace clearway {

// The point nearest to p where a disc of this radius fits; p itself if it fits there; nullopt if it
// fits nowhere. is_free() holds for the result; that no point is nearer holds up to rounding.
std::optional<Point> snap(const World& world, const Point& p, double radius);

}  // namespace clearway
