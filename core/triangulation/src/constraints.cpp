#include "triangulation/constraints.hpp"

#include <algorithm>
#include <limits>

#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"

namespace clearway {

void Constraints::toggle(HalfEdgeId e, std::span<const SegmentId> segments) {
  const Mesh& mesh = edits_.mesh;
  const VertexId a = mesh.origin(e), b = mesh.target(e);
  bool owned = mesh.constrained(e);
  for (const SegmentId s : segments) owned = owners.toggle(a, b, s);
  for (const VertexId v : {a, b})
    if (mesh.vertices[v].uses == 0 || mesh.is_refinement(v)) suspects.push_back(v);
  if (owned != mesh.constrained(e))
    set_constrained(e, owned);
  else if (owned)
    touch_beside(e, segments);
}

void Constraints::set_constrained(HalfEdgeId e, bool constrained) {
  edits_.set_constrained(e, constrained);
  flips_.mark(Mesh::triangle_of(e));
  flips_.mark(Mesh::triangle_of(edits_.mesh.twin(e)));
}

void Constraints::note_passing(VertexId v, std::span<const SegmentId> segments) {
  for (const SegmentId s : segments)
    if (v == chains_.start_of(s) || v == chains_.end_of(s)) through_own_end_.insert(s.number());
}

// Called after `segments` have become or ceased to be owners of e. The clearance of a wall is the
// least distance to the straight lines of its owners, which can differ by rounding. It is unchanged
// if every changed segment has the same ends as an owner that remains. Only one remaining owner is
// compared: that suffices for identical obstacles on top of each other, however many there are.
void Constraints::touch_beside(HalfEdgeId e, std::span<const SegmentId> segments) {
  const Mesh& mesh = edits_.mesh;
  const SegmentId other = owners.first(mesh.origin(e), mesh.target(e));
  const auto ends = [&](SegmentId s) {
    return std::minmax({chains_.start_of(s), chains_.end_of(s)});
  };
  for (const SegmentId s : segments) {
    if (s != other && ends(s) == ends(other)) continue;
    edits_.touch(Mesh::triangle_of(e));
    edits_.touch(Mesh::triangle_of(mesh.twin(e)));
    return;
  }
}

void Constraints::withdraw(SegmentId s) {
  if (chains_.start_of(s) == chains_.end_of(s)) return;
  const auto [near, far] = edits_.by_degree(chains_.start_of(s), chains_.end_of(s));
  const Mesh& mesh = edits_.mesh;
  std::vector<VertexId> pending{near};
  while (!pending.empty()) {
    const VertexId v = pending.back();
    pending.pop_back();
    suspects.push_back(v);
    if (v == far && !through_own_end_.contains(s.number())) continue;
    const HalfEdgeId first = mesh.vertices[v].edge;
    HalfEdgeId e = first;
    do {
      if (mesh.constrained(e)) {
        const VertexId w = mesh.target(e);
        if (owners.has(v, w, s)) {
          if (owners.toggle(v, w, s))
            touch_beside(e, {&s, 1});
          else
            set_constrained(e, false);
          pending.push_back(w);
        }
      }
      e = mesh.rotate_ccw(e);
    } while (e != first);
  }
  through_own_end_.erase(s.number());
}

MeshEdits::Split Constraints::split_edge(HalfEdgeId e, const Point& p) {
  const Mesh& mesh = edits_.mesh;
  const VertexId a = mesh.origin(e), b = mesh.target(e);
  const bool is_constrained = mesh.constrained(e);
  const MeshEdits::Split split = edits_.split_edge(e, p);
  if (is_constrained) owners.split(a, b, split.vertex);
  return split;
}

bool Constraints::is_bent_away(HalfEdgeId e, const Point& p) const {
  const Mesh& mesh = edits_.mesh;
  const VertexId origin = mesh.origin(e), target = mesh.target(e);
  for (const SegmentId s : owners.list(origin, target)) {
    const VertexId from = chains_.start_of(s), to = chains_.end_of(s);
    const bool whole = std::minmax(from, to) == std::minmax(origin, target);
    const Point a = mesh.point(from), b = mesh.point(to);
    if (!whole && orientation(a, b, p) == 0 && between(a, b, p)) return true;
  }
  return false;
}

std::pair<Point, Point> Constraints::straight(HalfEdgeId e) const {
  const Mesh& mesh = edits_.mesh;
  const SegmentId s = owners.first(mesh.origin(e), mesh.target(e));
  return {start_of(s), end_of(s)};
}

double Constraints::height_below(const Point& p, HalfEdgeId e) const {
  const Mesh& mesh = edits_.mesh;
  double least = std::numeric_limits<double>::infinity();
  for (const SegmentId s : owners.list(mesh.origin(e), mesh.target(e)))
    least = std::min(least, distance_below(p, start_of(s), end_of(s)));
  return least;
}

}  // namespace clearway
