#include "steps.hpp"

namespace clearway {

bool PointSteps::begin(const Goals& goals, double width, const std::vector<HalfEdgeId>& open_turns,
                       const LocatedPoint* start) {
  const bool is_new = version_ != world_.version() || width_ != width || open_turns_ != open_turns;
  if (is_new) {
    version_ = world_.version();
    width_ = width;
    open_turns_ = open_turns;
    expansions_ = 0;
    dead_ends_.forget();
  }
  if (dead_ends_.are_due(expansions_)) dead_ends_.find([](HalfEdgeId) { return true; });
  dead_ends_.open(goals, is_deterministic_,
                  start && start->at.kind == Location::face ? Mesh::triangle_of(start->at.half_edge)
                                                            : TriangleId(none));
  return is_new;
}

}  // namespace clearway
