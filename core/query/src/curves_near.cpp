#include "curves_near.hpp"

#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/flood.hpp"

namespace clearway {

// The segment from a point where the disc fits to the feature it touches crosses free triangles
// only: beyond the triangles that meet the square, only free ones are visited.
bool curves_near(const World& world, const SearchSquare& square, double radius,
                 const IdVector<TriangleId, char>* among, std::size_t max_triangles,
                 std::vector<FeatureCurve>& curves) {
  const Mesh& mesh = world.mesh();
  const double inside = square.radius(), reach = radius * (1 + tolerance::radius) + inside;
  const Point c = square.centre;
  struct Step {
    TriangleId triangle;
    bool is_inside;  // it meets the square
  };
  curves.clear();
  TriangleSet seen;
  std::vector<Step> queue;
  bool is_any_wanted = among == nullptr;
  const TriangleId first = Mesh::triangle_of(world.locate(c).half_edge);
  seen.insert(first);
  queue.push_back({first, true});
  for (std::size_t i = 0; i < queue.size(); ++i) {
    check_interrupt();
    if (i >= max_triangles) return false;
    const TriangleId t = queue[i].triangle;
    const bool is_free = mesh.is_free(t);
    if (queue[i].is_inside && among) is_any_wanted |= (*among)[t] != 0;
    for (Index k = 0; k < 3; ++k) {
      const HalfEdgeId e = Mesh::half_edge(t, k), twin = mesh.twin(e);
      const VertexId v = mesh.origin(e);
      const Point a = mesh.point(v), b = mesh.point(mesh.target(e));
      const double away = distance(c, a, b);
      if (is_free && distance(c, a) <= reach)
        curves.push_back({{ObstacleFeature::vertex, v.number()}, {a, a}});
      if (is_free && mesh.constrained(e) && away <= reach)
        curves.push_back({{ObstacleFeature::edge, e.number()}, {a, b}});
      if (twin == none) continue;
      const bool is_inside = away <= inside;
      if (!is_inside && (!is_free || mesh.constrained(e) || away > reach)) continue;
      if (seen.insert(Mesh::triangle_of(twin)))
        queue.push_back({Mesh::triangle_of(twin), is_inside});
    }
  }
  if (!is_any_wanted) curves.clear();
  return true;
}

}  // namespace clearway
