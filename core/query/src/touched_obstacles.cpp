#include "query/touched_obstacles.hpp"

#include <algorithm>

#include "clearway/base/interrupt.hpp"
#include "query/swept_triangles.hpp"

namespace clearway {

std::vector<Handle> touched_obstacles(const World& world, std::span<const Segment> path) {
  const Mesh& mesh = world.mesh();
  std::vector<Handle> out;
  for (const TriangleId t : swept_triangles(world, path, 0.0)) {
    check_interrupt();
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!mesh.constrained(e)) continue;
      const std::vector<Handle> owners = world.owners_of_edge(e);
      out.insert(out.end(), owners.begin(), owners.end());
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace clearway
