#include "levels.hpp"

#include "clearway/base/interrupt.hpp"

namespace clearway {

void find_levels(const Mesh& mesh, AbstractionTables& tables) {
  auto& level = tables.level;
  std::vector<TriangleId> leaves;
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    std::int8_t portals = 0;
    for (Index i = 0; i < 3; ++i) portals += !mesh.constrained(Mesh::half_edge(t, i));
    level[t] = portals;
    if (portals == 1) leaves.push_back(t);
  }
  // Meanwhile a level above 1 counts the neighbours that are left.
  while (!leaves.empty()) {
    check_interrupt();
    const TriangleId t = leaves.back();
    leaves.pop_back();
    level[t] = 1;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (mesh.constrained(e)) continue;
      const TriangleId next = Mesh::triangle_of(mesh.twin(e));
      if (level[next] > 1 && --level[next] == 1) leaves.push_back(next);
    }
  }
}

HalfEdgeId find_onward(const Mesh& mesh, const AbstractionTables& tables, HalfEdgeId in) {
  const HalfEdgeId e = Mesh::next(in);
  return !mesh.constrained(e) && tables.level[Mesh::triangle_of(mesh.twin(e))] > 1 ? e
                                                                                   : Mesh::prev(in);
}

}  // namespace clearway
