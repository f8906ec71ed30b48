// Planner "ta*": Triangulation A* (Demyen 2007, chapter 5).
//
// A state is a triangle by the portal through which it is entered. The lower bounds of 5.5:
// g is the greater of the straight distance from the start to the portal, and g of the parent
// plus the radius times the angle turned through; h is the distance from the portal to the goal;
// f = g + h, but never less than f of the parent. The last is what holds of the thesis' third
// bound, g(parent) + h(parent) - h: that sum bounds the whole path, not the way to the portal,
// and must not be built upon. Of a portal only the part counts that the disc's centre can
// cross. A triangle may have many states, but none twice among a state's ancestors; for discs no
// portal twice. Turns are tested by the exact local clearance (clearance.hpp).
#pragma once

#include "clearway/planners/anytime.hpp"

namespace clearway {

class TAStarSearch final : public AnytimeSearch {
 public:
  explicit TAStarSearch(const World& world) : AnytimeSearch(world) {}

 private:
  void open() override;
  void expand(Index state) override;
  void enter(HalfEdgeId portal, Index parent, double least);
  bool is_goal(TriangleId triangle) const;
};

}  // namespace clearway
