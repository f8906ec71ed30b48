#include "segment_layer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/crossing.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "line_walk.hpp"

namespace clearway {

namespace {
constexpr int most_flips = 16;    // flips allowed to make room for one crossing
constexpr int most_reroutes = 8;  // constraints rerouted while one segment is laid
constexpr int most_nudges = 3;    // units in the last place by which a crossing is moved
// More steps than this mean a bug: the line crosses each triangle once, and each crossing adds two
// triangles.
constexpr std::size_t steps_per_triangle = 4, more_steps = 64;
}  // namespace

void SegmentLayer::lay(VertexId a, VertexId b) {
  a_ = at(a), b_ = at(b);
  anchor_ = a;
  path_.assign(1, a);
  portals_.clear();
  std::size_t steps = 0;
  reroutes_ = 0;
  while (anchor_ != b) {
    HalfEdgeId along;
    const HalfEdgeId first = leave(mesh_, anchor_, a_, b_, along);
    if (along != none) {
      anchor_ = mesh_.target(along);
      extend(anchor_);
      t_.constraints.toggle(along, segments_);
      continue;
    }
    // `ahead` runs from the left to the right end of the crossed edge. It belongs to the triangle
    // beyond the edge, so that changes behind the edge do not invalidate it.
    HalfEdgeId ahead = mesh_.twin(first);
    for (;;) {
      check_interrupt();
      if (++steps > steps_per_triangle * mesh_.triangles.size() + more_steps)
        throw InternalError("laying a segment does not terminate");
      const auto beside_anchor = [&] {
        return mesh_.origin(ahead) == anchor_ || mesh_.target(ahead) == anchor_;
      };
      const bool is_split = !beside_anchor() && mesh_.constrained(ahead) && cross(ahead);
      if (!is_split && !beside_anchor())
        portals_.push_back({mesh_.origin(ahead), mesh_.target(ahead)});
      // A split divides the triangle ahead at the edge from the new vertex to the apex; its right
      // half lies beyond that edge.
      const HalfEdgeId over_right =
          is_split ? Mesh::prev(mesh_.twin(Mesh::next(ahead))) : Mesh::next(ahead);
      const VertexId q = mesh_.apex(ahead);
      const int side = q == b ? 0 : orientation(a_, b_, at(q));
      if (side == 0) {
        anchor(q);
        break;
      }
      ahead = mesh_.twin(side > 0 ? over_right : Mesh::prev(ahead));
    }
  }
}

std::vector<VertexId> SegmentLayer::refinements(VertexId a, VertexId b) {
  const Point from = at(a), to = at(b);
  std::vector<VertexId> found;
  const auto note = [&](VertexId v) {
    if (mesh_.is_refinement(v) && t_.runs.is_beside(v, from, to)) found.push_back(v);
  };
  for (VertexId u = a; u != b;) {
    HalfEdgeId along;
    const HalfEdgeId first = leave(mesh_, u, from, to, along);
    if (along != none) {
      u = mesh_.target(along);
      note(u);
      continue;
    }
    for (const VertexId v : mesh_.triangles[Mesh::triangle_of(first)].vertex) note(v);
    for (HalfEdgeId ahead = mesh_.twin(first);;) {
      const VertexId q = mesh_.apex(ahead);
      note(q);
      const int side = q == b ? 0 : orientation(from, to, at(q));
      if (side == 0) {
        u = q;
        break;
      }
      ahead = mesh_.twin(side > 0 ? Mesh::next(ahead) : Mesh::prev(ahead));
    }
  }
  return found;
}

void SegmentLayer::follow(std::span<const VertexId> corners) {
  path_.assign(1, corners[0]);
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) connect(corners[i], corners[i + 1]);
}

// --- crossings ---------------------------------------------------------------

// Makes room for a vertex at x on e. The triangle of e can be nearly flat, because all its corners
// come from one input line. If it also reaches beyond an end of e, its longest side is not e, and x
// may lie outside it. Flipping that longest side gives e a fatter triangle. This cannot help if the
// apex is at x. Returns whether the side was flipped; e may become another half-edge.
template <class MayFlip>
bool SegmentLayer::fatten(HalfEdgeId& e, const Point& x, MayFlip may_flip) {
  const Point a = at(mesh_.origin(e)), b = at(mesh_.target(e)), c = at(mesh_.apex(e));
  if (x == c || (orientation(b, c, x) > 0 && orientation(c, a, x) > 0)) return false;
  const bool over_next = distance(b, c) > distance(c, a);
  const HalfEdgeId side = over_next ? Mesh::next(e) : Mesh::prev(e);
  if (mesh_.constrained(side) || mesh_.twin(side) == none || !may_flip(side)) return false;
  const HalfEdgeId other = mesh_.twin(side);
  const Point from = at(mesh_.origin(side)), to = at(mesh_.target(side));
  const Point near = at(mesh_.apex(side)), far = at(mesh_.apex(other));
  if (orientation(near, from, far) <= 0 || orientation(far, to, near) <= 0) return false;
  t_.edits.flip(side);
  t_.flips.mark(Mesh::triangle_of(side));
  t_.flips.mark(Mesh::triangle_of(other));
  if (!over_next) e = other;
  return true;
}

bool SegmentLayer::cross(HalfEdgeId& ahead) {
  const VertexId left = mesh_.origin(ahead), right = mesh_.target(ahead);
  const Point l = at(left), r = at(right);

  // Try the crossing with the whole input segment first. It does not depend on how earlier
  // crossings have bent that segment, so the result does not depend on the order of insertion.
  const SegmentId other = t_.constraints.owners.first(left, right);
  const Point c = t_.constraints.start_of(other), d = t_.constraints.end_of(other);
  for (int tries = 0; tries < most_flips; ++tries) {
    bool fits = false;
    Point x;
    for (const bool whole : {true, false}) {
      if (fits || !crossing(a_, b_, whole ? c : l, whole ? d : r, x)) continue;
      if (x == l || x == r) {
        anchor(x == l ? left : right);
        return false;
      }
      fits = t_.edits.sees_all_around(ahead, x) || (!whole && nudge(ahead, x));
    }
    if (fits) {
      const MeshEdits::Split split = t_.constraints.split_edge(ahead, x);
      t_.flips.mark_border(split);
      anchor(split.vertex);
      return true;
    }
    if (fatten(ahead, x, [](HalfEdgeId) { return true; })) continue;
    // In the triangle behind, only the edge by which the line entered it may be flipped. A flip of
    // any other edge would change triangles outside the sleeve.
    HalfEdgeId behind = mesh_.twin(ahead);
    const auto is_entry = [&](HalfEdgeId side) {
      const VertexId u = mesh_.origin(side), v = mesh_.target(side);
      return !portals_.empty() && ((portals_.back().left == u && portals_.back().right == v) ||
                                   (portals_.back().left == v && portals_.back().right == u));
    };
    if (!fatten(behind, x, is_entry)) break;
    // The flip has replaced the entry portal. The line crosses the new edge, unless the portal
    // before it already ends at the vertex that both edges share.
    const bool shares_left = portals_.back().left == left;
    portals_.pop_back();
    if (const VertexId far = mesh_.apex(behind); !portals_.empty() && far != anchor_) {
      const Portal last = portals_.back();
      if (shares_left ? last.left != left : last.right != right)
        portals_.push_back(shares_left ? Portal{far, right} : Portal{left, far});
    }
    ahead = mesh_.twin(behind);
  }

  // No double near the crossing lies strictly inside the two triangles: they are thinner than the
  // rounding error. An existing vertex must serve as the crossing instead. The candidates are the
  // ends of the crossed edge (left, right), where the laid segment bends, and the apexes behind (p)
  // and ahead (q), to which the crossed constraint is bent. Choose the one that moves a segment
  // least.
  const HalfEdgeId behind = mesh_.twin(ahead);
  const VertexId p = mesh_.apex(behind), q = mesh_.apex(ahead);
  const double to_left = distance(l, a_, b_), to_right = distance(r, a_, b_);
  const double p_to_edge = distance(at(p), l, r), q_to_edge = distance(at(q), l, r);
  const double to_p = std::max(p_to_edge, p == anchor_ ? 0.0 : distance(at(p), a_, b_));
  HalfEdgeId entry = none;  // the side by which the line entered the triangle behind
  for (const HalfEdgeId side : {Mesh::next(behind), Mesh::prev(behind)}) {
    if (!portals_.empty() && mesh_.origin(side) == portals_.back().left &&
        mesh_.target(side) == portals_.back().right)
      entry = side;
  }
  // Bending constraints forwards and backwards could alternate forever, so their number is limited.
  const bool may_give_way = reroutes_ < most_reroutes;
  const double back = entry == none || !may_give_way ? to_p : p_to_edge;
  const double forward = may_give_way ? q_to_edge : to_p;
  const double least = std::min({to_left, to_right, to_p, forward, back});
  // The anchor may lie on the edge up to rounding, with flat triangles in between. If it is nearer
  // than all candidates, make it the apex behind.
  if (p != anchor_ && distance(at(anchor_), l, r) < least && face(left, right)) return cross(ahead);
  // A flat triangle ahead may reach beyond an end of the edge with a longest side that cannot be
  // flipped because it is constrained. Bend that constraint to the corner beside it and try again.
  const bool over_next = distance(r, at(q)) > distance(at(q), l);
  const HalfEdgeId beyond = over_next ? Mesh::next(ahead) : Mesh::prev(ahead);
  if (may_give_way && mesh_.constrained(beyond) &&
      distance(over_next ? l : r, at(q), over_next ? r : l) < least) {
    reroute(beyond);
    return mesh_.constrained(ahead) && cross(ahead);
  }
  if (to_left == least || to_right == least) {
    anchor(to_left == least ? left : right);
  } else if (to_p == least) {
    reroute(behind);
    anchor(p);
  } else if (forward == least) {
    reroute(ahead);
  } else {
    // The crossed constraint now passes through p, so the line must cross the entry side instead.
    reroute(behind);
    portals_.pop_back();
    ahead = entry;
    return mesh_.constrained(ahead) && cross(ahead);
  }
  return false;
}

// Makes the anchor the apex of the triangle behind the edge left-right, so that the sleeve consists
// of that triangle alone. Returns false and changes nothing unless the anchor sees both ends of the
// edge within the sleeve.
bool SegmentLayer::face(VertexId left, VertexId right) {
  if (portals_.empty() || !is_straight(anchor_, left) || !is_straight(anchor_, right)) return false;
  for (const VertexId v : {left, right}) {
    SleeveRefill::Sleeve sleeve;
    if (t_.edits.find_edge(anchor_, v) == none && refill_.open(anchor_, v, sleeve) == none)
      refill_.refill(anchor_, sleeve);
  }
  portals_.clear();
  return true;
}

// Moves x by up to `most_nudges` units in the last place to a point strictly inside the two
// triangles at the edge. Returns whether there is one.
bool SegmentLayer::nudge(HalfEdgeId ahead, Point& x) const {
  const double size = std::max({std::abs(x.x), std::abs(x.y), min_coordinate});
  const double unit = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  for (int ring = 1; ring <= most_nudges; ++ring) {
    double best = std::numeric_limits<double>::infinity();
    Point found;
    for (int i = -ring; i <= ring; ++i) {
      for (int j = -ring; j <= ring; ++j) {
        if (std::max(std::abs(i), std::abs(j)) != ring) continue;
        Point y{x.x + i * unit, x.y + j * unit};
        if (std::abs(y.x) < min_coordinate) y.x = 0.0;
        if (std::abs(y.y) < min_coordinate) y.y = 0.0;
        const double moved = distance(x, y);
        if (moved < best && t_.edits.sees_all_around(ahead, y)) {
          best = moved;
          found = y;
        }
      }
    }
    if (best < std::numeric_limits<double>::infinity()) {
      x = found;
      return true;
    }
  }
  return false;
}

// Reroutes the segments along e over the two other sides of its triangle. The triangle thereby
// moves to the other side of these segments and takes its cover from there.
void SegmentLayer::reroute(HalfEdgeId e) {
  ++reroutes_;
  const std::vector<SegmentId> segments =
      t_.constraints.owners.list(mesh_.origin(e), mesh_.target(e));
  t_.constraints.toggle(e, segments);
  t_.constraints.toggle(Mesh::next(e), segments);
  t_.constraints.toggle(Mesh::prev(e), segments);
  t_.constraints.note_passing(mesh_.apex(e), segments);
  mesh_.triangles.edit(Mesh::triangle_of(e)).cover =
      mesh_.triangles[Mesh::triangle_of(mesh_.twin(e))].cover;
}

// --- the path within its sleeve ------------------------------------------------

// Appends v to the laid path. The former end becomes an inner vertex of the path.
void SegmentLayer::extend(VertexId v) {
  if (path_.size() > 1) t_.constraints.note_passing(path_.back(), segments_);
  path_.push_back(v);
}

void SegmentLayer::anchor(VertexId v) {
  if (v == anchor_) return;
  join(anchor_, v);
  anchor_ = v;
  portals_.clear();
}

// Whether the straight line from u to v stays strictly within the sleeve.
bool SegmentLayer::is_straight(VertexId u, VertexId v) const {
  const Point from = at(u), to = at(v);
  return std::all_of(portals_.begin(), portals_.end(), [&](const Portal& p) {
    return (p.left == v || orientation(from, to, at(p.left)) > 0) &&
           (p.right == v || orientation(from, to, at(p.right)) < 0);
  });
}

void SegmentLayer::join(VertexId u, VertexId v) {
  if (is_straight(u, v)) {
    connect(u, v);
    return;
  }
  std::vector<Portal> portals = portals_;
  portals.push_back({v, v});
  VertexId apex = u, left = u, right = u;
  std::size_t left_at = 0, right_at = 0;
  std::vector<VertexId> corners;
  const auto turn = [&](VertexId a, VertexId b, VertexId c) {
    return orientation(at(a), at(b), at(c));
  };
  for (std::size_t i = 0; i < portals.size(); ++i) {
    const Portal portal = portals[i];
    if (turn(apex, right, portal.right) >= 0) {
      if (apex == right || left == apex || turn(apex, left, portal.right) < 0) {
        right = portal.right, right_at = i;
      } else {
        corners.push_back(left);
        apex = right = left, i = right_at = left_at;
        continue;
      }
    }
    if (turn(apex, left, portal.left) <= 0) {
      if (apex == left || right == apex || turn(apex, right, portal.left) > 0) {
        left = portal.left, left_at = i;
      } else {
        corners.push_back(right);
        apex = left = right, i = left_at = right_at;
        continue;
      }
    }
  }
  corners.push_back(v);
  for (const VertexId corner : corners) {
    if (corner != u) connect(u, corner);
    u = corner;
  }
}

void SegmentLayer::connect(VertexId u, VertexId v) {
  if (const HalfEdgeId e = t_.edits.find_edge(u, v); e != none) {
    t_.constraints.toggle(e, segments_);
    extend(v);
    return;
  }
  SleeveRefill::Sleeve sleeve;
  if (const VertexId m = refill_.open(u, v, sleeve); m != none) {
    connect(u, m);
    connect(m, v);
    return;
  }
  t_.constraints.toggle(refill_.refill(u, sleeve), segments_);
  extend(v);
}

}  // namespace clearway
