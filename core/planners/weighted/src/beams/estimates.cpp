#include "estimates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_set>

#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"

namespace clearway {

namespace {

// Triangles around the goal: more cost time and hardly raise the bound.
constexpr std::size_t most_surroundings = 512;

}  // namespace

BeamEstimates::BeamEstimates(const WeightedMesh& mesh, const RouteEnd& goal)
    : mesh_(mesh), goal_(goal), near_weight_(mesh.least_weight) {
  if (goal.is_point() && !goal.empty()) measure_surroundings();
}

// Spreads from the goal g backwards, through triangles that cost no less than its own: w. A path
// from p enters them for the last time in some x on a side, and then costs at least w |x - g|.
// Before, it costs at least m |p - x| >= m |p - g| - m (x - g) u, where m is the least factor and u
// the unit vector from g to p. So it costs w |x - g| - m (x - g) u more than m |p - g|. For all u
// that differ by at most e from the middle c of a sector that is at least (w - m e) |x - g| -
// m (x - g) c. A path that never is outside costs (w - m) |p - g| more.
void BeamEstimates::measure_surroundings() {
  const Point goal = goal_.point();
  double weight = std::numeric_limits<double>::infinity();
  std::vector<TriangleId> found;
  std::unordered_set<TriangleId> known;
  for (const RouteEnd::Part& part : goal_.parts()) {
    weight = std::min(weight, mesh_.weight(part.triangle));
    if (known.insert(part.triangle).second) found.push_back(part.triangle);
  }
  const double least = mesh_.least_weight;
  if (!(weight > least)) return;
  std::vector<HalfEdgeId> entries;
  const Mesh& m = mesh_.mesh;
  for (std::size_t k = 0; k < found.size(); ++k) {
    check_interrupt();
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId side = Mesh::half_edge(found[k], i), back = m.twin(side);
      if (back == none || !mesh_.regions.is_open(back)) continue;
      const TriangleId beyond = Mesh::triangle_of(back);
      if (known.contains(beyond)) continue;
      if (mesh_.weight(beyond) < weight || found.size() >= most_surroundings) {
        entries.push_back(side);
      } else {
        known.insert(beyond);
        found.push_back(beyond);
      }
    }
  }
  near_weight_ = weight;
  from_outside_.fill(std::numeric_limits<double>::infinity());
  constexpr double half = std::numbers::pi / sectors;
  const double off = 2 * std::sin(0.5 * half);
  for (const HalfEdgeId side : entries) {
    const SidePart part = side_of(mesh_, side);
    const Vector to = part.origin - goal;
    for (std::size_t k = 0; k < sectors; ++k) {
      const double angle = (2 * static_cast<double>(k) + 1) * half;
      const Vector u{std::cos(angle), std::sin(angle)};
      from_outside_[k] = std::min(from_outside_[k], least_through_line(part, -least * dot(to, u),
                                                                       -least * dot(part.along, u),
                                                                       weight - least * off, goal));
    }
  }
}

std::size_t BeamEstimates::sector_of(const Point& p) const {
  const Point goal = goal_.point();
  const double turn = std::atan2(p.y - goal.y, p.x - goal.x) / (2 * std::numbers::pi);
  return static_cast<std::size_t>((turn + 1) * sectors) % sectors;
}

double BeamEstimates::last_piece(const Point& a, const Point& b) const {
  if (!(near_weight_ > mesh_.least_weight)) return 0.0;
  const double range = a == b ? distance(goal_.point(), a) : distance(goal_.point(), a, b);
  double out = (near_weight_ - mesh_.least_weight) * range;
  // The sectors in which ab is seen, less than a half turn; all, where that does not tell them.
  std::size_t first = sector_of(a), count = (sector_of(b) + sectors - first) % sectors;
  if (count > sectors / 2) {
    first = (first + count) % sectors;
    count = sectors - count;
  }
  if (count == sectors / 2) count = sectors - 1;
  for (std::size_t k = 0; k <= count; ++k)
    out = std::min(out, from_outside_[(first + k) % sectors]);
  return std::max(out, 0.0);
}

double BeamEstimates::through_line(const SidePart& part, double cost, double slope) const {
  if (goal_.is_point())
    return least_through_line(part, cost, slope, mesh_.least_weight, goal_.point()) +
           last_piece(part.at(part.from), part.at(part.to));
  return least_with_rest(cost, slope, part.to - part.from, mesh_.least_weight,
                         goal_.distance_from(part.at(part.from)),
                         goal_.distance_from(part.at(part.to)));
}

double BeamEstimates::through_point(const SidePart& part, const BeamSource& source,
                                    double weight) const {
  if (goal_.is_point())
    return least_through_point(part, source.cost, source.at, weight, mesh_.least_weight,
                               goal_.point()) +
           last_piece(part.at(part.from), part.at(part.to));
  const Point left = part.at(part.from), right = part.at(part.to);
  const double near = distance(source.at, left, right);
  // The triangle inequality, from the source and from the ends of the part.
  return source.cost +
         std::max((weight - mesh_.least_weight) * near +
                      mesh_.least_weight * goal_.distance_from(source.at),
                  least_with_rest(weight * near, 0.0, part.to - part.from, mesh_.least_weight,
                                  goal_.distance_from(left), goal_.distance_from(right)));
}

}  // namespace clearway
