// What the search for points knows of corners: position, the lowest costs at which a query has
// reached them, and the free space around them. One record each, as most visits need all of it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/infinity.hpp"
#include "base/prefetch.hpp"
#include "steps.hpp"

namespace clearway {

class PointCorners {
 public:
  enum Kind : std::uint8_t {
    unknown,  // only its position is known
    post,     // no walls
    blunt,    // one sector of at most a half turn between walls: no taut path bends here
    sector,   // one sector of more than a half turn
    several,  // several sectors
    shut      // a triangle there has a turn that is shut
  };
  struct Corner {
    Point at;
    double seen = infinity;   // cost of a legal path to it, straight from some root; at most `root`
    std::uint32_t query = 0;  // of the costs
    Kind kind = unknown;
    std::uint16_t epoch = 0;  // of the position and the kind; those of another one are void
    VertexId walls[2];        // kind sector: the other ends of the walls that bound it
    double root = infinity;   // cost of the best root at the corner
  };

  PointCorners(const Mesh& mesh, const PointSteps& steps) : mesh_(mesh), steps_(steps) {}

  // After steps have changed. Cost: constant, but for one time in 2^16.
  void forget() {
    if (++epoch_ != 0) return;
    corners_.assign(mesh_.vertices.size(), Corner{});
    epoch_ = 1;
  }
  // Begins a query: forgets all costs.
  void begin() {
    by_turn_.clear();
    if (corners_.size() < mesh_.vertices.size()) corners_.resize(mesh_.vertices.size());
    if (++query_ == 0) {
      for (Corner& c : corners_) c.query = 0;
      query_ = 1;
    }
  }

  // With its position and its costs: infinite until the corner is reached.
  Corner& of(VertexId corner) {
    Corner& c = corners_[corner];
    if (c.query != query_) begin_corner(corner);
    return c;
  }
  // Null if the corner has not been reached.
  const Corner* find(VertexId corner) const {
    const Corner& c = corners_[corner];
    return c.query == query_ ? &c : nullptr;
  }
  // Notes that a legal path reaches the corner at this cost, straight from a root. Returns whether
  // it has been reached at less cost before.
  static bool note_seen(Corner& c, double cost) {
    if (c.seen < cost) return true;
    c.seen = cost;
    return false;
  }
  bool note_seen(VertexId corner, double cost) { return note_seen(of(corner), cost); }
  // The cost of the best root at a corner with shut turns, by the step and the direction in which
  // the fan around it begins.
  double& of_turn(VertexId corner, HalfEdgeId step, bool is_left) {
    const std::uint64_t key = (std::uint64_t{corner.number()} << 32 | step.number()) << 1 | is_left;
    return by_turn_.try_emplace(key, infinity).first->second;
  }

  // With its surroundings.
  const Corner& surroundings(VertexId corner) {
    Corner& c = of(corner);
    if (c.kind == unknown) look_around(corner);
    return c;
  }
  // Whether a point that reaches the corner by any edge can leave it by any other.
  bool are_connected(VertexId corner) { return surroundings(corner).kind < several; }
  // Whether a taut path may bend at the corner, coming from some direction.
  bool may_bend(VertexId corner) { return surroundings(corner).kind >= sector; }

  // Begins to read what is known of the corner.
  void prefetch(VertexId corner) const { clearway::prefetch(&corners_[corner]); }

 private:
  void begin_corner(VertexId corner) {
    Corner& c = corners_[corner];
    c.root = c.seen = infinity;
    c.query = query_;
    if (c.epoch == epoch_) return;
    c.epoch = epoch_;
    c.kind = unknown;
    c.at = mesh_.point(corner);
  }
  // Sets the kind and the walls.
  void look_around(VertexId corner);

  const Mesh& mesh_;
  const PointSteps& steps_;
  IdVector<VertexId, Corner> corners_;  // by vertex; costs of older queries are void
  std::uint32_t query_ = 0;
  std::uint16_t epoch_ = 1;
  std::unordered_map<std::uint64_t, double> by_turn_;
};

}  // namespace clearway
