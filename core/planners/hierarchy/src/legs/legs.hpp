// Legs of a plan: pieces of the path that the whole plan, pulled tight, would give. Each is
// computed from a part of the plan.
//
// The channel of a plan contains no step that is undone, so every path along it crosses each of its
// portals. As far as the taut paths to both ends of a portal coincide, they coincide with the taut
// paths to every point beyond the portal: this prefix is settled, whatever follows.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"
#include "funnel/disc_funnel.hpp"
#include "planners/hierarchy/cached_path.hpp"
#include "planners/hierarchy/plan.hpp"

namespace clearway {

class LegBuilder {
 public:
  LegBuilder(const World& world, const ExactSearch& exact, DiscFunnel& funnel)
      : world_(world), exact_(exact), funnel_(funnel) {}

  // HierarchyQuery::leg() has the contract.
  Path next(Plan& plan, PlanPosition& position, bool& arrived, const Point& goal);

 private:
  double fitting_radius(const Plan& plan, const Point& point) const;
  bool cut_settled(Plan& plan, PlanPosition& position, double radius);
  bool pull_to_goal(const Plan& plan, const PlanPosition& position, const Point& goal,
                    double radius);
  std::size_t settled_segments(const Plan& plan, const PlanPosition& position, std::size_t end,
                               double radius);

  const World& world_;
  const ExactSearch& exact_;
  DiscFunnel& funnel_;
  std::vector<HalfEdgeId> portals_;
  std::vector<Segment> path_;   // to the left end of a portal, or to the goal
  std::vector<Segment> other_;  // to the right end
};

}  // namespace clearway
