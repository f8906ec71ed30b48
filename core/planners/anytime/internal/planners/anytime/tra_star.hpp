// Planner "tra*": Triangulation Reduction A* (Demyen 2007, chapter 7): the search of TA* on the
// most abstract graph (terrain/abstraction.hpp).
//
// A state is a decision node with the corridor through which it is entered. g grows by the angles
// of the decision node and of the whole corridor, or by the corridor's length bound if that is
// larger; the corridor's choke point decides whether a disc can pass. The triangles of corridors
// are visited only when a channel is pulled tight.
//
// Special cases (7.1) need no search if there are only one or two channels: separate components;
// the same triangle; a tree and its root; the same tree; the same ring. On the same corridor or
// loop the path along it competes with the search.
//
// Ends off the graph reach it by legs: out of a tree to its root, along the corridor to the
// decision nodes at its ends (7.2.1).
#pragma once

#include <vector>

#include "clearway/planners/anytime.hpp"
#include "terrain/abstraction.hpp"

namespace clearway {

// What it costs to pass a gate (query/gates.hpp): its two ends, obstacle points.
struct GateCost {
  Point from, to;
  double cost;                  // 0 or more; infinity forbids it
  StructureId corridor = none;  // that it lies in; none: another structure
};

// What paths cost besides their length.
struct TerrainCosts {
  // To pass each corridor from one decision node to the other: by index in
  // Abstraction::corridors(), 0 or more; infinity forbids it. A path that begins or ends in a
  // corridor does not pass it.
  std::vector<double> corridors;
  std::vector<GateCost> gates;
};

class TRAStarSearch final : public AnytimeSearch {
 public:
  explicit TRAStarSearch(const World& world);
  // Must be called before a search, with the abstraction of the current version of the world. It
  // must outlive the search. `costs`, too, unless it is null: then find() returns the cheapest path
  // (its `lower_bound` bounds the cost, `optimal` says that it is proved), and never calls the
  // exact search, which does not know corridors and gates. Not for improve().
  void use(const Abstraction& abstraction, const TerrainCosts* costs = nullptr);
};

}  // namespace clearway
