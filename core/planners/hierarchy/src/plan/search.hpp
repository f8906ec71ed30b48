// Finds the plan of a query.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"
#include "connections.hpp"
#include "funnel/disc_funnel.hpp"
#include "hierarchy_data.hpp"
#include "node_search.hpp"
#include "planners/hierarchy/cached_path.hpp"
#include "planners/hierarchy/plan.hpp"

namespace clearway {

class PlanSearch {
 public:
  PlanSearch(const World& world, const HierarchyData& data, const ExactSearch& exact,
             DiscFunnel& funnel)
      : world_(world),
        data_(data),
        exact_(exact),
        nodes_(data),
        connection_paths_(world, data, exact, funnel) {}

  // HierarchyQuery::plan() has the contract; stats.seconds is left to the caller.
  Plan find(const Point& start, const Point& goal, double radius);

  void report_to(std::vector<ExpandedNode>* expanded) { nodes_.report_to(expanded); }

 private:
  enum class Outcome { found, worse_than_estimated, dead_end, no_plan };
  bool find_over_nodes(const LocatedPoint& start, const LocatedPoint& goal, Plan& plan);
  Outcome find_connected(const Point& start, const Point& goal, bool is_final, Plan& plan);
  bool has_common_cluster(const Location& a, const Location& b) const;
  bool is_improvable_directly(const Plan& plan, const Point& start, const Point& goal) const;
  bool passes(Plan& plan, const Point& start, const Point& goal);
  void list_nodes(NodeId last, Plan& plan) const;

  const World& world_;
  const HierarchyData& data_;
  const ExactSearch& exact_;
  NodeSearch nodes_;
  ConnectionPaths connection_paths_;
  std::vector<Connection> starts_, goals_;  // those that have not turned out as dead ends
  std::vector<HalfEdgeId> portals_;
};

}  // namespace clearway
