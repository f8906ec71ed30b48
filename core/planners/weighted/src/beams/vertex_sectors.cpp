#include "vertex_sectors.hpp"

#include <cmath>

#include "clearway/geometry/predicates.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

VertexSectors::VertexSectors(const WeightedMesh& mesh)
    : mesh_(mesh), slots_(mesh.mesh.half_edge_slots(), VertexSectorId(none)) {}

VertexSectorId VertexSectors::of(HalfEdgeId corner) {
  if (slots_[corner] != none) return slots_[corner];
  const VertexSectorId id = sectors_.end_id();
  sectors_.push_back(make(corner));
  const VertexSector& sector = sectors_.back();
  HalfEdgeId e = sector.first;
  for (Index i = 0; i < sector.count; ++i, e = mesh_.mesh.rotate_ccw(e)) slots_.set(e, id);
  return id;
}

VertexSector VertexSectors::make(HalfEdgeId corner) const {
  const Mesh& mesh = mesh_.mesh;
  VertexSector out;
  out.first = corner;
  while (mesh_.regions.is_open_both_ways(out.first)) {
    out.first = mesh.rotate_cw(out.first);
    if (out.first != corner) continue;
    out.is_closed = true;
    break;
  }
  if (out.is_closed) {
    HalfEdgeId e = corner;
    do {
      if (mesh_.is_border(e)) out.first = e;
      e = mesh.rotate_ccw(e);
    } while (e != corner);
  }
  HalfEdgeId e = out.first;
  for (;;) {
    ++out.count;
    if (!mesh_.regions.is_open_both_ways(Mesh::prev(e))) break;
    e = mesh.rotate_ccw(e);
    if (e == out.first) break;
  }
  out.kind = kind_of(out);
  return out;
}

VertexSector::Kind VertexSectors::kind_of(const VertexSector& sector) const {
  const Mesh& mesh = mesh_.mesh;
  HalfEdgeId borders[2] = {none, none};
  Index count = 0;
  HalfEdgeId e = sector.first, last = e;
  for (Index i = 0; i < sector.count; ++i, e = mesh.rotate_ccw(e)) {
    if ((i > 0 || sector.is_closed) && mesh_.is_border(e)) {
      if (count < 2) borders[count] = e;
      ++count;
    }
    last = e;
  }
  const Point v = mesh.point(mesh.origin(sector.first));
  if (count > 0) {
    if (count != 2 || !sector.is_closed) return VertexSector::Kind::border;
    const Vector a = mesh.point(mesh.target(borders[0])) - v,
                 b = mesh.point(mesh.target(borders[1])) - v;
    return std::abs(cross(a, b)) <= tolerance::straight_border * length(a) * length(b) &&
                   rounded_ahead(a, b) < 0
               ? VertexSector::Kind::flat
               : VertexSector::Kind::border;
  }
  if (sector.is_closed) return VertexSector::Kind::plain;
  if (mesh_.regions.is_open_either_way(sector.first) ||
      mesh_.regions.is_open_either_way(Mesh::prev(last)))
    return VertexSector::Kind::corner;
  const VertexId right = mesh.target(sector.first), left = mesh.apex(last);
  if (left == right) return VertexSector::Kind::corner;
  const auto turn = orientation(v, mesh.point(right), mesh.point(left));
  if (turn != 0) return turn < 0 ? VertexSector::Kind::corner : VertexSector::Kind::plain;
  // A half turn, or a whole one between two walls on one line.
  return between(mesh.point(right), mesh.point(left), v) ? VertexSector::Kind::plain
                                                         : VertexSector::Kind::corner;
}

}  // namespace clearway
