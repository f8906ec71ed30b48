#include "mesh/location.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {

namespace {

// The location of p if it lies in triangle t; otherwise the side through which the walk leaves.
struct Test {
  bool inside;
  Location where;
  HalfEdgeId exit;
};

// In triangle t, where `on` has a bit for each side whose line contains p.
inline Test inside(TriangleId t, unsigned on) {
  const auto at = [t](Location::Kind kind, Index side) {
    return Test{true, {kind, Mesh::half_edge(t, side), 0, true}, none};
  };
  switch (on) {
    case 0:
      return at(Location::face, 0);
    case 1:
      return at(Location::edge, 0);
    case 2:
      return at(Location::edge, 1);
    case 4:
      return at(Location::edge, 2);
    case 3:
      return at(Location::vertex, 1);
    case 6:
      return at(Location::vertex, 2);
    default:
      return at(Location::vertex, 0);
  }
}

// Tests the sides in order, except `known`: p does not lie beyond that one.
inline Test test(const Mesh& mesh, const Point& p, TriangleId t, HalfEdgeId known) {
  const Triangle& T = mesh.triangles[t];
  const Point a = mesh.point(T.vertex[0]), b = mesh.point(T.vertex[1]), c = mesh.point(T.vertex[2]);
  const Index skipped = Mesh::triangle_of(known) == t ? Mesh::side_of(known) : none;
  unsigned on = 0;
  const auto is_beyond = [&](Index side, const Point& from, const Point& to) {
    if (side == skipped) return false;
    const int o = orientation(from, to, p);
    on |= static_cast<unsigned>(o == 0) << side;
    return o < 0;
  };
  if (is_beyond(0, a, b)) return {false, {}, Mesh::half_edge(t, 0)};
  if (is_beyond(1, b, c)) return {false, {}, Mesh::half_edge(t, 1)};
  if (is_beyond(2, c, a)) return {false, {}, Mesh::half_edge(t, 2)};
  return inside(t, on);
}

// The same in order from side `first`.
inline Test test_from(const Mesh& mesh, const Point& p, TriangleId t, Index first,
                      HalfEdgeId known) {
  const Triangle& T = mesh.triangles[t];
  unsigned on = 0;
  for (Index k = 0; k < 3; ++k) {
    const Index i = first + k < 3 ? first + k : first + k - 3;
    const HalfEdgeId e = Mesh::half_edge(t, i);
    if (e == known) continue;
    const int o = orientation(mesh.point(T.vertex[i]), mesh.point(T.vertex[i == 2 ? 0 : i + 1]), p);
    if (o < 0) return {false, {}, e};
    if (o == 0) on |= 1u << i;
  }
  return inside(t, on);
}

// Steps of a walk before the order of sides varies: nearly all walks are shorter, and a fixed order
// costs less.
constexpr std::size_t steps_in_order = 8;

}  // namespace

bool holds(const Mesh& mesh, TriangleId t, const Point& p) {
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(t, i);
    if (orientation(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)), p) < 0) return false;
  }
  return true;
}

Location walk(const Mesh& mesh, const Point& p, HalfEdgeId start) {
  TriangleId t = Mesh::triangle_of(start);
  HalfEdgeId known = none;
  // In a constrained triangulation a walk with a fixed order of sides can cycle. Varying the order
  // leaves such cycles.
  std::uint32_t random = 2463534242u;
  const auto random_side = [&] {
    random ^= random << 13, random ^= random >> 17, random ^= random << 5;
    return static_cast<Index>((std::uint64_t{random} * 3) >> 32);
  };
  const std::size_t limit = 2 * mesh.triangles.size() + 16;
  for (std::size_t steps = 0; steps < limit; ++steps) {
    const Test found = steps < steps_in_order ? test(mesh, p, t, known)
                                              : test_from(mesh, p, t, random_side(), known);
    if (found.inside) {
      Location where = found.where;
      where.steps = static_cast<std::uint32_t>(steps);
      check_interrupt(1 + where.steps / 16);
      return where;
    }
    known = mesh.twin(found.exit);
    if (known == none) throw InternalError("a point lies outside the frame");
    t = Mesh::triangle_of(known);
  }
  for (const TriangleId t : mesh.triangles.ids()) {
    if (!mesh.is_live(t)) continue;
    const Test found = test(mesh, p, t, none);
    if (found.inside) {
      Location where = found.where;
      where.steps = static_cast<std::uint32_t>(limit + t.number());
      return where;
    }
  }
  throw InternalError("a point lies in no triangle");
}

// --- sectors -------------------------------------------------------------------

namespace {

// Above every number of columns or rows, and converts to an integer without overflow.
constexpr double most_cells = 1e9;
// A walk from a cell's triangle then crosses a few triangles, and cells take little memory.
constexpr double triangles_per_cell = 2;
// Cells of long bounds are square up to this ratio, squared, of their sides; beyond it one row
// would hold nearly all cells, and rounding of their width would matter.
constexpr double most_elongated = 1e3;
// Rebuilding costs as much as the world, so it waits until the number of triangles has changed by
// this factor; the slack prevents rebuilds of small worlds.
constexpr std::size_t stale_factor = 4, stale_slack = 64;

}  // namespace

std::size_t Sectors::column(double x) const {
  const double c = (x - low_.x) * scale_x_;
  return c > 0 ? std::min<std::size_t>(static_cast<Index>(std::min(c, most_cells)), columns_ - 1)
               : 0;
}

std::size_t Sectors::row(double y) const {
  const double r = (y - low_.y) * scale_y_;
  return r > 0 ? std::min<std::size_t>(static_cast<Index>(std::min(r, most_cells)), rows_ - 1) : 0;
}

void Sectors::rebuild(const Mesh& mesh, Point low, Point high) {
  low_ = low, high_ = high;
  std::size_t live = 0;
  for (const Triangle& t : mesh.triangles) live += t.vertex[0] != none;
  built_for_ = live;
  const double cells = std::max<double>(1.0, static_cast<double>(live) / triangles_per_cell);
  const double width = high.x - low.x, height = high.y - low.y;
  const double aspect = width > 0 && height > 0 ? std::clamp(std::sqrt(width / height),
                                                             1 / most_elongated, most_elongated)
                                                : 1.0;
  columns_ = static_cast<std::size_t>(std::clamp(std::sqrt(cells) * aspect, 1.0, cells));
  rows_ = static_cast<std::size_t>(std::clamp(cells / static_cast<double>(columns_), 1.0, cells));
  scale_x_ = width > 0 ? static_cast<double>(columns_) / width : 0.0;
  scale_y_ = height > 0 ? static_cast<double>(rows_) / height : 0.0;
  cell_.assign(columns_ * rows_, none);
  for (const TriangleId t : mesh.triangles.ids())
    if (mesh.is_live(t)) note(mesh, t);
  // Cells that contain no triangle's centre take the entry of the cell before them.
  HalfEdgeId last = none;
  for (HalfEdgeId& c : cell_) last = c = c == none ? last : c;
  for (std::size_t i = cell_.size(); i-- > 0;) last = cell_[i] = cell_[i] == none ? last : cell_[i];
}

bool Sectors::is_stale(std::size_t live) const {
  return live > stale_factor * built_for_ + stale_slack ||
         stale_factor * live + stale_slack < built_for_;
}

void Sectors::note(const Mesh& mesh, TriangleId t) {
  if (cell_.empty() || mesh.touches_frame(t)) return;
  const Triangle& T = mesh.triangles[t];
  const Vertex &a = mesh.vertices[T.vertex[0]], &b = mesh.vertices[T.vertex[1]],
               &c = mesh.vertices[T.vertex[2]];
  const double third = 1.0 / 3.0;
  cell_[row((a.y + b.y + c.y) * third) * columns_ + column((a.x + b.x + c.x) * third)] =
      Mesh::half_edge(t, 0);
}

HalfEdgeId Sectors::hint(const Mesh& mesh, const Point& p) const {
  // A triangle this many cells away is a good start: the walk from it is shorter than looking at
  // the neighbouring cells.
  constexpr double near_enough = 2.0;
  const auto off = [&](HalfEdgeId e) {  // in cells, from p to a corner of the triangle
    const Vertex& v = mesh.vertices[mesh.origin(e)];
    return std::max(std::abs(v.x - p.x) * scale_x_, std::abs(v.y - p.y) * scale_y_);
  };
  if (!cell_.empty()) {
    const std::size_t c = column(p.x), r = row(p.y);
    const auto live = [&](HalfEdgeId e) {
      return e != none && Mesh::triangle_of(e) < mesh.triangles.end_id() &&
             mesh.is_live(Mesh::triangle_of(e));
    };
    const HalfEdgeId own = cell_[r * columns_ + c];
    if (live(own) && off(own) <= near_enough) return own;
    // The stored triangle has been removed or its slot reused elsewhere: look in neighbouring
    // cells.
    HalfEdgeId best = live(own) ? own : none;
    double best_off = best == none ? 0.0 : off(best);
    for (std::size_t j = r > 0 ? r - 1 : 0; j <= std::min(r + 1, rows_ - 1); ++j) {
      for (std::size_t i = c > 0 ? c - 1 : 0; i <= std::min(c + 1, columns_ - 1); ++i) {
        const HalfEdgeId e = cell_[j * columns_ + i];
        if (!live(e)) continue;
        const double d = off(e);
        if (best == none || d < best_off) best = e, best_off = d;
      }
    }
    if (best != none) return best;
  }
  for (TriangleId t{0};; ++t)
    if (mesh.is_live(t)) return Mesh::half_edge(t, 0);
}

}  // namespace clearway
