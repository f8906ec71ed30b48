#include "visibility/corners.hpp"

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {

int turns(const Corner& corner, const Point& from) {
  const int a = orientation(from, corner.at, corner.right);
  const int b = orientation(from, corner.at, corner.left);
  // Straight on along the solid is no turn.
  const bool left = a >= 0 && b >= 0 && !(b == 0 && direction(corner.at, from, corner.left) < 0);
  const bool right = a <= 0 && b <= 0 && !(a == 0 && direction(corner.at, from, corner.right) < 0);
  return (left ? turns_left : 0) | (right ? turns_right : 0);
}

Corners::Corners(const Mesh& mesh)
    : of_vertex_(mesh.vertices.size(), none),
      in_sector_(mesh.half_edge_slots(), 0),
      component_(mesh.triangles.size(), none) {
  for (VertexId v = frame_vertices; v < mesh.vertices.end_id(); ++v) {
    check_interrupt();
    if (mesh.is_live_vertex(v)) add(mesh, v);
  }
  flood(mesh);
}

void Corners::add(const Mesh& mesh, VertexId vertex) {
  const Point at = mesh.point(vertex);
  const HalfEdgeId begin = mesh.vertices[vertex].edge;
  HalfEdgeId first = begin;
  do {
    if (mesh.constrained(first) && mesh.is_free(Mesh::triangle_of(first))) {
      HalfEdgeId last = mesh.rotate_ccw(first);
      while (!mesh.constrained(last)) last = mesh.rotate_ccw(last);
      const Point right = mesh.point(mesh.target(first)), left = mesh.point(mesh.target(last));
      if (first == last || orientation(at, right, left) < 0) {
        of_vertex_[vertex] = all_.end_id();
        all_.push_back({vertex, first, last, at, right, left});
        HalfEdgeId e = first;
        do {
          in_sector_[e] = 1;
          e = mesh.rotate_ccw(e);
        } while (e != last);
        return;
      }
    }
    first = mesh.rotate_ccw(first);
  } while (first != begin);
}

void Corners::flood(const Mesh& mesh) {
  std::vector<TriangleId> queue;
  ComponentId component(0);
  for (const TriangleId seed : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(seed) || !mesh.is_free(seed) || component_[seed] != none) continue;
    component_[seed] = component;
    queue.push_back(seed);
    while (!queue.empty()) {
      check_interrupt();
      const TriangleId t = queue.back();
      queue.pop_back();
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i);
        if (mesh.constrained(e)) continue;
        const TriangleId next = Mesh::triangle_of(mesh.twin(e));
        if (component_[next] != none) continue;
        component_[next] = component;
        queue.push_back(next);
      }
    }
    ++component;
  }
}

std::size_t Corners::memory() const {
  return all_.capacity() * sizeof(Corner) + of_vertex_.capacity() * sizeof(CornerId) +
         in_sector_.capacity() + component_.capacity() * sizeof(ComponentId);
}

}  // namespace clearway
