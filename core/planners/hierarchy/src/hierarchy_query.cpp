#include "planners/hierarchy/hierarchy_query.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "geometry/construction.hpp"
#include "legs/legs.hpp"
#include "plan/channel.hpp"
#include "plan/search.hpp"
#include "plan/validity.hpp"
#include "query/narrowest.hpp"

namespace clearway {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

}  // namespace

struct HierarchyQuery::Parts {
  Parts(const World& w, const HierarchyData& d, ExactSearch search)
      : world(w), data(d), exact(std::move(search)), funnel(w.mesh()) {}
  const World& world;
  const HierarchyData& data;
  const ExactSearch exact;
  DiscFunnel funnel;
  std::vector<HalfEdgeId> portals;
  PlanSearch plans{world, data, exact, funnel};
  LegBuilder legs{world, exact, funnel};
};

HierarchyQuery::HierarchyQuery(const World& world, const Hierarchy& hierarchy, ExactSearch exact)
    : parts_(std::make_unique<Parts>(world, *hierarchy.data_, std::move(exact))) {}
HierarchyQuery::~HierarchyQuery() = default;

Plan HierarchyQuery::plan(const Point& start, const Point& goal, double radius) {
  const Clock::time_point began = Clock::now();
  Plan out = parts_->plans.find(start, goal, radius);
  out.stats.seconds = seconds_since(began);
  return out;
}

void HierarchyQuery::report_to(std::vector<ExpandedNode>* expanded) {
  parts_->plans.report_to(expanded);
}

Path HierarchyQuery::path(Plan plan, const Point& start, const Point& goal) {
  const Clock::time_point began = Clock::now();
  if (plan.status != Status::found || plan.nodes.empty()) {
    Path path = std::move(plan.direct);
    path.stats = plan.stats;
    return path;
  }
  Parts& p = *parts_;
  complete_channel(p.exact, goal, plan);
  Path path;
  path.status = Status::found;
  path.lower_bound = distance(start, goal);
  if (!plan.channel.empty() && portals_between(p.world.mesh(), plan.channel, p.portals) &&
      p.funnel.pull(plan.channel.front(), p.portals, start, goal, plan.radius, path.segments)) {
    path.channel = std::move(plan.channel);
  } else if (p.data.radii.is_one()) {
    path.segments = segments_of(p.data, plan);
  } else {
    path = p.exact(start, goal, plan.radius);
  }
  path.length = path.status == Status::found ? length_of(path.segments)
                                             : std::numeric_limits<double>::infinity();
  path.optimal = path.length == path.lower_bound;
  const std::uint64_t expanded = path.stats.expanded, generated = path.stats.generated;
  path.stats = plan.stats;
  path.stats.expanded += expanded;
  path.stats.generated += generated;
  path.stats.seconds += seconds_since(began);
  return path;
}

bool HierarchyQuery::is_valid(const Plan& plan, const PlanPosition& position) const {
  return is_plan_valid(parts_->world, parts_->data, plan, position);
}

Path HierarchyQuery::leg(Plan& plan, PlanPosition& position, bool& arrived, const Point& goal) {
  return parts_->legs.next(plan, position, arrived, goal);
}

}  // namespace clearway
