#include "clearway/visibility/sight.hpp"

#include <algorithm>

#include "clearway/base/interrupt.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {

Sight::Sight(const World& world, const Corners& corners)
    : world_(world), mesh_(world.mesh()), corners_(corners), seen_(corners.size(), 0) {}

void list_exits(const Mesh& mesh, const Location& at, std::vector<HalfEdgeId>& exits) {
  exits.clear();
  const HalfEdgeId e = at.half_edge;
  const auto is_free = [&](HalfEdgeId h) { return mesh.is_free(Mesh::triangle_of(h)); };
  if (at.kind == Location::face) {
    if (is_free(e)) exits = {e, Mesh::next(e), Mesh::prev(e)};
  } else if (at.kind == Location::edge) {
    const HalfEdgeId t = mesh.twin(e);
    for (const HalfEdgeId side : {e, t})
      if (is_free(side)) exits.insert(exits.end(), {Mesh::next(side), Mesh::prev(side)});
    if (exits.size() == 2) exits.push_back(none);
  } else {
    HalfEdgeId begin = e;
    do {
      const HalfEdgeId before = mesh.rotate_cw(begin);
      if (is_free(begin) && !is_free(before)) break;
      begin = before;
    } while (begin != e);
    HalfEdgeId f = begin;
    do {
      if (is_free(f))
        exits.push_back(Mesh::next(f));
      else if (!exits.empty() && exits.back() != none)
        exits.push_back(none);
      f = mesh.rotate_ccw(f);
    } while (f != begin);
  }
}

bool Outline::add(const Point& p) {
  if (!ring_.empty() && ring_.back() == p) return false;
  ring_.push_back(p);
  return true;
}

// Whether an end of the edge is a refinement vertex at p.
bool Outline::is_refinement(HalfEdgeId edge, const Point& p) const {
  for (const VertexId v : {mesh_.origin(edge), mesh_.target(edge)})
    if (mesh_.is_refinement(v) && mesh_.point(v) == p) return true;
  return false;
}

void Outline::stretch(HalfEdgeId edge, const Point& right, const Point& left) {
  const bool goes_on =
      edge == last_ || (last_ != none && ring_.back() == right && is_refinement(edge, right));
  if (goes_on) {
    if (has_end_) ring_.pop_back();
  } else {
    add(right);
  }
  has_end_ = add(left);
  if (first_ == none) first_ = edge;
  last_ = edge;
}

void Outline::gap(const Point& at) {
  add(at);
  last_ = none;
}

void Outline::close() {
  if (ring_.size() > 3 && has_end_ && first_ == last_) {
    ring_.pop_back();
    ring_.erase(ring_.begin());
  }
  const bool joins = ring_.size() > 3 && last_ != none && ring_.front() == ring_.back();
  if (joins && is_refinement(last_, ring_.back())) {
    ring_.pop_back();
    ring_.erase(ring_.begin());
  }
  while (ring_.size() > 1 && ring_.front() == ring_.back()) ring_.pop_back();
}

Point meet_edge(const Point& p, const Point& q, const Point& a, const Point& b) {
  const double dx = q.x - p.x, dy = q.y - p.y, ex = b.x - a.x, ey = b.y - a.y;
  const double t = ((a.x - p.x) * dy - (a.y - p.y) * dx) / (dx * ey - dy * ex);
  // From the nearer end the product is smaller, and so is its rounding error.
  if (t > 0.5) {
    const double u = std::max(1 - t, 0.0);
    return {b.x - u * ex, b.y - u * ey};
  }
  const double u = t > 0 ? t : 0.0;
  return {a.x + u * ex, a.y + u * ey};
}

Sight::Wedge Sight::through(HalfEdgeId exit) const {
  return {ray(mesh_.origin(exit)), ray(mesh_.target(exit)), exit, false, false, false};
}

// Follows the wedge to its end, counter-clockwise. wall(wedge): it ends at a constrained side.
template <bool collects, class Wall>
void Sight::expand(const Wedge& first, Wall&& wall) {
  stack_.clear();
  stack_.push_back(first);
  const auto report = [&](HalfEdgeId e) {
    if constexpr (collects) {
      if (corners_.at_vertex(mesh_.origin(e)) == none) return;
      stack_.push_back({{}, {}, e, false, false, true});
    }
  };
  while (!stack_.empty()) {
    check_interrupt();
    Wedge w = stack_.back();
    stack_.pop_back();
    if constexpr (collects) {
      if (w.is_report) {
        meet(w.exit);
        continue;
      }
    }
    // One way on is followed here; others wait.
    while (!mesh_.constrained(w.exit)) {
      check_interrupt();
      const HalfEdgeId ahead = mesh_.twin(w.exit);
      const HalfEdgeId over_right = Mesh::next(ahead), over_left = Mesh::prev(ahead);
      const VertexId v = mesh_.origin(over_left);
      const Point apex = mesh_.point(v);
      const int of_left = side(w.left, apex);
      if (of_left >= 0) {
        if (of_left == 0) report(over_left);
        w.exit = over_right;
        w.left_on = of_left == 0;
        continue;
      }
      const int of_right = side(w.right, apex);
      if (of_right <= 0) {
        w.exit = over_left;
        w.right_on = of_right == 0;
        if constexpr (collects)
          if (of_right == 0) meet(over_left);
        continue;
      }
      const Ray split{apex, v, false};
      stack_.push_back({split, w.left, over_left, false, w.left_on, false});
      report(over_left);
      w.left = split;
      w.exit = over_right;
      w.left_on = false;
    }
    wall(w);
  }
}

// --- corners ----------------------------------------------------------------------------

void Sight::begin(const Viewpoint& from, bool in_sector, std::vector<Index>& out) {
  from_ = from;
  in_sector_ = in_sector;
  out_ = &out;
  out.clear();
  if (++question_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);
    question_ = 1;
  }
}

// The vertex that half-edge e starts at is seen through the triangle of e.
void Sight::meet(HalfEdgeId e) {
  const Index c = corners_.at_vertex(mesh_.origin(e));
  if (c == none || c == from_.corner || seen_[c] == question_) return;
  if (in_sector_ && !corners_.in_sector(e)) return;
  seen_[c] = question_;
  out_->push_back(c);
}

// A wedge ends at a vertex on its bound, which it had passed another vertex to get to: the
// line between the two may go on beyond, where no wedge goes.
void Sight::look_along(VertexId vertex) {
  line_.clear();
  sight_line(mesh_, corners_, from_, {mesh_.point(vertex)}, line_);
  for (const Seen& s : line_)
    for (const HalfEdgeId e : s.through)
      if (e != none) meet(e);
}

void Sight::collect(const Wedge& first) {
  expand<true>(first, [&](const Wedge& w) {
    if (w.right_on) look_along(mesh_.origin(w.exit));
    if (w.left_on) look_along(mesh_.target(w.exit));
  });
}

void Sight::corners_from(const Point& p, bool in_sector, std::vector<Index>& out) {
  begin({p, world_.locate(p), none}, in_sector, out);
  list_exits(mesh_, from_.where, exits_);
  if (exits_.empty()) return;
  if (!in_sector && from_.where.kind == Location::vertex) {
    const Index here = corners_.at_vertex(mesh_.origin(from_.where.half_edge));
    if (here != none) out.push_back(here);
  }
  for (const HalfEdgeId exit : exits_) {
    if (exit == none) continue;
    meet(exit);
    collect(through(exit));
    meet(Mesh::next(exit));
  }
}

void Sight::corners_from(Index corner, Field field, std::vector<Index>& out) {
  const Corner& c = corners_[corner];
  begin({c.at, {Location::vertex, c.first, 0}, corner}, true, out);
  field_.clear();
  if (field == Field::beside_left) {
    const Ray bound{c.right, none, true};
    HalfEdgeId e = c.last;
    do {
      e = mesh_.rotate_cw(e);
      Wedge w = through(Mesh::next(e));
      const int where = side(bound, w.right.at);
      if (where < 0) w.right = bound;
      field_.push_back(w);
      if (where <= 0) break;
    } while (e != c.first);
    std::reverse(field_.begin(), field_.end());
  } else {
    const Ray bound{c.left, none, true};
    HalfEdgeId e = c.first;
    do {
      Wedge w = through(Mesh::next(e));
      const int where = field == Field::all ? -1 : side(bound, w.left.at);
      if (where > 0) w.left = bound;
      field_.push_back(w);
      if (where >= 0) break;
      e = mesh_.rotate_ccw(e);
    } while (e != c.last);
  }
  for (const Wedge& w : field_) {
    if (w.right.vertex != none) meet(w.exit);
    collect(w);
    if (w.left.vertex != none) meet(Mesh::next(w.exit));
  }
}

// --- region -----------------------------------------------------------------------------

// The right or left end of what is seen of a side.
Point Sight::end_of(const Wedge& w, bool is_left) const {
  const VertexId v = is_left ? mesh_.target(w.exit) : mesh_.origin(w.exit);
  const Ray& ray = is_left ? w.left : w.right;
  if (v == ray.vertex || (is_left ? w.left_on : w.right_on)) return mesh_.point(v);
  return meet_edge(from_.at, ray.at, mesh_.point(mesh_.origin(w.exit)),
                   mesh_.point(mesh_.target(w.exit)));
}

void Sight::region_from(const Point& p, std::vector<Point>& ring) {
  Outline outline(mesh_, ring);
  from_ = {p, world_.locate(p), none};
  list_exits(mesh_, from_.where, exits_);
  for (const HalfEdgeId exit : exits_) {
    if (exit == none) {
      outline.gap(p);
      continue;
    }
    expand<false>(through(exit), [&](const Wedge& w) {
      outline.stretch(w.exit, end_of(w, false), end_of(w, true));
    });
  }
  outline.close();
}

}  // namespace clearway
