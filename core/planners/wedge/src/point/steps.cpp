#include "steps.hpp"

namespace clearway {

namespace {

constexpr auto is_portal = [](HalfEdgeId) { return true; };

}  // namespace

bool PointSteps::follow_edit() {
  if (version_ + 1 != world_.version() || width_ > 0 || !dead_ends_.are_known())
    return has_changed_;
  dead_ends_.repair(world_.last_edit(), is_portal);
  version_ = world_.version();  // not before: after an exception the steps are outdated
  expansions_ = 0;
  return has_changed_ = true;
}

bool PointSteps::begin_with_dead_ends(const Goals& goals, const DeadEnds& given) {
  begin(goals, 0.0, {});
  if (!dead_ends_.are_known()) dead_ends_.adopt(given);
  dead_ends_.open(goals, false);
  dead_ends_.bar_ways_from(goals);
  return has_changed_;
}

bool PointSteps::begin(const Goals& goals, double width, const std::vector<HalfEdgeId>& open_turns,
                       const LocatedPoint* start) {
  follow_edit();
  if (version_ != world_.version() || width_ != width || open_turns_ != open_turns) {
    has_changed_ = true;
    dead_ends_.forget();
    expansions_ = 0;
    width_ = width;
    open_turns_ = open_turns;
    version_ = world_.version();
  }
  if (dead_ends_.are_due(expansions_) ||
      (width == 0 && !dead_ends_.are_known() && dead_ends_.are_cheap()))
    dead_ends_.find(is_portal);
  dead_ends_.open(goals, is_deterministic_,
                  start && start->at.kind == Location::face ? Mesh::triangle_of(start->at.half_edge)
                                                            : TriangleId(none));
  return has_changed_;
}

}  // namespace clearway
