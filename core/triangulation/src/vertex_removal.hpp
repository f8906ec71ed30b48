// Removes vertices that the input no longer needs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "triangulation/triangulation_parts.hpp"

namespace clearway {

class VertexRemoval {
 public:
  explicit VertexRemoval(TriangulationParts& parts) : t_(parts), mesh_(parts.edits.mesh) {}

  // Removes v if the input does not use it and it has either no constrained edge or exactly two
  // with the same owners; these are then joined. If other vertices must be removed before it, they
  // and v become suspects of the triangulation.
  void remove_if_unnecessary(VertexId v);

 private:
  std::vector<VertexId> joined_run(HalfEdgeId va, HalfEdgeId vb) const;
  bool is_without_reason(VertexId v) const;
  // Whether other vertices on the joined path must be removed before v. If so, they and v become
  // suspects.
  bool must_wait(VertexId v, std::span<const VertexId> run);
  void resolve_unknown_cover(std::span<const VertexId> path, std::span<const TriangleId> wiped,
                             std::uint32_t left, std::uint32_t right);

  TriangulationParts& t_;
  Mesh& mesh_;
};

}  // namespace clearway
