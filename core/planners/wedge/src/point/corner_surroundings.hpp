// The free space around a corner, computed on demand and kept while the steps stay the same.
#pragma once

#include <cstdint>
#include <vector>

#include "point_steps.hpp"

namespace clearway {

class CornerSurroundings {
 public:
  enum Kind : std::uint8_t {
    unknown,
    post,     // no walls
    sector,   // one sector between walls
    several,  // several sectors
    shut      // a triangle there has a turn that is shut
  };

  CornerSurroundings(const Mesh& mesh, const PointSteps& steps) : mesh_(mesh), steps_(steps) {}

  // After steps have changed.
  void forget() { kinds_.assign(mesh_.vertices.size(), unknown); }
  Kind of(VertexId corner) {
    if (kinds_[corner] == unknown) kinds_[corner] = find(corner);
    return kinds_[corner];
  }
  // Whether a point that reaches the corner by any edge can leave it by any other.
  bool are_connected(VertexId corner) { return of(corner) < several; }

 private:
  Kind find(VertexId corner) const;

  const Mesh& mesh_;
  const PointSteps& steps_;
  IdVector<VertexId, Kind> kinds_;  // by vertex
};

}  // namespace clearway
