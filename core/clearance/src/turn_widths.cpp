#include "clearance/turn_widths.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "clearance/local_widths.hpp"
#include "clearway/base/interrupt.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

// Sets the three turn widths of a triangle, without charges. side(i) returns the width of side i.
template <class F>
void TurnWidths::measure_turns(const Triangulation& t, TriangleId triangle, F side) {
  const Mesh& mesh = t.mesh;
  const auto keep = [&](double a, double b, double c) {
    widths_.edit(3 * triangle.number()) = a;
    widths_.edit(3 * triangle.number() + 1) = b;
    widths_.edit(3 * triangle.number() + 2) = c;
  };
  if (!mesh.is_live(triangle) || !mesh.is_free(triangle)) return keep(-1.0, -1.0, -1.0);
  const auto& corners = mesh.triangles[triangle].vertex;
  int walls = 0;
  Index wall = 0;  // one of the constrained sides
  bool refined = false;
  for (Index i = 0; i < 3; ++i) {
    if (mesh.constrained(Mesh::half_edge(triangle, i))) ++walls, wall = i;
    refined = refined || mesh.is_refinement(corners[i]);
  }
  if (walls == 0) {
    const double width[3] = {side(0), side(1), side(2)};
    return keep(std::min(width[0], width[2]), std::min(width[1], width[0]),
                std::min(width[2], width[1]));
  }
  double across = -1.0;  // the turn width at the corner opposite to the only wall
  if (walls == 1) {
    across = height_over(t, Mesh::half_edge(triangle, wall));
    // A height inside the triangle is never larger than the sides beside it. The widths of sides at
    // a refinement vertex are not their lengths, so they must be compared.
    if (refined || across == infinity)
      across = std::min({across, side((wall + 1) % 3), side((wall + 2) % 3)});
  }
  keep(wall == 1 ? across : -1.0, wall == 2 ? across : -1.0, wall == 0 ? across : -1.0);
}

void TurnWidths::measure(const Triangulation& t, const SearchRecords& records,
                         TriangleId triangle) {
  check_interrupt();
  measure_turns(t, triangle, [&](Index i) { return edge_width(t, Mesh::half_edge(triangle, i)); });
  records.for_each_gate(triangle, [&](RecordId gate) {
    records.for_each_charge(gate, [&](HalfEdgeId turn) {
      if (Mesh::triangle_of(turn) == triangle) charge(turn, records[gate].width());
    });
  });
}

void TurnWidths::measure_all(const Triangulation& t, const SearchRecords& records) {
  const Mesh& mesh = t.mesh;
  // Each side is measured once, from the first of its two triangles. The slot of the twin stores
  // the width until the other triangle is measured.
  constexpr double unknown = -2.0;
  double* const widths = widths_.edit_all();
  std::fill_n(widths, widths_.size(), unknown);
  for (const TriangleId triangle : mesh.triangles.ids()) {
    check_interrupt();
    measure_turns(t, triangle, [&](Index i) {
      const HalfEdgeId e = Mesh::half_edge(triangle, i), twin = mesh.twin(e);
      double& here = widths[Mesh::side_index(e)];
      if (here == unknown) here = edge_width(t, e);
      if (e < twin) widths[Mesh::side_index(twin)] = here;
      return here;
    });
  }
  for (const RecordId record : records.ids())
    if (records[record].is_gate())
      records.for_each_charge(record,
                              [&](HalfEdgeId turn) { charge(turn, records[record].width()); });
}

void TurnWidths::charge(HalfEdgeId turn, double width) {
  double& here = widths_.edit(Mesh::side_index(turn));
  here = std::min(here, width);
}

}  // namespace clearway
