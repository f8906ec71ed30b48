// Planner "tra*": Triangulation Reduction A* (Demyen 2007, chapter 7): the search of TA* on the
// most abstract graph (terrain/abstraction.hpp).
//
// A state is a decision node with the corridor through which it is entered. g grows by the angles
// of the decision node and of the whole corridor, or by the corridor's length bound where that is
// more; the corridor's choke point tells whether a disc can pass. The triangles of corridors are
// visited only when a channel is pulled tight.
//
// Special cases (7.1), decided without a search where there are only one or two channels: separate
// components; the same triangle; a tree and its root; the same tree; the same ring. On the same
// corridor or loop the path along it competes with the search.
//
// Ends off the graph reach it by legs: out of a tree to its root, along the corridor to the
// decision nodes at its ends (7.2.1).
#pragma once

#include <vector>

#include "clearway/planners/anytime.hpp"
#include "clearway/terrain/abstraction.hpp"

namespace clearway {

class TRAStarSearch final : public AnytimeSearch {
 public:
  explicit TRAStarSearch(const World& world) : AnytimeSearch(world) {}
  // Must be called before a search, with the abstraction of the current version of the world.
  void use(const Abstraction& abstraction) { graph_ = &abstraction; }

 private:
  // A path between an end and a decision node that the disc can take.
  struct Leg {
    TriangleId end;   // triangle of the end
    HalfEdgeId out;   // side of its level-2 triangle: itself, or the root of its tree
    HalfEdgeId gate;  // side of the decision node where the leg meets it
    double bound;     // lower bound on its length
  };
  // Where a first state comes from, and how the last state reaches the goal. leg: none when the end
  // lies in a decision node.
  struct Origin {
    TriangleId triangle;
    Index leg;
  };
  struct Arrival {
    HalfEdgeId gate;
    Index leg;  // gate: of the leg; or by which the goal's decision node is entered
  };

  void open() override;
  void expand(Index state) override;
  TriangleId trail(Index state, std::vector<HalfEdgeId>& portals) override;

  // Special cases of the triangles of the ends; true when no other channel can be shorter.
  bool settle(TriangleId from, TriangleId to);
  void open_from(TriangleId triangle);
  void add_legs(TriangleId end, const Point& p, std::vector<Leg>& legs) const;
  void enter(HalfEdgeId gate, Index parent, double least);
  void go_on(HalfEdgeId out, Index parent, double least);

  TriangleId base_of(TriangleId triangle) const;
  bool leaves(TriangleId triangle, const Point& p, HalfEdgeId side) const;
  bool gets_out(TriangleId end, const Point& p, HalfEdgeId out) const;
  bool passes(TriangleId first) const;
  bool is_between(HalfEdgeId side, const std::vector<TriangleId>& ends) const;

  // These append portals to portals_, or to the given list.
  void climb(TriangleId end, std::vector<HalfEdgeId>& portals) const;
  void descend(TriangleId end, std::vector<HalfEdgeId>& portals) const;
  void walk(HalfEdgeId out, TriangleId until, std::vector<HalfEdgeId>& portals) const;
  void offer_tree(TriangleId from, TriangleId to);
  void offer_along(TriangleId from, HalfEdgeId out, TriangleId to);

  const Abstraction* graph_ = nullptr;
  bool has_one_side_ = true;    // neither end lies on a wall with free space on several sides
  std::vector<Leg> from_, to_;  // of the start and of the goal
  std::vector<HalfEdgeId> from_gates_, to_gates_;  // ends of the corridors that their bases lie on
  std::vector<Origin> origins_;                    // by state, for those without parent
  std::vector<Arrival> arrivals_;
  std::vector<TriangleId>
      searched_[2];  // triangles of start and goal whose way is a matter of search
  std::vector<HalfEdgeId> portals_, chain_;
};

}  // namespace clearway
