#include "triangulation/delaunay_flips.hpp"

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {

// All half-edges on the stack face the new vertex.
void DelaunayFlips::restore_around(const MeshEdits::Split& split) {
  const Mesh& mesh = edits_.mesh;
  const auto at = [&](VertexId v) { return mesh.point(v); };
  const Point p = at(split.vertex);
  stack_.assign(split.begin(), split.end());
  while (!stack_.empty()) {
    const HalfEdgeId e = stack_.back();
    stack_.pop_back();
    const Index raw = mesh.raw_twin(e);
    if (raw >= none) continue;  // constrained, or on the boundary of the frame
    const HalfEdgeId twin(raw);
    if (in_circle_perturbed(at(mesh.origin(e)), at(mesh.target(e)), p, at(mesh.apex(twin))) > 0) {
      edits_.flip(e);
      stack_.push_back(e);
      stack_.push_back(Mesh::prev(twin));
    }
  }
}

// Terminates because every flip lowers
// the lifted, perturbed surface.
void DelaunayFlips::restore() {
  const Mesh& mesh = edits_.mesh;
  const auto at = [&](VertexId v) { return mesh.point(v); };
  stack_.clear();
  for (; !dirty_.empty(); dirty_.pop_back()) {
    check_interrupt();
    const TriangleId t = dirty_.back();
    if (mesh.is_live(t))
      stack_.insert(stack_.end(),
                    {Mesh::half_edge(t, 0), Mesh::half_edge(t, 1), Mesh::half_edge(t, 2)});
    while (!stack_.empty()) {
      const HalfEdgeId e = stack_.back();
      stack_.pop_back();
      const Index raw = mesh.raw_twin(e);
      if (raw >= none) continue;
      const HalfEdgeId f(raw);
      check_interrupt();
      if (in_circle_perturbed(at(mesh.origin(e)), at(mesh.target(e)), at(mesh.apex(e)),
                              at(mesh.apex(f))) > 0) {
        edits_.flip(e);
        stack_.insert(stack_.end(), {e, Mesh::prev(e), f, Mesh::prev(f)});
      }
    }
  }
}

void DelaunayFlips::forget_edit() noexcept {
  dirty_.clear();
  stack_.clear();
}

}  // namespace clearway
