#include "portal_sum.hpp"

#include <algorithm>
#include <cmath>

namespace clearway {

namespace {

double squared_distance(const Point& p, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, x = p.x - a.x, y = p.y - a.y;
  const double along = x * dx + y * dy, size = dx * dx + dy * dy;
  if (along <= 0) return x * x + y * y;
  if (along >= size) return (p.x - b.x) * (p.x - b.x) + (p.y - b.y) * (p.y - b.y);
  const double across = x * dy - y * dx;
  return across * across / size;
}

}  // namespace

double portal_gap(const Mesh& mesh, HalfEdgeId a, HalfEdgeId b) {
  const VertexId from = mesh.origin(a), to = mesh.target(a), low = mesh.origin(b),
                 high = mesh.target(b);
  if (from == low || from == high || to == low || to == high) return 0.0;
  const Point p = mesh.point(from), q = mesh.point(to), u = mesh.point(low), v = mesh.point(high);
  return std::sqrt(std::min({squared_distance(p, u, v), squared_distance(q, u, v),
                             squared_distance(u, p, q), squared_distance(v, p, q)}));
}

void PortalSum::add(HalfEdgeId portal) {
  const double straight = base_ + portal_gap(mesh_, from_, portal);
  if (straight < sum_) {
    base_ = sum_;
    from_ = last_;
    sum_ = std::max(sum_, base_ + portal_gap(mesh_, from_, portal));
  } else {
    sum_ = straight;
  }
  last_ = portal;
}

}  // namespace clearway
