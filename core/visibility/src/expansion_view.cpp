#include "visibility/expansion_view.hpp"

#include <algorithm>

#include "clearway/base/interrupt.hpp"
#include "mesh/triangles_at.hpp"
#include "visibility/outline.hpp"

namespace clearway {

ExpansionView::ExpansionView(const World& world, const Corners& corners)
    : world_(world), mesh_(world.mesh()), corners_(corners), seen_(corners.size(), 0) {}

ExpansionView::Wedge ExpansionView::through(HalfEdgeId exit) const {
  return {ray(mesh_.origin(exit)), ray(mesh_.target(exit)), exit, false, false, false};
}

// Follows the wedge to its end, counter-clockwise. wall(wedge): it ends at a constrained side.
template <bool collects, class Wall>
void ExpansionView::expand(const Wedge& first, Wall&& wall) {
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
        cross_portal(w.exit);
        continue;
      }
    }
    // One continuation is followed here; others wait on the stack.
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
          if (of_right == 0) cross_portal(over_left);
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

void ExpansionView::begin(const Viewpoint& from, bool in_sector, std::vector<CornerId>& out) {
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
void ExpansionView::cross_portal(HalfEdgeId e) {
  const CornerId c = corners_.at_vertex(mesh_.origin(e));
  if (c == none || c == from_.corner || seen_[c] == question_) return;
  if (in_sector_ && !corners_.in_sector(e)) return;
  seen_[c] = question_;
  out_->push_back(c);
}

// A wedge ends at a vertex on its bound, behind the vertex that defines the bound: the line through
// both may continue where no wedge does.
void ExpansionView::look_along(VertexId vertex) {
  line_.clear();
  sight_line(mesh_, corners_, from_, {mesh_.point(vertex)}, line_);
  for (const Seen& s : line_)
    for (const HalfEdgeId e : s.through)
      if (e != none) cross_portal(e);
}

void ExpansionView::collect(const Wedge& first) {
  expand<true>(first, [&](const Wedge& w) {
    if (w.right_on) look_along(mesh_.origin(w.exit));
    if (w.left_on) look_along(mesh_.target(w.exit));
  });
}

void ExpansionView::corners_from(const Point& p, bool in_sector, std::vector<CornerId>& out) {
  begin({p, world_.locate(p), none}, in_sector, out);
  list_exits(mesh_, from_.where, exits_);
  if (exits_.empty()) return;
  if (!in_sector && from_.where.kind == Location::vertex) {
    const CornerId here = corners_.at_vertex(mesh_.origin(from_.where.half_edge));
    if (here != none) out.push_back(here);
  }
  for (const HalfEdgeId exit : exits_) {
    if (exit == none) continue;
    cross_portal(exit);
    collect(through(exit));
    cross_portal(Mesh::next(exit));
  }
}

void ExpansionView::corners_from(CornerId corner, SectorPart part, std::vector<CornerId>& out) {
  const Corner& c = corners_[corner];
  begin({c.at, {Location::vertex, c.first, 0}, corner}, true, out);
  field_.clear();
  if (part == SectorPart::beside_left) {
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
      const int where = part == SectorPart::all ? -1 : side(bound, w.left.at);
      if (where > 0) w.left = bound;
      field_.push_back(w);
      if (where >= 0) break;
      e = mesh_.rotate_ccw(e);
    } while (e != c.last);
  }
  for (const Wedge& w : field_) {
    if (w.right.vertex != none) cross_portal(w.exit);
    collect(w);
    if (w.left.vertex != none) cross_portal(Mesh::next(w.exit));
  }
}

// --- region -----------------------------------------------------------------------------

// The right or left end of what is seen of a side.
Point ExpansionView::end_of(const Wedge& w, bool is_left) const {
  const VertexId v = is_left ? mesh_.target(w.exit) : mesh_.origin(w.exit);
  const Ray& ray = is_left ? w.left : w.right;
  if (v == ray.vertex || (is_left ? w.left_on : w.right_on)) return mesh_.point(v);
  return meet_edge(from_.at, ray.at, mesh_.point(mesh_.origin(w.exit)),
                   mesh_.point(mesh_.target(w.exit)));
}

void ExpansionView::region_from(const Point& p, std::vector<Point>& ring) {
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
