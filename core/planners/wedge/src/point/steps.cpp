#include "steps.hpp"

namespace clearway {

bool PointSteps::begin(const Goals& goals, double width, const std::vector<HalfEdgeId>& open) {
  const bool is_new = version_ != world_.version() || width_ != width || open_ != open;
  if (is_new) {
    version_ = world_.version();
    width_ = width;
    open_ = open;
    spent_ = 0;
    dead_ends_.forget();
  }
  // Searches have paid for a look at the whole mesh.
  if (!dead_ends_.are_known() && spent_ > mesh_.triangles.size() / 4) {
    dead_ends_.find([](HalfEdgeId) { return true; });
  }
  dead_ends_.open(goals, is_repeatable_);
  return is_new;
}

}  // namespace clearway
