#include "dead_ends.hpp"

#include <algorithm>

namespace clearway {

bool DeadEnds::is_known(Index ahead) const {
  const Index in = order_[Mesh::triangle_of(ahead)];
  if (in == 0) return false;
  const Index from = order_[Mesh::triangle_of(mesh_.twin(ahead))];
  return from == 0 || in < from;
}

void DeadEnds::open(const Goals& goals) {
  if (opened_.size() < mesh_.triangles.size()) opened_.resize(mesh_.triangles.size(), 0);
  if (++query_ == 0) {
    std::fill(opened_.begin(), opened_.end(), 0);
    query_ = 1;
  }
  goals.for_each_triangle([&](Index t) {
    while (t != none && opened_[t] != query_) {
      opened_[t] = query_;
      t = are_known() && order_[t] != 0 ? hangs_on_[t] : none;
    }
  });
}

}  // namespace clearway
