#include "triangulation/cover_sweep.hpp"

#include <vector>

#include "clearway/base/interrupt.hpp"

namespace clearway {

IdVector<TriangleId, std::uint32_t> sweep_cover(const Triangulation& triangulation,
                                                const Chains& chains) {
  const Mesh& mesh = triangulation.mesh;
  struct Part {
    Index shells = 0, holes = 0;  // rings of odd parity: those around the current triangle
    bool is_bounds = false;
    bool covers() const { return shells > 0 && holes == 0; }
  };
  std::vector<Part> parts;
  IdVector<ChainId, Index> part_of(chains.chains.size(), none);
  for (const ObstacleRecord& record : chains.obstacles) {
    for (ChainId k = record.first; k < record.first + record.count; ++k) {
      const Role role = chains.chains[k].role;
      const bool is_bounds = record.handle < 0;
      if (role == Role::shell && !(is_bounds && k > record.first))
        parts.push_back({0, 0, is_bounds});
      if (role <= Role::hole) part_of[k] = static_cast<Index>(parts.size() - 1);
    }
  }
  IdVector<ChainId, char> odd(chains.chains.size(), 0);
  std::uint32_t cover = 0;
  const auto cross = [&](HalfEdgeId e) {
    for (const SegmentId s : triangulation.owners.list(mesh.origin(e), mesh.target(e))) {
      check_interrupt();
      const ChainId k = chains.chain_of(s);
      if (part_of[k] == none) continue;
      Part& part = parts[part_of[k]];
      const bool is_shell = chains.chains[k].role == Role::shell;
      const bool before = part.covers();
      odd[k] ^= 1;
      if (is_shell && part.is_bounds)
        part.shells ^= 1;
      else
        (is_shell ? part.shells : part.holes) += odd[k] ? 1u : ~0u;
      const bool after = part.covers();
      if (before == after) continue;
      if (part.is_bounds)
        cover ^= Mesh::in_bounds;
      else
        cover += after ? 1u : ~0u;
    }
  };
  IdVector<TriangleId, std::uint32_t> out(mesh.triangles.size(), 0);
  IdVector<TriangleId, char> seen(mesh.triangles.size(), 0);
  // Depth-first traversal. Backtracking crosses the edges again, which restores the parities.
  std::vector<HalfEdgeId> entries;  // the half-edge by which each triangle on the stack was entered
  std::vector<Index> side;          // the next side to try in each of them
  TriangleId t = Mesh::triangle_of(mesh.vertices[VertexId(0)].edge);
  entries.push_back(none);
  side.push_back(0);
  seen[t] = 1;
  while (!entries.empty()) {
    check_interrupt();
    if (side.back() == 0) out[t] = cover;
    if (side.back() == 3) {
      const HalfEdgeId entered = entries.back();
      entries.pop_back();
      side.pop_back();
      if (entered == none) break;
      if (mesh.constrained(entered)) cross(entered);
      t = Mesh::triangle_of(mesh.twin(entered));
      continue;
    }
    const HalfEdgeId e = Mesh::half_edge(t, side.back()++), f = mesh.twin(e);
    if (f == none || seen[Mesh::triangle_of(f)]) continue;
    seen[Mesh::triangle_of(f)] = 1;
    if (mesh.constrained(e)) cross(e);
    t = Mesh::triangle_of(f);
    entries.push_back(f);
    side.push_back(0);
  }
  return out;
}

}  // namespace clearway
