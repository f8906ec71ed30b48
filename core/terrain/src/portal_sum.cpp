#include "portal_sum.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/tangents.hpp"

namespace clearway {

namespace {

double squared_distance(const Point& p, const Point& a, const Point& b) {
  const Vector ab = b - a, ap = p - a;
  const double along = rounded_ahead(ab, ap), size = dot(ab, ab);
  if (along <= 0) return dot(ap, ap);
  if (along >= size) return dot(p - b, p - b);
  const double across = cross(ap, ab);
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
