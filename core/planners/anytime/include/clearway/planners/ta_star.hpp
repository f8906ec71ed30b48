// Planner "ta*": Triangulation A* (Demyen 2007, chapter 5).
//
// A state is a triangle with the portal through which it is entered. The lower bounds of 5.5: g is
// the maximum of the straight distance from the start to the portal, and g of the parent plus the
// radius times the angle turned through; h is the distance from the portal to the goal; f = g + h,
// but never less than f of the parent. The last rule replaces the third bound of the thesis,
// g(parent) + h(parent) - h: that sum bounds the whole path, not the path to the portal, and must
// not be used as g. Only the part of a portal counts that the disc's centre can cross. A
// triangle may have many states, but occurs only once among the ancestors of a state; for discs
// this holds for portals. Turns are tested with the exact turn widths (clearance.hpp).
#pragma once

#include "clearway/planners/anytime.hpp"

namespace clearway {

class TAStarSearch final : public AnytimeSearch {
 public:
  explicit TAStarSearch(const World& world);
};

}  // namespace clearway
