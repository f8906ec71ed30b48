// Segments in, and vertices out again when nothing needs them.
#include <algorithm>

#include "clearway/error.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/mesh/triangulation.hpp"
#include "segment_layer.hpp"

namespace clearway {

void Triangulation::insert_segment(SegmentId s) {
  const Index a = chains_.start_of(s), b = chains_.end_of(s);
  if (a == b) return;
  const auto [near, far] = by_degree(a, b);
  SegmentLayer(*this, {&s, 1}).lay(near, far);
}

void Triangulation::settle() {
  // Joining a run can make new suspects, in the end always fewer than it removes; the
  // bound is for the proof, not for practice.
  for (std::size_t left = 16 * suspects_.size() + mesh.vertices.size(); !suspects_.empty(); --left) {
    if (left == 0) throw InternalError("vertices without reason do not end");
    const Index v = suspects_.back();
    suspects_.pop_back();
    if (mesh.is_live_vertex(v)) dissolve(v);
  }
  legalise();
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
  const std::vector<Index> run = joined_run(constrained[0], constrained[1]);
  for (const Index h : constrained) own(h, segments);
  remove_vertex(v);
  SegmentLayer layer(*this, segments);
  layer.follow(run);
  if (cover_unknown_) resolve_unknown_cover(layer.path(), left, right);
  cover_unknown_ = false;
}

// The shortest way from the end of half-edge va to that of vb that can replace a - v - b
// without passing over a vertex: the straight edge, unless v is a rounded crossing and a
// neighbour of v lies in the sliver between.
std::vector<Index> Triangulation::joined_run(Index va, Index vb) const {
  const Index a = mesh.target(va), b = mesh.target(vb);
  const int side = orientation(at(a), at(b), at(mesh.origin(va)));
  std::vector<Index> run{a};
  if (side != 0) {
    // v lies right of ab: the sliver is on the left of a - v - b, and the other way round.
    Index e = va;
    for (;;) {
      e = side < 0 ? mesh.rotate_cw(e) : mesh.rotate_ccw(e);
      const Index w = mesh.target(e);
      if (w != b && orientation(at(a), at(b), at(w)) * side < 0) continue;
      while (run.size() > 1 && orientation(at(run[run.size() - 2]), at(run.back()), at(w)) * side >= 0) run.pop_back();
      run.push_back(w);
      if (w == b) return run;
    }
  }
  run.push_back(b);
  return run;
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
