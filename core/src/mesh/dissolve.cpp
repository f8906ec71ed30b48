// Segments in, and vertices out again when nothing needs them.
#include <algorithm>

#include "clearway/mesh/triangulation.hpp"
#include "segment_layer.hpp"

namespace clearway {

void Triangulation::insert_segment(SegmentId s) {
  const Index a = chains_.start_of(s), b = chains_.end_of(s);
  if (a == b) return;
  SegmentLayer(*this, {&s, 1}).lay(a, b);
}

void Triangulation::dissolve(Index v) {
  if (mesh.vertices[v].uses > 0) return;
  Index constrained[2], count = 0;
  const Index first = mesh.vertices[v].edge;
  Index e = first;
  do {
    if (mesh.constrained(e)) {
      if (count == 2) return;  // a crossing of other segments
      constrained[count++] = e;
    }
    e = mesh.rotate_ccw(e);
  } while (e != first);
  if (count == 0) {
    remove_vertex(v);
    return;
  }
  if (count == 1) return;

  const Index a = mesh.target(constrained[0]), b = mesh.target(constrained[1]);
  const std::vector<SegmentId> segments = owners.list(v, a);
  if (segments != owners.list(v, b)) return;
  // a -> v -> b has its left side in the triangle of v -> b.
  const std::uint32_t left = mesh.triangles[constrained[1] >> 2].cover;
  const std::uint32_t right = mesh.triangles[constrained[0] >> 2].cover;
  if (left != right) {
    cover_unknown_ = true;
    do {
      touch(e >> 2);
      mesh.triangles[e >> 2].cover = unknown_cover;
      e = mesh.rotate_ccw(e);
    } while (e != first);
  }
  for (const Index h : constrained) own(h, segments);
  remove_vertex(v);
  SegmentLayer layer(*this, segments);
  layer.lay(a, b);
  if (cover_unknown_) resolve_unknown_cover(layer.path(), left, right);
  cover_unknown_ = false;
}

// Cover spreads from the joined run over the triangles it was wiped from; what the run
// does not border takes it from its neighbours.
void Triangulation::resolve_unknown_cover(std::span<const Index> path, std::uint32_t left, std::uint32_t right) {
  std::vector<Index> pending;
  const auto settle = [&](Index t, std::uint32_t cover) {
    if (mesh.triangles[t].cover != unknown_cover) return;
    mesh.triangles[t].cover = cover;
    pending.push_back(t);
  };
  const auto spread = [&] {
    while (!pending.empty()) {
      const Index t = pending.back();
      pending.pop_back();
      for (Index i = 0; i < 3; ++i) {
        const Index raw = mesh.triangles[t].twin[i];
        if (raw < none) settle(raw >> 2, mesh.triangles[t].cover);
      }
    }
  };
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const Index e = find_edge(path[i], path[i + 1]);
    if (e == none || !mesh.constrained(e)) continue;
    settle(e >> 2, left);
    settle(mesh.twin(e) >> 2, right);
  }
  spread();
  for (const Touch& touched : touched_) {
    const Index t = touched.triangle;
    if (!mesh.is_live(t) || mesh.triangles[t].cover != unknown_cover) continue;
    for (Index i = 0; i < 3; ++i) {
      const Index raw = mesh.triangles[t].twin[i];
      if (raw < none && mesh.triangles[raw >> 2].cover != unknown_cover) settle(t, mesh.triangles[raw >> 2].cover);
    }
    spread();
  }
}

}  // namespace clearway
