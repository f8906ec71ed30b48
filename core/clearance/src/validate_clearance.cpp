#include "validate_clearance.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "clearance/sleeve_finder.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "foot.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

template <class Where>
[[noreturn]] void report(const char* what, Where where) {
  throw InternalError("broken invariant: " + std::string(what) + " at " +
                      std::to_string(position(where)));
}

// Whether the refinement vertex v, on a run between these ends, is the foot of a corner that it is
// joined to.
bool has_reason(const Mesh& mesh, VertexId v, const Point& from, const Point& to) {
  const double near = tolerance::steps_to_any_foot * step_of(from, to);
  HalfEdgeId e = mesh.vertices[v].edge;
  do {
    const VertexId u = mesh.target(e);
    if (!mesh.constrained(e) && !mesh.is_refinement(u)) {
      const Point foot = nearest_on_segment(from, to, mesh.point(u));
      if (std::abs(foot.x - mesh.vertices[v].x) <= near &&
          std::abs(foot.y - mesh.vertices[v].y) <= near)
        return true;
    }
    e = mesh.rotate_ccw(e);
  } while (e != mesh.vertices[v].edge);
  return false;
}

// Returns the number of refinement vertices.
std::size_t validate_refinements(const Triangulation& t) {
  const Mesh& mesh = t.mesh;
  std::size_t count = 0;
  for (VertexId v = frame_vertices; v < mesh.vertices.end_id(); ++v) {
    if (!mesh.is_live_vertex(v) || !mesh.is_refinement(v)) continue;
    ++count;
    HalfEdgeId along = mesh.vertices[v].edge;
    while (!mesh.constrained(along)) along = mesh.rotate_ccw(along);
    const auto [from, to] = t.run_ends(along);
    for (const VertexId u : {mesh.target(along), mesh.origin(t.before(along))})
      if (mesh.is_refinement(u) ? &t.run_of(u) != &t.run_of(v) : u != from && u != to)
        report("wrong run of a refinement", v);
    if (!has_reason(mesh, v, mesh.point(from), mesh.point(to)))
      report("refinement without a reason", v);
  }
  if (count != t.refinements()) report("wrong count of refinements", none);
  return count;
}

// The largest coordinate in magnitude.
double size_of(const Mesh& mesh) {
  double size = 0;
  for (VertexId v = frame_vertices; v < mesh.vertices.end_id(); ++v)
    if (mesh.is_live_vertex(v))
      size = std::max({size, std::abs(mesh.vertices[v].x), std::abs(mesh.vertices[v].y)});
  return size;
}

// Finds all gates again. Returns them as records of their own.
SearchRecords find_gates(const Triangulation& t, double limit, const SearchRecords& known) {
  const Mesh& mesh = t.mesh;
  SearchRecords out;
  out.resize(mesh.triangles.size());
  SleeveFinder finder(t);
  Sleeve sleeve;
  std::vector<HalfEdgeId> turns;
  for (const TriangleId triangle : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(triangle) || !mesh.is_free(triangle)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId corner = Mesh::half_edge(triangle, i);
      if (!finder.find(corner, limit, sleeve)) continue;
      bool is_known = false;
      known.for_each_gate(
          triangle, [&](RecordId gate) { is_known = is_known || known[gate].corner() == corner; });
      if (!is_known) report("a gate that was overlooked", corner);
      const RecordId gate = out.add(RecordedSearch::gate(corner, sleeve.wall, sleeve.width));
      charges(sleeve, mesh, turns);
      for (const HalfEdgeId turn : turns) {
        out.charge(gate, turn);
        out.note(Mesh::triangle_of(turn), gate);
      }
    }
  }
  return out;
}

void validate_widths(const Triangulation& t, const SearchRecords& gates, const TurnWidths& widths) {
  const Mesh& mesh = t.mesh;
  const double size = size_of(mesh);
  TurnWidths fresh;
  fresh.resize(mesh.triangles.size());
  for (const TriangleId triangle : mesh.triangles.ids()) {
    if (!mesh.is_live(triangle)) continue;
    fresh.measure(t, gates, triangle);
    // At a rounded vertex the width depends on the whole wall, whose far ends may have moved.
    const auto& corners = mesh.triangles[triangle].vertex;
    const bool given =
        std::all_of(corners, corners + 3, [&](VertexId v) { return mesh.is_given(v); });
    const double doubt = given ? 0.0 : tolerance::steps_of_width * step_of({size, size}, {});
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(triangle, i);
      if (std::abs(widths[e] - fresh[e]) > doubt) report("wrong clearance", e);
    }
  }
}

}  // namespace

void validate_clearance(const Triangulation& t, double limit, const SearchRecords& records,
                        const TurnWidths& widths) {
  const std::size_t refinements = validate_refinements(t);
  if (limit == 0) {
    if (refinements > 0) report("refinement of a plain mesh", none);
    return;
  }
  if (widths.size() != 3 * t.mesh.triangles.size()) report("clearances of other triangles", none);
  validate_widths(t, find_gates(t, limit, records), widths);
}

}  // namespace clearway
