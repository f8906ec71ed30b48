#include "triangulation/mesh_edits.hpp"

#include "clearway/base/error.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {

MeshEdits::MeshEdits() {
  constexpr double far = 2 * max_coordinate;
  constexpr TriangleId first(0), second(1);
  constexpr VertexId a(0), b(1), c(2), d(3);
  mesh.vertices.assign({{-far, -far, Mesh::half_edge(first, 0), 0},
                        {far, -far, Mesh::half_edge(first, 1), 0},
                        {far, far, Mesh::half_edge(first, 2), 0},
                        {-far, far, Mesh::half_edge(second, 2), 0}});
  // Side 2 of the first triangle is c -> a, side 0 of the second one is a -> c.
  mesh.triangles.assign({{{a, b, c}, 0, {none, none, Mesh::half_edge(second, 0).number()}, 0},
                         {{a, c, d}, 0, {Mesh::half_edge(first, 2).number(), none, none}, 0}});
}

void MeshEdits::begin_edit() {
  touched_.clear();
  if (++edit_ == 0) {
    for (const TriangleId t : mesh.triangles.ids()) mesh.triangles.edit(t).stamp = 0;
    edit_ = 1;
  }
  first_phase_ = edit_;
}

void MeshEdits::reserve(std::size_t more_vertices) {
  // Growth by doubling would need one and a half times the memory at its peak.
  if (more_vertices < mesh.vertices.size()) return;
  more_vertices += more_vertices / 32;  // for crossings and refinement vertices
  mesh.vertices.reserve(mesh.vertices.size() + more_vertices);
  mesh.triangles.reserve(mesh.triangles.size() + 2 * more_vertices);
}

std::size_t MeshEdits::bytes() const {
  return mesh.triangles.bytes() + mesh.vertices.bytes() + free_triangles_.bytes() +
         free_vertices_.bytes() + touched_.capacity() * sizeof(Touch);
}

void MeshEdits::touch_star(VertexId v) {
  const HalfEdgeId first = mesh.vertices[v].edge;
  HalfEdgeId e = first;
  do {
    touch(Mesh::triangle_of(e));
    e = mesh.rotate_ccw(e);
  } while (e != first);
}

TriangleId MeshEdits::new_triangle() {
  TriangleId t;
  if (free_triangles_.empty()) {
    t = static_cast<TriangleId>(mesh.triangles.size());
    if (t.number() >= none / 4) throw InternalError("the mesh has no room for more triangles");
    mesh.triangles.push_back({{none, none, none}, 0, {none, none, none}, first_phase_ - 1});
  } else {
    t = free_triangles_.back();
    free_triangles_.pop_back();
  }
  touch(t);
  return t;
}

void MeshEdits::free_triangle(TriangleId t) {
  touch(t);
  mesh.triangles.edit(t).vertex[0] = none;
  free_triangles_.push_back(t);
}

VertexId MeshEdits::new_vertex(const Point& p) {
  if (free_vertices_.empty()) {
    mesh.vertices.push_back({p.x, p.y, none, 0});
    return static_cast<VertexId>(mesh.vertices.size() - 1);
  }
  const VertexId v = free_vertices_.back();
  free_vertices_.pop_back();
  mesh.vertices.edit(v) = {p.x, p.y, none, 0};
  return v;
}

void MeshEdits::free_vertex(VertexId v) {
  mesh.vertices.edit(v).edge = none;
  free_vertices_.push_back(v);
}

void MeshEdits::glue(HalfEdgeId e, Index raw) {
  mesh.triangles.edit(Mesh::triangle_of(e)).twin[Mesh::side_of(e)] = raw;
  const HalfEdgeId other(raw & ~Mesh::constrained_bit);
  if (other != none)
    mesh.triangles.edit(Mesh::triangle_of(other)).twin[Mesh::side_of(other)] =
        e.number() | (raw & Mesh::constrained_bit);
}

void MeshEdits::set_constrained(HalfEdgeId e, bool constrained) {
  const HalfEdgeId f = mesh.twin(e);
  const Index bit = constrained ? Mesh::constrained_bit : 0;
  mesh.triangles.edit(Mesh::triangle_of(e)).twin[Mesh::side_of(e)] = f.number() | bit;
  mesh.triangles.edit(Mesh::triangle_of(f)).twin[Mesh::side_of(f)] = e.number() | bit;
  touch(Mesh::triangle_of(e));
  touch(Mesh::triangle_of(f));
}

HalfEdgeId MeshEdits::find_edge(VertexId a, VertexId b) const {
  // Search around both vertices alternately, because one of them may have very many edges.
  const HalfEdgeId first_a = mesh.vertices[a].edge, first_b = mesh.vertices[b].edge;
  HalfEdgeId e = first_a, f = first_b;
  do {
    if (mesh.target(e) == b) return e;
    if (mesh.target(f) == a) return mesh.twin(f);
    e = mesh.rotate_ccw(e);
    f = mesh.rotate_ccw(f);
  } while (e != first_a && f != first_b);
  return none;
}

std::pair<VertexId, VertexId> MeshEdits::by_degree(VertexId a, VertexId b) const {
  const HalfEdgeId first_a = mesh.vertices[a].edge, first_b = mesh.vertices[b].edge;
  HalfEdgeId e = first_a, f = first_b;
  do {
    e = mesh.rotate_ccw(e);
    f = mesh.rotate_ccw(f);
  } while (e != first_a && f != first_b);
  return e == first_a ? std::pair{a, b} : std::pair{b, a};
}

MeshEdits::Split MeshEdits::split_face(TriangleId t, const Point& p) {
  const VertexId v = new_vertex(p);
  const TriangleId t1 = new_triangle(), t2 = new_triangle();
  touch(t);
  Triangle& T = mesh.triangles.edit(t);
  const VertexId a = T.vertex[0], b = T.vertex[1], c = T.vertex[2];
  const Index bc = T.twin[1], ca = T.twin[2];
  T.vertex[2] = v;
  T.twin[1] = Mesh::half_edge(t1, 2).number();
  T.twin[2] = Mesh::half_edge(t2, 1).number();
  Triangle &T1 = mesh.triangles.edit(t1), &T2 = mesh.triangles.edit(t2);
  T1 = {{b, c, v},
        T.cover,
        {none, Mesh::half_edge(t2, 2).number(), Mesh::half_edge(t, 1).number()},
        T1.stamp};
  T2 = {{c, a, v},
        T.cover,
        {none, Mesh::half_edge(t, 2).number(), Mesh::half_edge(t1, 1).number()},
        T2.stamp};
  glue(Mesh::half_edge(t1, 0), bc);
  glue(Mesh::half_edge(t2, 0), ca);
  mesh.vertices.edit(v).edge = Mesh::half_edge(t, 2);
  mesh.vertices.edit(c).edge = Mesh::half_edge(t2, 0);
  return {v, {Mesh::half_edge(t, 0), Mesh::half_edge(t1, 0), Mesh::half_edge(t2, 0)}, 3};
}

MeshEdits::Split MeshEdits::split_edge(HalfEdgeId e, const Point& p) {
  const VertexId v = new_vertex(p);
  const TriangleId t3 = new_triangle(), t4 = new_triangle();
  const HalfEdgeId f = mesh.twin(e);
  touch(Mesh::triangle_of(e));
  touch(Mesh::triangle_of(f));
  const Index bit = mesh.constrained(e) ? Mesh::constrained_bit : 0;
  const VertexId b = mesh.target(e), c = mesh.apex(e), d = mesh.apex(f);
  const HalfEdgeId e1 = Mesh::next(e), f2 = Mesh::prev(f);
  const Index bc = mesh.raw_twin(e1), db = mesh.raw_twin(f2);
  mesh.triangles.edit(Mesh::triangle_of(e1)).vertex[Mesh::side_of(e1)] = v;
  mesh.triangles.edit(Mesh::triangle_of(f)).vertex[Mesh::side_of(f)] = v;
  Triangle &T3 = mesh.triangles.edit(t3), &T4 = mesh.triangles.edit(t4);
  T3 = {{v, b, c},
        mesh.triangles[Mesh::triangle_of(e)].cover,
        {Mesh::half_edge(t4, 0).number() | bit, none, e1.number()},
        T3.stamp};
  T4 = {{b, v, d},
        mesh.triangles[Mesh::triangle_of(f)].cover,
        {Mesh::half_edge(t3, 0).number() | bit, f2.number(), none},
        T4.stamp};
  mesh.triangles.edit(Mesh::triangle_of(e1)).twin[Mesh::side_of(e1)] =
      Mesh::half_edge(t3, 2).number();
  mesh.triangles.edit(Mesh::triangle_of(f2)).twin[Mesh::side_of(f2)] =
      Mesh::half_edge(t4, 1).number();
  glue(Mesh::half_edge(t3, 1), bc);
  glue(Mesh::half_edge(t4, 2), db);
  mesh.vertices.edit(v).edge = f;
  mesh.vertices.edit(b).edge = Mesh::half_edge(t4, 0);
  return {v, {Mesh::prev(e), Mesh::half_edge(t3, 1), Mesh::next(f), Mesh::half_edge(t4, 2)}, 4};
}

bool MeshEdits::sees_all_around(HalfEdgeId e, const Point& p) const {
  for (const HalfEdgeId h : {e, mesh.twin(e)}) {
    const Point a = mesh.point(mesh.origin(h)), b = mesh.point(mesh.target(h)),
                c = mesh.point(mesh.apex(h));
    if (orientation(b, c, p) <= 0 || orientation(c, a, p) <= 0) return false;
  }
  return true;
}

}  // namespace clearway
