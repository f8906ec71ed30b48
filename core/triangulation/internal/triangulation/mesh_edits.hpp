// Changes of the triangles and vertices of a mesh: its slots, and the local operations of which all
// edits consist. Knows neither the owners of constraints nor the Delaunay property.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

class MeshEdits {
 public:
  // Builds the empty frame: a square of two triangles around all coordinates.
  MeshEdits();
  MeshEdits(const MeshEdits&) = delete;

  Mesh mesh;

  // Starts an edit: touched() collects the slots that change, each once per phase.
  void begin_edit();
  // Starts another phase of the edit: slots touched before are collected again when they change.
  void begin_phase() { ++edit_; }
  bool touched_in_edit(TriangleId triangle) const {
    return mesh.triangles[triangle].stamp >= first_phase_;
  }
  struct Touch {
    Touch(TriangleId triangle, bool was_live, bool again)
        : slot_(triangle.number()), was_live(was_live), again(again) {}
    TriangleId triangle() const { return TriangleId(slot_); }

   private:
    Index slot_ : 30;

   public:
    Index was_live : 1;
    Index again : 1;  // was already collected in an earlier phase
  };
  const std::vector<Touch>& touched() const { return touched_; }
  void touch(TriangleId t) {
    const std::uint32_t stamp = mesh.triangles[t].stamp;
    if (stamp == edit_) return;
    touched_.push_back({t, mesh.is_live(t), stamp >= first_phase_});
    mesh.triangles.edit(t).stamp = edit_;
  }
  // Touches all triangles at v.
  void touch_star(VertexId v);
  void forget_edit() noexcept { touched_.clear(); }

  TriangleId new_triangle();
  void free_triangle(TriangleId t);
  VertexId new_vertex(const Point& p);
  void free_vertex(VertexId v);
  // Makes e and `raw` (a half-edge with its constrained bit, or none) twins of each other.
  void glue(HalfEdgeId e, Index raw);
  void set_constrained(HalfEdgeId e, bool constrained);

  // A new vertex, and the half-edges around its star: they face it.
  struct Split {
    VertexId vertex;
    std::array<HalfEdgeId, 4> border;
    std::size_t count;
    const HalfEdgeId* begin() const { return border.data(); }
    const HalfEdgeId* end() const { return border.data() + count; }
  };
  // p must lie strictly inside the triangle.
  Split split_face(TriangleId triangle, const Point& p);
  // p must lie strictly inside the quadrilateral of e's two triangles.
  Split split_edge(HalfEdgeId e, const Point& p);
  // Whether p lies strictly inside that quadrilateral, seen from e.
  bool sees_all_around(HalfEdgeId e, const Point& p) const;
  // (a, b, c) and (b, a, d) become (a, d, c) and (b, c, d), in the same two slots. Inline: the
  // inner loop of every edit.
  void flip(HalfEdgeId e) {
    const HalfEdgeId f = mesh.twin(e);
    touch(Mesh::triangle_of(e));
    touch(Mesh::triangle_of(f));
    Triangle &E = mesh.triangles.edit(Mesh::triangle_of(e)),
             &F = mesh.triangles.edit(Mesh::triangle_of(f));
    const HalfEdgeId e1 = Mesh::next(e), f1 = Mesh::next(f);
    const VertexId a = E.vertex[Mesh::side_of(e)], b = F.vertex[Mesh::side_of(f)];
    const VertexId c = mesh.apex(e), d = mesh.apex(f);
    const Index bc = E.twin[Mesh::side_of(e1)], ad = F.twin[Mesh::side_of(f1)];
    E.vertex[Mesh::side_of(e1)] = d;
    F.vertex[Mesh::side_of(f1)] = c;
    glue(e, ad);
    glue(f, bc);
    E.twin[Mesh::side_of(e1)] = f1.number();
    F.twin[Mesh::side_of(f1)] = e1.number();
    mesh.vertices.edit(a).edge = e;
    mesh.vertices.edit(b).edge = f;
  }

  // The half-edge a -> b, or none. The cost is the smaller of the two degrees.
  HalfEdgeId find_edge(VertexId a, VertexId b) const;
  // The two vertices, the one with the smaller degree first. The cost is that degree.
  std::pair<VertexId, VertexId> by_degree(VertexId a, VertexId b) const;

  void reserve(std::size_t more_vertices);
  std::size_t live_triangles() const { return mesh.triangles.size() - free_triangles_.size(); }
  std::size_t bytes() const;
  template <class F>
  void for_journaled(F f) {
    f(mesh.triangles), f(mesh.vertices), f(free_triangles_), f(free_vertices_);
  }

 private:
  JournaledArray<TriangleId> free_triangles_;
  JournaledArray<VertexId> free_vertices_;
  std::vector<Touch> touched_;
  std::uint32_t edit_ = 0, first_phase_ = 0;
};

}  // namespace clearway
