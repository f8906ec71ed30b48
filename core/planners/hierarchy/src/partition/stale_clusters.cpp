#include "stale_clusters.hpp"

namespace clearway {

void StaleClusters::mark(ClusterId cluster, bool shape) {
  if (cluster.number() >= marks_.size()) marks_.resize(cluster.number() + std::size_t{1});
  Mark& mark = marks_[cluster];
  if (!mark.is_stale) list_.push_back(cluster);
  mark.is_stale = true;
  mark.is_shape_stale |= shape;
}

void StaleClusters::unmark_all() noexcept {
  for (const ClusterId c : list_) marks_[c] = {};
  list_.clear();
}

}  // namespace clearway
