#include "refuge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "corners.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "mesh/flood.hpp"
#include "query/free.hpp"

namespace clearway {
namespace {

// Triangles looked at, and candidates to which a path is searched.
constexpr std::size_t most_triangles = 4096, most_paths = 48;
// A refuge is this share of the radii farther away than it needs to be.
constexpr double beside_path = 0.02;
// Candidates in a triangle: its centre, and points this far from there to its corners.
constexpr double towards_corner = 0.6;
// Candidates around the disc, for wide places: directions, and rings of the sum of two radii.
constexpr int refuge_directions = 16, candidate_rings = 3;

}  // namespace

double distance_of(std::span<const Point> a, std::span<const Point> b) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Point &p = a[i], &q = a[std::min(i + 1, a.size() - 1)];
      const Point &s = b[j], &t = b[std::min(j + 1, b.size() - 1)];
      least = std::min(least, distance(p, q, s, t));
    }
  return least;
}

std::vector<Point> RefugeSearch::path(const Point& from, const Place& goal, double radius) {
  Index part = none;
  return corners_from(from, search_.find_place(from, goal, radius, {}, part));
}

std::vector<Point> RefugeSearch::path(const Point& from, const Point& to, double radius) {
  return corners_from(from, search_.find(from, to, radius));
}

void RefugeSearch::add_candidates(const Point& from, double radius,
                                  std::span<const AvoidedPath> avoided) {
  candidates_.clear();
  const auto add = [&](const Point& p) {
    for (const AvoidedPath& other : avoided)
      if (distance_of(other.line, {&p, 1}) < (radius + other.radius) * (1 + beside_path)) return;
    candidates_.push_back({distance(from, p), p});
  };
  const Mesh& mesh = world_.mesh();
  std::size_t seen = 0;
  const auto add_triangle = [&](TriangleId t) {
    ++seen;
    const auto& v = mesh.triangles[t].vertex;
    const Point c = centroid(mesh.point(v[0]), mesh.point(v[1]), mesh.point(v[2]));
    add(c);
    for (const VertexId corner : v) {
      const Vector to = mesh.point(corner) - c;
      add({c.x + towards_corner * to.x, c.y + towards_corner * to.y});
    }
  };
  const TriangleId first = Mesh::triangle_of(world_.locate(from).half_edge);
  add_triangle(first);
  flood(
      mesh, first, [](VertexId) { return true; },
      [&](HalfEdgeId e) {
        if (mesh.constrained(e) || seen >= most_triangles) return Side::wall;
        if (distance(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e))) < 2 * radius)
          return Side::wall;
        add_triangle(Mesh::triangle_of(mesh.twin(e)));
        return Side::pass;
      });
  double apart = radius;
  for (const AvoidedPath& other : avoided) apart = std::max(apart, radius + other.radius);
  for (int ring = 1; ring <= candidate_rings; ++ring)
    for (int k = 0; k < refuge_directions; ++k) {
      const Vector u = turn({1.0, 0.0}, 2 * std::numbers::pi * k / refuge_directions);
      add({from.x + ring * apart * u.x, from.y + ring * apart * u.y});
    }
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return a.away < b.away || (a.away == b.away && before(a.point, b.point));
  });
}

std::optional<Point> RefugeSearch::find(const Point& from, double radius,
                                        std::span<const AvoidedPath> avoided) {
  add_candidates(from, radius, avoided);
  std::optional<Point> best;
  double shortest = std::numeric_limits<double>::infinity();
  std::size_t searched = 0;
  for (const Candidate& candidate : candidates_) {
    if (candidate.away >= shortest || searched >= most_paths) break;
    if (!fits(world_, candidate.point, radius)) continue;
    ++searched;
    const std::vector<Point> line = path(from, candidate.point, radius);
    if (line.empty()) continue;
    const bool is_free = std::all_of(avoided.begin(), avoided.end(), [&](const auto& other) {
      const Point at = other.line.front();
      const double need = std::min(radius + other.radius, distance(from, at));
      return distance_of(line, {&at, 1}) >= need * (1 - beside_path);
    });
    if (!is_free) continue;
    double size = 0.0;
    for (std::size_t i = 1; i < line.size(); ++i) size += distance(line[i - 1], line[i]);
    if (size < shortest) shortest = size, best = candidate.point;
  }
  return best;
}

}  // namespace clearway
