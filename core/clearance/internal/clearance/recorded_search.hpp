// A search of the mesh that must be repeated when one of the triangles that it read changes.
//
// There are three kinds: a look for a gate from a corner, which may have found one; the reason for
// a refinement vertex; and a gate whose foot is a vertex of a busy wall. Each has its own
// accessors.
#pragma once

#include "clearway/mesh/mesh.hpp"

namespace clearway {

class RecordedSearch {
 public:
  RecordedSearch() = default;  // not initialized
  static RecordedSearch look(HalfEdgeId corner) { return {corner, none, nothing}; }
  static RecordedSearch gate(HalfEdgeId corner, HalfEdgeId wall, double width) {
    return {corner, wall, width};
  }
  static RecordedSearch reason(VertexId vertex) { return {VertexId(none), vertex, for_vertex}; }
  static RecordedSearch foot(VertexId corner, VertexId foot) { return {corner, foot, on_busy}; }

  bool is_look() const { return width_ >= nothing; }
  bool is_gate() const { return width_ >= 0; }
  bool is_reason() const { return width_ == for_vertex; }
  bool is_foot() const { return width_ == on_busy; }

  HalfEdgeId corner() const { return corner_; }              // look: the half-edge starts at it
  HalfEdgeId wall() const { return wall_; }                  // gate
  double width() const { return width_; }                    // gate
  VertexId corner_vertex() const { return corner_vertex_; }  // foot
  VertexId vertex() const { return vertex_; }                // reason, foot: of the wall

 private:
  static constexpr double nothing = -1, for_vertex = -2, on_busy = -3;  // in the place of a width

  RecordedSearch(HalfEdgeId corner, HalfEdgeId wall, double width)
      : corner_(corner), wall_(wall), width_(width) {}
  RecordedSearch(VertexId corner, VertexId vertex, double kind)
      : corner_vertex_(corner), vertex_(vertex), width_(kind) {}

  union {
    HalfEdgeId corner_;
    VertexId corner_vertex_;
  };
  union {
    HalfEdgeId wall_;
    VertexId vertex_;
  };
  double width_;
};

}  // namespace clearway
