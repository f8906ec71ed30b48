#include "changed_triangles.hpp"

#include "clearway/base/interrupt.hpp"

namespace clearway {

void ChangedTriangles::process() {
  // Retracting a vertex changes more triangles, hence the loop.
  for (;;) {
    s_.resize_arrays();
    start_at_walls();
    s_.to_retract.clear();
    s_.area.reserve(s_.area.size() + s_.t.touched().size() - ended_);
    end_searches([this](RecordId reason) { drop(reason); }, [](TriangleId) { check_interrupt(); });
    if (s_.to_retract.empty()) return;
    retract();
  }
}

// Ends a look or a gate on a busy wall; what it led to must be searched again.
void ChangedTriangles::end(RecordId record) {
  const RecordedSearch& search = s_.records[record];
  if (search.is_foot()) {
    s_.doubt(search.corner_vertex(), search.vertex());
  } else {
    s_.records.for_each_charge(
        record, [&](HalfEdgeId turn) { s_.stale.push_back(Mesh::triangle_of(turn)); });
    s_.corners.push_back(search.corner());
  }
  s_.records.end(record);
}

// Ends a reason and, transitively, the reasons that depend on its vertex. Their vertices are to be
// retracted.
void ChangedTriangles::drop(RecordId reason) {
  std::vector<RecordId> open{reason};
  while (!open.empty()) {
    const RecordId record = open.back();
    open.pop_back();
    if (!s_.records[record].is_reason()) continue;  // has already ended
    s_.to_retract.push_back(s_.records[record].vertex());
    s_.records.for_each_dependent(record, [&](RecordId other) { open.push_back(other); });
    s_.records.end(record);
  }
}

void ChangedTriangles::retract() {
  s_.t.begin_phase();
  for (const VertexId v : s_.to_retract)
    if (s_.mesh.is_live_vertex(v) && s_.mesh.is_refinement(v)) s_.t.retract(v);
  s_.t.restore_delaunay();
  s_.to_retract.clear();
}

void ChangedTriangles::start_at_walls() {
  Mesh& mesh = s_.t.mesh;
  for (; walled_ < s_.t.touched().size(); ++walled_) {
    const TriangleId triangle = s_.t.touched()[walled_].triangle();
    if (!mesh.is_live(triangle)) continue;
    for (const VertexId v : mesh.triangles[triangle].vertex) {
      if (!mesh.is_refinement(v) || mesh.constrained(mesh.vertices[v].edge)) continue;
      HalfEdgeId e = mesh.vertices[v].edge;
      while (!mesh.constrained(e)) e = mesh.rotate_ccw(e);
      mesh.vertices.edit(v).edge = e;
    }
  }
}

}  // namespace clearway
