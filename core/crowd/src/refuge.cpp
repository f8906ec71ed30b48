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

// Triangles looked at, candidates, and those to which a path is searched.
constexpr std::size_t most_triangles = 4096, most_candidates = 256, most_paths = 48;
// A refuge is this share of the radii farther away than it needs to be.
constexpr double beside_path = 0.02;
// Candidates whose way is longer by this factor than the shortest path so far are left out.
constexpr double longer_way = 1.5;
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

bool RefugeSearch::is_beside(const Point& p, double radius,
                             std::span<const AvoidedPath> avoided) const {
  return std::all_of(avoided.begin(), avoided.end(), [&](const AvoidedPath& other) {
    return distance_of(other.line, {&p, 1}) >= (radius + other.radius) * (1 + beside_path);
  });
}

// Whether a disc may pass a portal: it is wide enough, and none of the discs at the beginnings of
// the paths covers all of the part that the centre can cross.
bool RefugeSearch::is_passable(HalfEdgeId e, double radius,
                               std::span<const AvoidedPath> avoided) const {
  const Mesh& mesh = world_.mesh();
  if (mesh.constrained(e)) return false;
  const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
  const double size = distance(a, b);
  if (size < 2 * radius) return false;
  const double end = size > 0 ? radius / size : 0.0;
  const Point p{a.x + end * (b.x - a.x), a.y + end * (b.y - a.y)},
      q{b.x + end * (a.x - b.x), b.y + end * (a.y - b.y)};
  return std::none_of(avoided.begin(), avoided.end(), [&](const AvoidedPath& other) {
    const double apart = radius + other.radius;
    return other.is_in_the_way && distance(other.line.front(), p) < apart &&
           distance(other.line.front(), q) < apart;
  });
}

void RefugeSearch::add_candidate(const Point& p, double away, double radius,
                                 std::span<const AvoidedPath> avoided) {
  if (is_beside(p, radius, avoided) && fits(world_, p, radius)) candidates_.push_back({away, p});
}

// Expands the triangles in the order in which the disc reaches them, about.
void RefugeSearch::add_candidates(const Point& from, double radius,
                                  std::span<const AvoidedPath> avoided) {
  candidates_.clear();
  double apart = radius;
  for (const AvoidedPath& other : avoided) apart = std::max(apart, radius + other.radius);
  for (int ring = 1; ring <= candidate_rings; ++ring)
    for (int k = 0; k < refuge_directions; ++k) {
      const Vector u = turn({1.0, 0.0}, 2 * std::numbers::pi * k / refuge_directions);
      add_candidate({from.x + ring * apart * u.x, from.y + ring * apart * u.y}, ring * apart,
                    radius, avoided);
    }
  const Mesh& mesh = world_.mesh();
  const auto middle = [&](HalfEdgeId e) {
    const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
    return Point{0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
  };
  open_.clear();
  reached_.begin(mesh);
  // Of the portals of a triangle that is reached at `at` after a way of `away`.
  const auto add_portals = [&](TriangleId t, const Point& at, double away) {
    const auto& v = mesh.triangles[t].vertex;
    const Point c = centroid(mesh.point(v[0]), mesh.point(v[1]), mesh.point(v[2]));
    add_candidate(c, away + distance(at, c), radius, avoided);
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i), twin = mesh.twin(e);
      if (twin == none || !is_passable(e, radius, avoided)) continue;
      open_.push({away + distance(at, middle(e)), twin});
    }
  };
  const TriangleId first = Mesh::triangle_of(world_.locate(from).half_edge);
  reached_.insert(first);
  add_portals(first, from, 0.0);
  std::size_t seen = 0;
  while (!open_.empty() && seen < most_triangles && candidates_.size() < most_candidates) {
    const auto [away, e] = open_.pop();
    if (!reached_.insert(Mesh::triangle_of(e))) continue;
    ++seen;
    check_interrupt();
    add_candidate(middle(e), away, radius, avoided);
    add_portals(Mesh::triangle_of(e), middle(e), away);
  }
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return a.away < b.away || (a.away == b.away && before(a.point, b.point));
  });
}

bool RefugeSearch::leads_home(const Point& p, double radius, const WayHome& home) {
  const std::vector<Point> line = path(p, home.goal, radius);
  if (line.empty()) return false;
  const double need = std::min(home.apart, distance(line.back(), home.other));
  return distance_of(line, {&home.other, 1}) >= need * (1 - beside_path);
}

std::optional<Point> RefugeSearch::find(const Point& from, double radius,
                                        std::span<const AvoidedPath> avoided, const WayHome* home) {
  add_candidates(from, radius, avoided);
  std::optional<Point> best;
  double shortest = std::numeric_limits<double>::infinity();
  std::size_t searched = 0;
  for (const Candidate& candidate : candidates_) {
    if (candidate.away >= longer_way * shortest || searched >= most_paths) break;
    ++searched;
    const std::vector<Point> line = path(from, candidate.point, radius);
    if (line.empty()) continue;
    const bool is_free = std::all_of(avoided.begin(), avoided.end(), [&](const auto& other) {
      if (!other.is_in_the_way) return true;
      const Point at = other.line.front();
      const double need = std::min(radius + other.radius, distance(from, at));
      return distance_of(line, {&at, 1}) >= need * (1 - beside_path);
    });
    if (!is_free) continue;
    double size = 0.0;
    for (std::size_t i = 1; i < line.size(); ++i) size += distance(line[i - 1], line[i]);
    if (size >= shortest || (home && !leads_home(candidate.point, radius, *home))) continue;
    shortest = size;
    best = candidate.point;
  }
  return best;
}

}  // namespace clearway
