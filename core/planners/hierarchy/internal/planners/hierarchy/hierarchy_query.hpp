// Queries of planner "thpa*": a plan over the nodes of a hierarchy, and its path, whole or leg by
// leg (Bhatena 2014, 4.2 and 4.3).
//
// Each triangle of a cluster knows the next step towards each node of the cluster. Looking up these
// steps connects the ends of a query to the nodes without a search of the mesh, so that a plan is
// found by a search over the nodes only. The channels of its connections and edges, one after the
// other, are then pulled tight by the funnel for the requested radius.
#pragma once

#include <memory>
#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"
#include "planners/hierarchy/cached_path.hpp"
#include "planners/hierarchy/expanded_node.hpp"
#include "planners/hierarchy/hierarchy.hpp"
#include "planners/hierarchy/plan.hpp"

namespace clearway {

// One object per thread. World and hierarchy must outlive it; every call needs
// Hierarchy::is_ready().
class HierarchyQuery {
 public:
  HierarchyQuery(const World& world, const Hierarchy& hierarchy, ExactSearch exact);
  ~HierarchyQuery();

  // The radius is one of those of the hierarchy. An exact search decides when there is no plan over
  // the nodes, so the status is that of an exact search.
  Plan plan(const Point& start, const Point& goal, double radius);

  // Later calls of plan() append to it the nodes that they expand, in this order; a node may
  // repeat. Null: they do not. Exact searches are not reported: the caller has given them.
  void report_to(std::vector<ExpandedNode>* expanded);

  // The whole path of a plan, pulled tight.
  Path path(Plan plan, const Point& start, const Point& goal);

  // Whether the rest of the plan is still valid: no edit has touched its nodes, edges and
  // connections, and the disc fits at the position. Required by leg().
  bool is_valid(const Plan& plan, const PlanPosition& position) const;

  // The next leg of a plan with nodes. `position` moves to its end; `arrived`: that is the goal.
  // A status other than found: the plan cannot be continued.
  //
  // Legs are pieces of path(). Each ends at a point of the path that does not depend on later
  // pieces, so that legs join without a new corner: a point's leg ends at a corner where the path
  // turns, a disc's leg within a line between two arcs; among those, at the one nearest to the next
  // node. A leg has a positive length, unless position and goal are equal.
  Path leg(Plan& plan, PlanPosition& position, bool& arrived, const Point& goal);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace clearway
