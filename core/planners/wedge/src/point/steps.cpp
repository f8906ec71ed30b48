#include "steps.hpp"

namespace clearway {

namespace {

constexpr auto is_portal = [](HalfEdgeId) { return true; };

}  // namespace

bool PointSteps::follow_edit() {
  if (version_ + 1 != world_.version() || width_ > 0 || !dead_ends_.are_known()) return false;
  version_ = world_.version();
  expansions_ = 0;
  dead_ends_.repair(world_.last_edit(), is_portal);
  return true;
}

bool PointSteps::begin(const Goals& goals, double width, const std::vector<HalfEdgeId>& open_turns,
                       const LocatedPoint* start) {
  const bool is_edited = follow_edit();
  const bool is_new = version_ != world_.version() || width_ != width || open_turns_ != open_turns;
  if (is_new) {
    version_ = world_.version();
    width_ = width;
    open_turns_ = open_turns;
    expansions_ = 0;
    dead_ends_.forget();
  }
  if (dead_ends_.are_due(expansions_)) dead_ends_.find(is_portal);
  dead_ends_.open(goals, is_deterministic_,
                  start && start->at.kind == Location::face ? Mesh::triangle_of(start->at.half_edge)
                                                            : TriangleId(none));
  return is_edited || is_new;
}

}  // namespace clearway
