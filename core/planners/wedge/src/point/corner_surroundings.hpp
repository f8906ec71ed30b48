// The free space around a corner, computed on demand and kept while the steps stay the same.
#pragma once

#include <cstdint>
#include <vector>

#include "steps.hpp"

namespace clearway {

class CornerSurroundings {
 public:
  enum Kind : std::uint8_t {
    unknown,
    post,     // no walls
    blunt,    // one sector of at most a half turn between walls: no taut path bends here
    sector,   // one sector of more than a half turn
    several,  // several sectors
    shut      // a triangle there has a turn that is shut
  };
  struct Corner {
    Kind kind = unknown;
    VertexId walls[2];  // kind sector: the other ends of the walls that bound it
  };

  CornerSurroundings(const Mesh& mesh, const PointSteps& steps) : mesh_(mesh), steps_(steps) {}

  // After steps have changed.
  void forget() { corners_.assign(mesh_.vertices.size(), Corner{}); }
  const Corner& of(VertexId corner) {
    Corner& c = corners_[corner];
    if (c.kind == unknown) c = find(corner);
    return c;
  }
  // Whether a point that reaches the corner by any edge can leave it by any other.
  bool are_connected(VertexId corner) { return of(corner).kind < several; }
  // Whether a taut path may bend at the corner, coming from some direction.
  bool may_bend(VertexId corner) { return of(corner).kind >= sector; }

 private:
  Corner find(VertexId corner) const;

  const Mesh& mesh_;
  const PointSteps& steps_;
  IdVector<VertexId, Corner> corners_;  // by vertex
};

}  // namespace clearway
