#include "triangulation/cover.hpp"

#include <algorithm>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {

namespace {

// The half-edge from v of the triangle that contains the direction of decreasing x. Exact, because
// it only compares coordinates.
HalfEdgeId towards_low_x(const Mesh& mesh, VertexId v) {
  const Point p = mesh.point(v);
  const HalfEdgeId first = mesh.vertices[v].edge;
  HalfEdgeId e = first;
  do {
    const Point right = mesh.point(mesh.target(e)), left = mesh.point(mesh.apex(e));
    if ((right.y > p.y || (right.y == p.y && right.x < p.x)) && left.y < p.y) return e;
    e = mesh.rotate_ccw(e);
  } while (e != first);
  throw InternalError("no triangle to the left of a vertex");
}

}  // namespace

// The triangle to the left of the ring's lexicographically smallest vertex lies outside the ring.
// The flood starts there. It visits the triangles that touch the ring, and everything inside. The
// parity flips at every edge that the ring owns an odd number of times; odd parity is inside.
// Triangles outside that do not touch the ring are not visited, which bounds the cost.
void CoverFinder::inside(const Chain& ring, std::vector<TriangleId>& out) {
  on_ring_.wipe(mesh_.vertices.size());
  VertexId lowest = none;
  for (const SegmentId s : ring.segments()) {
    t_.for_vertices_of(s, on_segment_, [&](VertexId v) {
      check_interrupt();
      on_ring_.set(v);
      if (lowest == none || before(mesh_.point(v), mesh_.point(lowest))) lowest = v;
    });
  }
  if (lowest == none) return;
  label_.resize(mesh_.triangles.size(), 0);
  if (++epoch_ >= 1u << 31) {
    label_.assign(label_.size(), 0);
    epoch_ = 1;
  }
  const std::uint32_t base = 2 * epoch_;
  queue_.assign(1, Mesh::triangle_of(towards_low_x(mesh_, lowest)));
  label_[queue_[0]] = base;
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    check_interrupt();
    const TriangleId t = queue_[at];
    const std::uint32_t parity = label_[t] & 1;
    if (parity) out.push_back(t);
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i), f = mesh_.twin(e);
      if (f == none || label_[Mesh::triangle_of(f)] >= base) continue;
      std::uint32_t beyond = parity;
      if (mesh_.constrained(e))
        beyond ^= t_.owners.count(mesh_.origin(e), mesh_.target(e), ring.first_segment(),
                                  ring.segment_count()) &
                  1;
      const Triangle& n = mesh_.triangles[Mesh::triangle_of(f)];
      if (beyond || on_ring_.has(n.vertex[0]) || on_ring_.has(n.vertex[1]) ||
          on_ring_.has(n.vertex[2])) {
        label_[Mesh::triangle_of(f)] = base + beyond;
        queue_.push_back(Mesh::triangle_of(f));
      }
    }
  }
}

std::vector<std::vector<TriangleId>> CoverFinder::parts(ObstacleId obstacle, bool even_odd) {
  const ObstacleRecord& record = chains_.obstacles[obstacle];
  std::vector<std::vector<TriangleId>> parts;
  std::vector<TriangleId> cut;
  Index shells = 0;
  // Finishes a part: keeps the triangles inside an odd number of its shells and inside no hole.
  const auto close = [&] {
    if (parts.empty()) return;
    std::vector<TriangleId>& part = parts.back();
    if (shells > 1) {
      std::sort(part.begin(), part.end());
      std::size_t kept = 0;
      for (std::size_t i = 0, j; i < part.size(); i = j) {
        for (j = i; j < part.size() && part[j] == part[i];) ++j;
        if ((j - i) % 2) part[kept++] = part[i];
      }
      part.resize(kept);
    }
    if (!cut.empty()) {
      std::sort(cut.begin(), cut.end());
      std::erase_if(part,
                    [&](TriangleId t) { return std::binary_search(cut.begin(), cut.end(), t); });
    }
    cut.clear();
    shells = 0;
  };
  for (ChainId k = record.first; k < record.first + record.count; ++k) {
    const Chain& chain = chains_.chains[k];
    if (chain.role == Role::shell) {
      if (parts.empty() || !even_odd) {
        close();
        parts.emplace_back();
      }
      ++shells;
      inside(chain, parts.back());
    } else if (chain.role == Role::hole) {
      inside(chain, cut);
    }
  }
  close();
  return parts;
}

}  // namespace clearway
