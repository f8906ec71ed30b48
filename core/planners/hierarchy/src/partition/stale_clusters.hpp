// The clusters whose tables have to be computed again (tables/cluster_tables.hpp).
#pragma once

#include <vector>

#include "planners/hierarchy/hierarchy_ids.hpp"

namespace clearway {

class StaleClusters {
 public:
  // The lengths of edges in the cluster have changed.
  void mark_edges(ClusterId cluster) { mark(cluster, false); }
  // Triangles, nodes or widths of the cluster have changed: its next steps are stale, too.
  void mark_shape(ClusterId cluster) { mark(cluster, true); }

  // Each marked cluster once.
  const std::vector<ClusterId>& list() const { return list_; }
  bool is_stale(ClusterId cluster) const {
    return cluster.number() < marks_.size() && marks_[cluster].is_stale;
  }
  bool is_shape_stale(ClusterId cluster) const {
    return cluster.number() < marks_.size() && marks_[cluster].is_shape_stale;
  }
  void unmark_all() noexcept;

 private:
  struct Mark {
    bool is_stale = false, is_shape_stale = false;
  };
  void mark(ClusterId cluster, bool shape);

  IdVector<ClusterId, Mark> marks_;
  std::vector<ClusterId> list_;
};

}  // namespace clearway
