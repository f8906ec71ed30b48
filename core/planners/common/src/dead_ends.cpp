#include "planners/dead_ends.hpp"

#include <algorithm>

namespace clearway {

void DeadEnds::open(const Goals& goals, bool all) {
  are_all_open_ = all || goals.are_everywhere() || !are_known();
  if (are_all_open_) return;
  if (opened_.size() < mesh_.triangles.size()) opened_.resize(mesh_.triangles.size(), 0);
  if (++query_ == 0) {
    std::fill(opened_.begin(), opened_.end(), 0);
    query_ = 1;
  }
  goals.for_each_triangle([&](TriangleId t) {
    while (t != none && opened_[t] != query_) {
      opened_[t] = query_;
      t = parent_[t];
    }
  });
}

}  // namespace clearway
