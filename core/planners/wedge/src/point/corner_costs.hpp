// The lowest costs at which a query has reached corners.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/infinity.hpp"
#include "clearway/mesh/ids.hpp"

namespace clearway {

class CornerCosts {
 public:
  struct Cost {
    double root;  // of the best root at the corner
    double seen;  // of a legal path to it, straight from some root; no more than `root`
    std::uint32_t query = 0;
  };

  // Forgets all costs.
  void begin(std::size_t vertices) {
    by_turn_.clear();
    if (costs_.size() < vertices) costs_.resize(vertices);
    if (++query_ == 0) {
      for (Cost& c : costs_) c.query = 0;
      query_ = 1;
    }
  }

  // Infinite until the corner is reached.
  Cost& of(VertexId corner) {
    Cost& c = costs_[corner];
    if (c.query != query_) c.root = c.seen = infinity, c.query = query_;
    return c;
  }
  // Null if the corner has not been reached.
  const Cost* find(VertexId corner) const {
    const Cost& c = costs_[corner];
    return c.query == query_ ? &c : nullptr;
  }
  // Returns whether the corner has been reached at less cost before.
  bool note_seen(VertexId corner, double cost) {
    Cost& c = of(corner);
    if (c.seen < cost) return true;
    c.seen = cost;
    return false;
  }
  // The cost of the best root at a corner with shut turns, by the step and the direction in which
  // the fan around it begins.
  double& of_turn(VertexId corner, HalfEdgeId step, bool is_left) {
    const std::uint64_t key = (std::uint64_t{corner.number()} << 32 | step.number()) << 1 | is_left;
    return by_turn_.try_emplace(key, infinity).first->second;
  }

 private:
  IdVector<VertexId, Cost> costs_;  // by vertex; values of older queries are void
  std::uint32_t query_ = 0;
  std::unordered_map<std::uint64_t, double> by_turn_;
};

}  // namespace clearway
