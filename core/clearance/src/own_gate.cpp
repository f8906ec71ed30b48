#include "own_gate.hpp"

#include "clearway/geometry/predicates.hpp"
#include "foot.hpp"
#include "geometry/construction.hpp"

namespace clearway {

Point own_foot(const Triangulation& t, HalfEdgeId edge) {
  const Mesh& mesh = t.mesh;
  const Triangulation::Run& run = t.run_of(mesh.target(edge));
  return nearest_on_segment(mesh.point(run.from), mesh.point(run.to),
                            mesh.point(mesh.origin(edge)));
}

bool is_own_gate(RepairState& s, HalfEdgeId edge, Point& foot) {
  const Mesh& mesh = s.mesh;
  const VertexId u = mesh.origin(edge), f = mesh.target(edge);
  if (mesh.constrained(edge) || mesh.is_refinement(u) || !mesh.is_free(Mesh::triangle_of(edge)))
    return false;
  const Triangulation::Run& run = s.t.run_of(f);
  const Point p = mesh.point(run.from), q = mesh.point(run.to), at = mesh.point(u);
  if (direction(p, q, at) <= 0 || direction(q, p, at) <= 0) return false;
  foot = own_foot(s.t, edge);
  return is_at(mesh.point(f), foot) && distance_below(at, p, q) <= s.limit &&
         s.finder.is_alone(edge, foot);
}

}  // namespace clearway
