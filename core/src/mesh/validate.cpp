// Every invariant of a world, from scratch. Linear in the mesh, apart from hashing.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "clearway/error.hpp"
#include "clearway/geometry/predicates.hpp"
#include "world_state.hpp"

namespace clearway {

namespace {

[[noreturn]] void broken(const std::string& what, Index where) {
  throw InternalError("broken invariant: " + what + " at " + std::to_string(where));
}

void check_topology(const Mesh& mesh) {
  std::vector<char> used(mesh.vertices.size(), 0);
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
    if (!mesh.is_live(t)) continue;
    const Triangle& T = mesh.triangles[t];
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i), f = mesh.twin(e);
      if (T.vertex[i] >= mesh.vertices.size() || !mesh.is_live_vertex(T.vertex[i])) broken("triangle with a dead vertex", t);
      used[T.vertex[i]] = 1;
      if (f == none) {
        if (!Mesh::is_frame(mesh.origin(e)) || !Mesh::is_frame(mesh.target(e))) broken("side without a neighbour", e);
        continue;
      }
      if (f >> 2 >= mesh.triangles.size() || (f & 3) == 3 || !mesh.is_live(f >> 2)) broken("dead neighbour", e);
      if (mesh.twin(f) != e) broken("neighbours that disagree", e);
      if (mesh.constrained(e) != mesh.constrained(f)) broken("constraint seen from one side only", e);
      if (mesh.origin(e) != mesh.target(f) || mesh.target(e) != mesh.origin(f)) broken("edge with other ends beyond", e);
    }
    if (orientation(mesh.point(T.vertex[0]), mesh.point(T.vertex[1]), mesh.point(T.vertex[2])) <= 0)
      broken("triangle not counter-clockwise", t);
  }
  for (Index v = 0; v < mesh.vertices.size(); ++v) {
    if (!mesh.is_live_vertex(v)) continue;
    const Index e = mesh.vertices[v].edge;
    if (!used[v]) broken("vertex without triangles", v);
    if (e >> 2 >= mesh.triangles.size() || !mesh.is_live(e >> 2) || mesh.origin(e) != v) broken("vertex with a foreign edge", v);
  }
}

void check_delaunay(const Mesh& mesh) {
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
    if (!mesh.is_live(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i), f = mesh.twin(e);
      if (f == none || f < e || mesh.constrained(e)) continue;
      if (in_circle_perturbed(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)), mesh.point(mesh.apex(e)),
                              mesh.point(mesh.apex(f))) > 0)
        broken("edge not Delaunay", e);
    }
  }
}

void check_constraints(const Triangulation& triangulation, const Chains& chains) {
  const Mesh& mesh = triangulation.mesh;
  std::size_t constrained = 0;
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
    for (Index i = 0; mesh.is_live(t) && i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i), f = mesh.twin(e);
      if (f == none || f < e) continue;
      const bool owned = !triangulation.owners.list(mesh.origin(e), mesh.target(e)).empty();
      if (owned != mesh.constrained(e)) broken("constraint without owner, or owner without constraint", e);
      constrained += owned;
    }
  }
  if (constrained != triangulation.owners.edges()) broken("owned edge that is not in the mesh", none);

  std::size_t entries = 0;
  std::vector<std::uint32_t> uses(mesh.vertices.size(), 0);
  Triangulation::Marks marks;
  for (Index slot = 0; slot < chains.obstacles.size(); ++slot) {
    const ObstacleRecord& record = chains.obstacles[slot];
    if (record.count > 0 && chains.find(record.handle) != slot) broken("handle that leads elsewhere", slot);
    for (Index k = record.first; k < record.first + record.count; ++k) {
      const Chain& chain = chains.chains[k];
      if (chain.obstacle != slot) broken("chain of another obstacle", k);
      for (Index c = chain.first; c < chain.first + chain.count; ++c) {
        if (chains.corner_chain[c] != k) broken("corner of another chain", c);
        ++uses[chains.corner_vertex[c]];
      }
      for (Index s = chain.first; s < chain.first + chain.segments(); ++s) {
        bool arrives = chains.start_of(s) == chains.end_of(s);
        std::size_t degree = 0;
        triangulation.for_vertices_of(s, marks, [&](Index v) {
          arrives |= v == chains.end_of(s);
          const Index first = mesh.vertices[v].edge;
          Index e = first;
          do {
            degree += mesh.constrained(e) && triangulation.owners.has(v, mesh.target(e), s);
            e = mesh.rotate_ccw(e);
          } while (e != first);
        });
        if (!arrives) broken("segment that does not reach its end", s);
        entries += degree / 2;
      }
    }
  }
  if (entries != triangulation.owners.entries()) broken("edge owned by a segment that does not pass it", none);
  for (Index v = frame_vertices; v < mesh.vertices.size(); ++v) {
    if (!mesh.is_live_vertex(v)) continue;
    const bool refines = mesh.is_refinement(v);
    if (uses[v] != (refines ? 0 : mesh.vertices[v].uses)) broken("vertex with a wrong count of uses", v);
    if (uses[v] > 0) continue;
    std::vector<std::vector<SegmentId>> through;
    const Index first = mesh.vertices[v].edge;
    Index e = first;
    do {
      if (mesh.constrained(e)) through.push_back(triangulation.owners.list(v, mesh.target(e)));
      e = mesh.rotate_ccw(e);
    } while (e != first);
    const bool on_run = through.size() == 2 && through[0] == through[1];
    if (refines && !on_run) broken("refinement vertex that splits no constraint", v);
    if (!refines && (through.empty() || on_run)) broken("vertex that nothing needs", v);
  }
}

// Walks the dual graph from the frame, turning the parity of each ring it crosses, and
// compares the cover that follows with the one kept.
void check_cover(const Triangulation& triangulation, const Chains& chains) {
  const Mesh& mesh = triangulation.mesh;
  struct Part {
    Index shells = 0, holes = 0;  // with odd parity
    bool is_ground = false;
    bool covers() const { return shells > 0 && holes == 0; }
  };
  std::vector<Part> parts;
  std::vector<Index> part_of(chains.chains.size(), none);
  for (const ObstacleRecord& record : chains.obstacles) {
    for (Index k = record.first; k < record.first + record.count; ++k) {
      const Role role = chains.chains[k].role;
      const bool is_ground = record.handle < 0;
      if (role == Role::shell && !(is_ground && k > record.first)) parts.push_back({0, 0, is_ground});
      if (role <= Role::hole) part_of[k] = static_cast<Index>(parts.size() - 1);
    }
  }
  std::vector<char> odd(chains.chains.size(), 0);
  std::uint32_t cover = 0;
  const auto cross = [&](Index e) {
    for (const SegmentId s : triangulation.owners.list(mesh.origin(e), mesh.target(e))) {
      const Index k = chains.corner_chain[s];
      if (part_of[k] == none) continue;
      Part& part = parts[part_of[k]];
      const bool is_shell = chains.chains[k].role == Role::shell;
      const bool before = part.covers();
      odd[k] ^= 1;
      if (is_shell && part.is_ground)
        part.shells ^= 1;
      else
        (is_shell ? part.shells : part.holes) += odd[k] ? 1u : ~0u;
      const bool after = part.covers();
      if (before == after) continue;
      if (part.is_ground)
        cover ^= Mesh::ground;
      else
        cover += after ? 1u : ~0u;
    }
  };
  std::vector<char> seen(mesh.triangles.size(), 0);
  std::vector<Index> way;   // half-edges entered by; crossed again on the way back
  std::vector<Index> side;  // next side to try
  Index t = mesh.vertices[0].edge >> 2;
  way.push_back(none);
  side.push_back(0);
  seen[t] = 1;
  while (!way.empty()) {
    if (side.back() == 0 && mesh.triangles[t].cover != cover) broken("wrong cover", t);
    if (side.back() == 3) {
      const Index entered = way.back();
      way.pop_back();
      side.pop_back();
      if (entered == none) break;
      if (mesh.constrained(entered)) cross(entered);
      t = mesh.twin(entered) >> 2;
      continue;
    }
    const Index e = Mesh::half_edge(t, side.back()++), f = mesh.twin(e);
    if (f == none || seen[f >> 2]) continue;
    seen[f >> 2] = 1;
    if (mesh.constrained(e)) cross(e);
    t = f >> 2;
    way.push_back(f);
    side.push_back(0);
  }
  for (Index i = 0; i < mesh.triangles.size(); ++i)
    if (mesh.is_live(i) && !seen[i]) broken("triangle out of reach", i);
}

}  // namespace

void World::validate() const {
  const State& s = *state_;
  check_topology(s.triangulation.mesh);
  check_delaunay(s.triangulation.mesh);
  check_constraints(s.triangulation, s.chains);
  check_cover(s.triangulation, s.chains);
  s.clearance.validate(s.triangulation);
}

}  // namespace clearway
