#include "connected.hpp"

#include "clearway/geometry/predicates.hpp"
#include "clearway/query/around.hpp"

namespace clearway {
namespace {

// Whether the center of a disc may cross the side: it keeps the radius from both ends.
bool is_open(const Mesh& mesh, Index e, double radius) {
  if (mesh.constrained(e)) return false;
  return radius == 0 ||
         compare_distance(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)), 2 * radius) >= 0;
}

}  // namespace

bool may_connect(const Mesh& mesh, const Location& from, const Location& to, double radius) {
  std::vector<char> seen(mesh.triangles.size(), 0);
  std::vector<Index> queue[2];
  const Location* ends[2] = {&from, &to};
  bool met = false;
  const auto reach = [&](int side, Index t) {
    if (!mesh.is_free(t) || seen[t] == side + 1) return;
    met |= seen[t] == 2 - side;
    seen[t] = static_cast<char>(side + 1);
    queue[side].push_back(t);
  };
  for (const int side : {0, 1})
    for_each_triangle_at(mesh, *ends[side], [&](Index t) { reach(side, t); });
  for (std::size_t at = 0; !met; ++at) {
    for (const int side : {0, 1}) {
      if (at >= queue[side].size()) return false;
      const Index t = queue[side][at];
      for (Index i = 0; i < 3; ++i)
        if (const Index e = Mesh::half_edge(t, i); is_open(mesh, e, radius))
          reach(side, Mesh::triangle_of(mesh.twin(e)));
    }
  }
  return true;
}

std::vector<char> may_reach(const Mesh& mesh, const Location& from, double radius) {
  std::vector<char> seen(mesh.triangles.size(), 0);
  std::vector<Index> queue;
  const auto reach = [&](Index t) {
    if (!mesh.is_free(t) || seen[t]) return;
    seen[t] = 1;
    queue.push_back(t);
  };
  for_each_triangle_at(mesh, from, reach);
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (Index side = 0; side < 3; ++side)
      if (const Index e = Mesh::half_edge(queue[i], side); is_open(mesh, e, radius))
        reach(Mesh::triangle_of(mesh.twin(e)));
  return seen;
}

}  // namespace clearway
