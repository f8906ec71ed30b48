#include "triangulation/triangulation.hpp"

#include <algorithm>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "mesh/location.hpp"

namespace clearway {

Triangulation::Triangulation(const Chains& chains) : chains_(chains) {
  constexpr double far = 2 * max_coordinate;
  constexpr TriangleId first(0), second(1);
  constexpr VertexId a(0), b(1), c(2), d(3);
  mesh.vertices.assign({{-far, -far, Mesh::half_edge(first, 0), 0},
                        {far, -far, Mesh::half_edge(first, 1), 0},
                        {far, far, Mesh::half_edge(first, 2), 0},
                        {-far, far, Mesh::half_edge(second, 2), 0}});
  // Side 2 of the first triangle is c -> a, side 0 of the second one is a -> c.
  mesh.triangles.assign({{{a, b, c}, 0, {none, none, Mesh::half_edge(second, 0).number()}, 0},
                         {{a, c, d}, 0, {Mesh::half_edge(first, 2).number(), none, none}, 0}});
}

void Triangulation::begin_edit() {
  touched_.clear();
  if (++edit_ == 0) {
    for (const TriangleId t : mesh.triangles.ids()) mesh.triangles.edit(t).stamp = 0;
    edit_ = 1;
  }
  first_phase_ = edit_;
}

void Triangulation::reserve(std::size_t more_vertices) {
  // Growth by doubling would need one and a half times the memory at its peak.
  if (more_vertices < mesh.vertices.size()) return;
  more_vertices += more_vertices / 32;  // for crossings and refinement vertices
  mesh.vertices.reserve(mesh.vertices.size() + more_vertices);
  mesh.triangles.reserve(mesh.triangles.size() + 2 * more_vertices);
}

std::size_t Triangulation::bytes() const {
  return mesh.triangles.bytes() + mesh.vertices.bytes() + owners.bytes() + runs_.bytes() +
         free_triangles_.bytes() + free_vertices_.bytes() + free_runs_.bytes() +
         touched_.capacity() * sizeof(Touch) +
         (dirty_.capacity() + stack_.capacity() + suspects_.capacity()) * sizeof(Index);
}

void Triangulation::forget_edit() noexcept {
  touched_.clear();
  dirty_.clear();
  stack_.clear();
  suspects_.clear();
  cover_unknown_ = false;
}

// --- slots -----------------------------------------------------------------

void Triangulation::touch(TriangleId t) {
  const Triangle& triangle = mesh.triangles[t];
  if (triangle.stamp == edit_) return;
  const bool again = triangle.stamp >= first_phase_;
  touched_.push_back({t, triangle.vertex[0] != none, again});
  mesh.triangles.edit(t).stamp = edit_;
}

TriangleId Triangulation::new_triangle() {
  TriangleId t;
  if (free_triangles_.empty()) {
    t = static_cast<TriangleId>(mesh.triangles.size());
    if (t.number() >= none / 4) throw InternalError("the mesh has no room for more triangles");
    mesh.triangles.push_back({{none, none, none}, 0, {none, none, none}, first_phase_ - 1});
  } else {
    t = free_triangles_.back();
    free_triangles_.pop_back();
  }
  touch(t);
  return t;
}

void Triangulation::free_triangle(TriangleId t) {
  touch(t);
  mesh.triangles.edit(t).vertex[0] = none;
  free_triangles_.push_back(t);
}

VertexId Triangulation::new_vertex(const Point& p) {
  if (free_vertices_.empty()) {
    mesh.vertices.push_back({p.x, p.y, none, 0});
    return static_cast<VertexId>(mesh.vertices.size() - 1);
  }
  const VertexId v = free_vertices_.back();
  free_vertices_.pop_back();
  mesh.vertices.edit(v) = {p.x, p.y, none, 0};
  return v;
}

void Triangulation::free_vertex(VertexId v) {
  mesh.vertices.edit(v).edge = none;
  free_vertices_.push_back(v);
}

void Triangulation::glue(HalfEdgeId e, Index raw) {
  mesh.triangles.edit(Mesh::triangle_of(e)).twin[Mesh::side_of(e)] = raw;
  const HalfEdgeId other(raw & ~Mesh::constrained_bit);
  if (other != none)
    mesh.triangles.edit(Mesh::triangle_of(other)).twin[Mesh::side_of(other)] =
        e.number() | (raw & Mesh::constrained_bit);
}

void Triangulation::set_constrained(HalfEdgeId e, bool constrained) {
  const HalfEdgeId f = mesh.twin(e);
  const Index bit = constrained ? Mesh::constrained_bit : 0;
  mesh.triangles.edit(Mesh::triangle_of(e)).twin[Mesh::side_of(e)] = f.number() | bit;
  mesh.triangles.edit(Mesh::triangle_of(f)).twin[Mesh::side_of(f)] = e.number() | bit;
  for (const TriangleId t : {Mesh::triangle_of(e), Mesh::triangle_of(f)}) {
    touch(t);
    dirty_.push_back(t);
  }
}

HalfEdgeId Triangulation::find_edge(VertexId a, VertexId b) const {
  // Search around both vertices alternately, because one of them may have very many edges.
  const HalfEdgeId first_a = mesh.vertices[a].edge, first_b = mesh.vertices[b].edge;
  HalfEdgeId e = first_a, f = first_b;
  do {
    if (mesh.target(e) == b) return e;
    if (mesh.target(f) == a) return mesh.twin(f);
    e = mesh.rotate_ccw(e);
    f = mesh.rotate_ccw(f);
  } while (e != first_a && f != first_b);
  return none;
}

std::pair<VertexId, VertexId> Triangulation::by_degree(VertexId a, VertexId b) const {
  const HalfEdgeId first_a = mesh.vertices[a].edge, first_b = mesh.vertices[b].edge;
  HalfEdgeId e = first_a, f = first_b;
  do {
    e = mesh.rotate_ccw(e);
    f = mesh.rotate_ccw(f);
  } while (e != first_a && f != first_b);
  return e == first_a ? std::pair{a, b} : std::pair{b, a};
}

void Triangulation::add_owners(HalfEdgeId e, std::span<const SegmentId> segments) {
  const VertexId a = mesh.origin(e), b = mesh.target(e);
  bool owned = mesh.constrained(e);
  for (const SegmentId s : segments) owned = owners.toggle(a, b, s);
  for (const VertexId v : {a, b})
    if (mesh.vertices[v].uses == 0 || mesh.is_refinement(v)) suspects_.push_back(v);
  if (owned != mesh.constrained(e))
    set_constrained(e, owned);
  else if (owned)
    touch_beside(e, segments);
}

void Triangulation::note_passing(VertexId v, std::span<const SegmentId> segments) {
  for (const SegmentId s : segments)
    if (v == chains_.start_of(s) || v == chains_.end_of(s)) through_own_end_.insert(s.number());
}

// Called after `segments` have become or ceased to be owners of e. The clearance of a wall is the
// least distance to the straight lines of its owners, which can differ by rounding. It is unchanged
// if every changed segment has the same ends as an owner that remains. Only one remaining owner is
// compared: that suffices for identical obstacles on top of each other, however many there are.
void Triangulation::touch_beside(HalfEdgeId e, std::span<const SegmentId> segments) {
  const SegmentId other = owners.first(mesh.origin(e), mesh.target(e));
  const auto ends = [&](SegmentId s) {
    return std::minmax({chains_.start_of(s), chains_.end_of(s)});
  };
  for (const SegmentId s : segments) {
    if (s != other && ends(s) == ends(other)) continue;
    touch(Mesh::triangle_of(e));
    touch(Mesh::triangle_of(mesh.twin(e)));
    return;
  }
}

// --- inserting and removing points -------------------------------------------

VertexId Triangulation::split_face(TriangleId t, const Point& p) {
  const VertexId v = new_vertex(p);
  const TriangleId t1 = new_triangle(), t2 = new_triangle();
  touch(t);
  Triangle& T = mesh.triangles.edit(t);
  const VertexId a = T.vertex[0], b = T.vertex[1], c = T.vertex[2];
  const Index bc = T.twin[1], ca = T.twin[2];
  T.vertex[2] = v;
  T.twin[1] = Mesh::half_edge(t1, 2).number();
  T.twin[2] = Mesh::half_edge(t2, 1).number();
  Triangle &T1 = mesh.triangles.edit(t1), &T2 = mesh.triangles.edit(t2);
  T1 = {{b, c, v},
        T.cover,
        {none, Mesh::half_edge(t2, 2).number(), Mesh::half_edge(t, 1).number()},
        T1.stamp};
  T2 = {{c, a, v},
        T.cover,
        {none, Mesh::half_edge(t, 2).number(), Mesh::half_edge(t1, 1).number()},
        T2.stamp};
  glue(Mesh::half_edge(t1, 0), bc);
  glue(Mesh::half_edge(t2, 0), ca);
  mesh.vertices.edit(v).edge = Mesh::half_edge(t, 2);
  mesh.vertices.edit(c).edge = Mesh::half_edge(t2, 0);
  stack_.insert(stack_.end(),
                {Mesh::half_edge(t, 0), Mesh::half_edge(t1, 0), Mesh::half_edge(t2, 0)});
  return v;
}

VertexId Triangulation::split_edge(HalfEdgeId e, const Point& p) {
  const VertexId v = new_vertex(p);
  const TriangleId t3 = new_triangle(), t4 = new_triangle();
  const HalfEdgeId f = mesh.twin(e);
  touch(Mesh::triangle_of(e));
  touch(Mesh::triangle_of(f));
  const Index bit = mesh.constrained(e) ? Mesh::constrained_bit : 0;
  const VertexId a = mesh.origin(e), b = mesh.target(e), c = mesh.apex(e), d = mesh.apex(f);
  const HalfEdgeId e1 = Mesh::next(e), f2 = Mesh::prev(f);
  const Index bc = mesh.raw_twin(e1), db = mesh.raw_twin(f2);
  mesh.triangles.edit(Mesh::triangle_of(e1)).vertex[Mesh::side_of(e1)] = v;
  mesh.triangles.edit(Mesh::triangle_of(f)).vertex[Mesh::side_of(f)] = v;
  Triangle &T3 = mesh.triangles.edit(t3), &T4 = mesh.triangles.edit(t4);
  T3 = {{v, b, c},
        mesh.triangles[Mesh::triangle_of(e)].cover,
        {Mesh::half_edge(t4, 0).number() | bit, none, e1.number()},
        T3.stamp};
  T4 = {{b, v, d},
        mesh.triangles[Mesh::triangle_of(f)].cover,
        {Mesh::half_edge(t3, 0).number() | bit, f2.number(), none},
        T4.stamp};
  mesh.triangles.edit(Mesh::triangle_of(e1)).twin[Mesh::side_of(e1)] =
      Mesh::half_edge(t3, 2).number();
  mesh.triangles.edit(Mesh::triangle_of(f2)).twin[Mesh::side_of(f2)] =
      Mesh::half_edge(t4, 1).number();
  glue(Mesh::half_edge(t3, 1), bc);
  glue(Mesh::half_edge(t4, 2), db);
  mesh.vertices.edit(v).edge = f;
  mesh.vertices.edit(b).edge = Mesh::half_edge(t4, 0);
  if (bit) owners.split(a, b, v);
  stack_.insert(stack_.end(),
                {Mesh::prev(e), Mesh::half_edge(t3, 1), Mesh::next(f), Mesh::half_edge(t4, 2)});
  return v;
}

bool Triangulation::sees_all_around(HalfEdgeId e, const Point& p) const {
  for (const HalfEdgeId h : {e, mesh.twin(e)}) {
    const Point a = at(mesh.origin(h)), b = at(mesh.target(h)), c = at(mesh.apex(h));
    if (orientation(b, c, p) <= 0 || orientation(c, a, p) <= 0) return false;
  }
  return true;
}

VertexId Triangulation::insert_vertex(const Point& p, HalfEdgeId near) {
  Location where = walk(mesh, p, near);
  while (refinements_ > 0) {
    // Refinement vertices deviate from the straight line of their wall by rounding. A point this
    // close may lie on the wrong side of the refined wall, or exactly on the straight one, so
    // remove the refinement first.
    std::vector<VertexId> found;
    for (const HalfEdgeId h :
         {where.half_edge, where.kind == Location::edge ? mesh.twin(where.half_edge) : none}) {
      for (Index i = 0; h != none && i < 3; ++i) {
        const VertexId v = mesh.triangles[Mesh::triangle_of(h)].vertex[i];
        if (mesh.is_refinement(v) && is_beside(v, p, p)) found.push_back(v);
      }
    }
    if (found.empty()) break;
    where = walk(mesh, p, mesh.vertices[strip(found)].edge);
  }
  if (where.kind == Location::vertex) return mesh.origin(where.half_edge);
  stack_.clear();
  VertexId v = none;
  bool is_bent = false;
  if (where.kind == Location::edge && mesh.constrained(where.half_edge)) {
    v = split_edge(where.half_edge, p);
  } else {
    // p may lie on the straight line of a segment that a rounded crossing has bent away from p.
    // Touching obstacles leave no gap, so that segment must pass through p.
    const HalfEdgeId beside[2] = {where.half_edge,
                                  where.kind == Location::edge ? mesh.twin(where.half_edge) : none};
    for (const HalfEdgeId h : beside) {
      for (Index i = 0; h != none && v == none && i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(Mesh::triangle_of(h), i);
        if (!mesh.constrained(e)) continue;
        for (const SegmentId s : owners.list(mesh.origin(e), mesh.target(e))) {
          const VertexId from = chains_.start_of(s), to = chains_.end_of(s);
          const bool whole = std::minmax(from, to) == std::minmax(mesh.origin(e), mesh.target(e));
          if (!whole && orientation(at(from), at(to), p) == 0 && between(at(from), at(to), p) &&
              sees_all_around(e, p)) {
            v = split_edge(e, p);
            is_bent = true;
            break;
          }
        }
      }
    }
    if (v == none)
      v = where.kind == Location::edge ? split_edge(where.half_edge, p)
                                       : split_face(Mesh::triangle_of(where.half_edge), p);
  }
  legalise_around(v);
  if (is_bent) {  // p was not on the edge that it split: the edges at p need the test too
    const HalfEdgeId first = mesh.vertices[v].edge;
    HalfEdgeId e = first;
    do {
      dirty_.push_back(Mesh::triangle_of(e));
      e = mesh.rotate_ccw(e);
    } while (e != first);
  }
  return v;
}

// Cuts ears off the star of v by flips until three neighbours are left. If v lies on both diagonals
// of its last four neighbours, no flip is possible; the quadrilateral is then split directly.
void Triangulation::remove_vertex(VertexId v) {
  Index degree = 0;
  HalfEdgeId e = mesh.vertices[v].edge;
  do {
    ++degree;
    e = mesh.rotate_ccw(e);
  } while (e != mesh.vertices[v].edge);

  const Point pv = at(v);
  for (Index misses = 0; degree > 3 && misses <= degree;) {
    const Point d = at(mesh.apex(mesh.twin(e))), p = at(mesh.target(e)), c = at(mesh.apex(e));
    check_interrupt();
    if (orientation(d, p, c) > 0 && orientation(d, c, pv) > 0) {
      dirty_.push_back(Mesh::triangle_of(e));
      dirty_.push_back(Mesh::triangle_of(mesh.twin(e)));
      flip(e);  // e now leads to d
      --degree;
      misses = 0;
    } else {
      e = mesh.rotate_ccw(e);
      ++misses;
    }
  }
  if (degree > 4) throw InternalError("the star of a vertex has no ear to cut");

  VertexId corner[4];
  Index raw[4];
  TriangleId slot[4];
  for (Index i = 0; i < degree; ++i) {
    corner[i] = mesh.target(e);
    raw[i] = mesh.raw_twin(Mesh::next(e));  // corner[i] -> corner[i + 1]
    slot[i] = Mesh::triangle_of(e);
    e = mesh.rotate_ccw(e);
  }
  for (Index i = degree - 2; i < degree; ++i) free_triangle(slot[i]);
  const auto place = [&](TriangleId t, Index i, Index j, Index k) {
    touch(t);
    Triangle& T = mesh.triangles.edit(t);
    T.vertex[0] = corner[i], T.vertex[1] = corner[j], T.vertex[2] = corner[k];
    const Index at_corner[3] = {i, j, k};
    for (Index n = 0; n < 3; ++n)
      mesh.vertices.edit(corner[at_corner[n]]).edge = Mesh::half_edge(t, n);
    dirty_.push_back(t);
  };
  if (degree == 3) {
    place(slot[0], 0, 1, 2);
    for (Index i = 0; i < 3; ++i) glue(Mesh::half_edge(slot[0], i), raw[i]);
  } else {
    const Index s = orientation(at(corner[0]), at(corner[1]), at(corner[2])) > 0 &&
                            orientation(at(corner[0]), at(corner[2]), at(corner[3])) > 0
                        ? 0
                        : 1;
    const Index i = s, j = s + 1, k = s + 2, l = (s + 3) % 4;
    place(slot[0], i, j, k);
    place(slot[1], i, k, l);
    glue(Mesh::half_edge(slot[0], 0), raw[i]);
    glue(Mesh::half_edge(slot[0], 1), raw[j]);
    glue(Mesh::half_edge(slot[1], 1), raw[k]);
    glue(Mesh::half_edge(slot[1], 2), raw[l]);
    glue(Mesh::half_edge(slot[0], 2), Mesh::half_edge(slot[1], 0).number());
  }
  free_vertex(v);
}

// --- Delaunay ----------------------------------------------------------------

// (a, b, c) and (b, a, d) become (a, d, c) and (b, c, d), in the same two slots.
void Triangulation::flip(HalfEdgeId e) {
  const HalfEdgeId f = mesh.twin(e);
  touch(Mesh::triangle_of(e));
  touch(Mesh::triangle_of(f));
  Triangle &E = mesh.triangles.edit(Mesh::triangle_of(e)),
           &F = mesh.triangles.edit(Mesh::triangle_of(f));
  const HalfEdgeId e1 = Mesh::next(e), f1 = Mesh::next(f);
  const VertexId a = E.vertex[Mesh::side_of(e)], b = F.vertex[Mesh::side_of(f)];
  const VertexId c = mesh.apex(e), d = mesh.apex(f);
  const Index bc = E.twin[Mesh::side_of(e1)], ad = F.twin[Mesh::side_of(f1)];
  E.vertex[Mesh::side_of(e1)] = d;
  F.vertex[Mesh::side_of(f1)] = c;
  glue(e, ad);
  glue(f, bc);
  E.twin[Mesh::side_of(e1)] = f1.number();
  F.twin[Mesh::side_of(f1)] = e1.number();
  mesh.vertices.edit(a).edge = e;
  mesh.vertices.edit(b).edge = f;
}

// Lawson's flips for the half-edges on stack_, which all face the new vertex v.
void Triangulation::legalise_around(VertexId v) {
  const Point p = at(v);
  while (!stack_.empty()) {
    const HalfEdgeId e = stack_.back();
    stack_.pop_back();
    const Index raw = mesh.raw_twin(e);
    if (raw >= none) continue;  // constrained, or on the boundary of the frame
    const HalfEdgeId twin(raw);
    if (in_circle_perturbed(at(mesh.origin(e)), at(mesh.target(e)), p, at(mesh.apex(twin))) > 0) {
      flip(e);
      stack_.push_back(e);
      stack_.push_back(Mesh::prev(twin));
    }
  }
}

// Restores the Delaunay property around the dirty triangles. Terminates because every flip lowers
// the lifted, perturbed surface.
void Triangulation::legalise() {
  stack_.clear();
  for (; !dirty_.empty(); dirty_.pop_back()) {
    check_interrupt();
    const TriangleId t = dirty_.back();
    if (mesh.is_live(t))
      stack_.insert(stack_.end(),
                    {Mesh::half_edge(t, 0), Mesh::half_edge(t, 1), Mesh::half_edge(t, 2)});
    while (!stack_.empty()) {
      const HalfEdgeId e = stack_.back();
      stack_.pop_back();
      const Index raw = mesh.raw_twin(e);
      if (raw >= none) continue;
      const HalfEdgeId f(raw);
      check_interrupt();
      if (in_circle_perturbed(at(mesh.origin(e)), at(mesh.target(e)), at(mesh.apex(e)),
                              at(mesh.apex(f))) > 0) {
        flip(e);
        stack_.insert(stack_.end(), {e, Mesh::prev(e), f, Mesh::prev(f)});
      }
    }
  }
}

// --- removing segments -------------------------------------------------------

void Triangulation::withdraw_segment(SegmentId s) {
  if (chains_.start_of(s) == chains_.end_of(s)) return;
  const auto [near, far] = by_degree(chains_.start_of(s), chains_.end_of(s));
  std::vector<VertexId> pending{near};
  while (!pending.empty()) {
    const VertexId v = pending.back();
    pending.pop_back();
    suspects_.push_back(v);
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

}  // namespace clearway
