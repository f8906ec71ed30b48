#include "sleeve_refill.hpp"

#include <algorithm>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "line_walk.hpp"

namespace clearway {

VertexId SleeveRefill::open(VertexId u, VertexId v, Sleeve& sleeve) const {
  const Point from = at(u), to = at(v);
  HalfEdgeId along;
  HalfEdgeId e = leave(mesh_, u, from, to, along);
  if (along != none) return mesh_.target(along);
  const auto link = [&](VertexId vertex, HalfEdgeId half_edge) {
    return Link{vertex, half_edge, mesh_.raw_twin(half_edge), false};
  };
  sleeve.triangles.push_back(Mesh::triangle_of(e));
  sleeve.right.push_back(link(mesh_.origin(e), Mesh::prev(e)));
  sleeve.left.push_back(link(mesh_.target(e), Mesh::next(e)));
  for (;;) {
    check_interrupt();
    if (mesh_.constrained(e))
      throw InternalError("an edge of a laid path would cross a constraint");
    const HalfEdgeId ahead = mesh_.twin(e);
    const VertexId q = mesh_.apex(ahead);
    sleeve.triangles.push_back(Mesh::triangle_of(ahead));
    const int side = q == v ? 0 : orientation(from, to, at(q));
    if (side == 0 && q != v) return q;
    if (side >= 0) sleeve.left.push_back(link(q, Mesh::prev(ahead)));
    if (side <= 0) sleeve.right.push_back(link(q, Mesh::next(ahead)));
    if (side == 0) return none;
    e = side > 0 ? Mesh::next(ahead) : Mesh::prev(ahead);
  }
}

HalfEdgeId SleeveRefill::refill(VertexId u, Sleeve& sleeve) {
  const std::uint32_t cover = t_.is_cover_unknown ? TriangulationParts::unknown_cover
                                                  : mesh_.triangles[sleeve.triangles[0]].cover;
  for (const TriangleId t : sleeve.triangles) {
    t_.edits.touch(t);
    t_.flips.mark(t);
    mesh_.triangles.edit(t).vertex[0] = none;
  }
  for (std::vector<Link>* chain : {&sleeve.left, &sleeve.right}) {
    for (Link& link : *chain) {
      const HalfEdgeId other(link.raw & ~Mesh::constrained_bit);
      link.folded = other != none && !mesh_.is_live(Mesh::triangle_of(other));
    }
  }
  slots_ = std::move(sleeve.triangles);
  folded_.clear();
  const Link left = fill(u, sleeve.left, true, cover);
  const Link right = fill(u, sleeve.right, false, cover);
  const HalfEdgeId base(left.raw);
  t_.edits.glue(base, right.raw);
  return base;
}

// Triangulates one half of an opened sleeve: the polygon between the chain and the base, the edge
// from u to the last vertex of the chain. Every vertex of the chain sees the base, so a single scan
// that cuts each convex corner as soon as it appears is enough (Toussaint and Avis 1982). Returns
// the link whose `raw` is the half-edge of the base.
SleeveRefill::Link SleeveRefill::fill(VertexId u, const std::vector<Link>& chain, bool is_left,
                                      std::uint32_t cover) {
  std::vector<Link> stack{{u, none, none, false}};
  for (const Link& link : chain) {
    stack.push_back(link);
    while (stack.size() >= 3) {
      const Link c = stack.back(), m = stack[stack.size() - 2];
      const VertexId a = stack[stack.size() - 3].vertex;
      const int turn = orientation(at(a), at(m.vertex), at(c.vertex));
      if (is_left ? turn >= 0 : turn <= 0) break;
      const TriangleId t = slots_.back();
      slots_.pop_back();
      Triangle& T = mesh_.triangles.edit(t);
      // Side 0 faces the base; it becomes the next link of the stack.
      if (is_left) {
        T = {{a, c.vertex, m.vertex}, cover, {none, none, none}, T.stamp};
        glue_link(Mesh::half_edge(t, 1), c);
        glue_link(Mesh::half_edge(t, 2), m);
      } else {
        T = {{c.vertex, a, m.vertex}, cover, {none, none, none}, T.stamp};
        glue_link(Mesh::half_edge(t, 1), m);
        glue_link(Mesh::half_edge(t, 2), c);
      }
      for (Index i = 0; i < 3; ++i) mesh_.vertices.edit(T.vertex[i]).edge = Mesh::half_edge(t, i);
      stack.resize(stack.size() - 2);
      stack.push_back({c.vertex, none, Mesh::half_edge(t, 0).number(), false});
    }
  }
  if (stack.size() != 2) throw InternalError("a sleeve could not be filled");
  return stack.back();
}

// A folded link had triangles of the sleeve on both sides. The side that is filled first is kept in
// folded_ until the other one is filled, and then both are glued.
void SleeveRefill::glue_link(HalfEdgeId e, const Link& link) {
  if (!link.folded) {
    t_.edits.glue(e, link.raw);
    return;
  }
  const HalfEdgeId other(link.raw & ~Mesh::constrained_bit);
  const auto half =
      std::find_if(folded_.begin(), folded_.end(), [&](const auto& f) { return f.first == other; });
  if (half == folded_.end())
    folded_.push_back({link.old, e});
  else
    t_.edits.glue(e, half->second.number() | (link.raw & Mesh::constrained_bit));
}

}  // namespace clearway
