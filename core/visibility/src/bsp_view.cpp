#include "visibility/bsp_view.hpp"

#include <algorithm>

#include "clearway/base/interrupt.hpp"
#include "visibility/outline.hpp"

namespace clearway {

BspView::BspView(const World& world, const Corners& corners, const Bsp& bsp)
    : world_(world),
      mesh_(world.mesh()),
      corners_(corners),
      tree_(bsp.tree()),
      seen_(corners.size(), 0),
      decided_(world.mesh().vertices.size(), 0) {}

void BspView::begin(const Viewpoint& from, bool in_sector) {
  from_ = from;
  in_sector_ = in_sector;
  outlines_ = false;
  field_.begin(from.at);
  if (++query_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);
    std::fill(decided_.begin(), decided_.end(), 0);
    query_ = 1;
  }
}

// --- the field of view ------------------------------------------------------------------

void BspView::see_around(const Location& at) {
  list_exits(mesh_, at, exits_);
  for (const HalfEdgeId exit : exits_) {
    if (exit == none)
      field_.add_gap();
    else
      field_.add({mesh_.point(mesh_.origin(exit))}, {mesh_.point(mesh_.target(exit))});
  }
}

// False: the part is a single direction, and what is seen in it has been reported.
bool BspView::see_part(const Corner& c, SectorPart part, const Point* before) {
  const bool from_right = part != SectorPart::beside_left;
  const Point edge = from_right ? c.right : c.left;
  const ExactDirection bound{before ? *before : from_right ? c.left : c.right, true};
  if (before && turn({edge}, bound) == 0 && direction(c.at, edge, *before) < 0) {
    look_along({edge});
    return false;
  }
  HalfEdgeId e = from_right ? c.first : mesh_.rotate_cw(c.last);
  for (;;) {
    ExactDirection right{mesh_.point(mesh_.target(e))}, left{mesh_.point(mesh_.apex(e))};
    // The bound's side of the triangle's far edge: at or beyond it, this triangle is the last.
    int beyond = -1;
    if (part == SectorPart::beside_right) beyond = turn(bound, left);
    if (part == SectorPart::beside_left) beyond = -turn(bound, right);
    if (beyond > 0) (from_right ? left : right) = bound;
    field_.add(right, left);
    if (beyond >= 0) break;
    if (e == (from_right ? mesh_.rotate_cw(c.last) : c.first)) break;
    e = from_right ? mesh_.rotate_ccw(e) : mesh_.rotate_cw(e);
  }
  return true;
}

// --- the tree, front to back ------------------------------------------------------------

void BspView::traverse() {
  constexpr int fresh = 2;  // or else: the side of the line on which the viewpoint lies
  stack_.clear();
  if (tree_.root() != none) stack_.push_back({tree_.root(), fresh});
  while (!stack_.empty() && !field_.is_closed()) {
    check_interrupt();
    const auto [index, stage] = stack_.back();
    stack_.pop_back();
    const BspTree::Node& node = tree_.nodes[index];
    if (stage == fresh) {
      const int side = orientation(node.a, node.b, from_.at);
      stack_.push_back({index, side});
      // From a viewpoint on the line, neither side hides the other. The fragments on the line come
      // in between, because only what touches them from the left matters to them.
      const BspNodeId near = side >= 0 ? node.left : node.right;
      if (near != none) stack_.push_back({near, fresh});
    } else if (stage == 0 || field_.reaches(node.a, node.b, stage)) {
      visit(node, stage);
      const BspNodeId far = stage >= 0 ? node.right : node.left;
      if (far != none) stack_.push_back({far, fresh});
    }
  }
}

void BspView::visit(const BspTree::Node& node, int side) {
  for (const FragmentId i : IdRange(node.first, node.last)) {
    check_interrupt();
    const BspTree::Fragment& f = tree_.fragments[i];
    if (!outlines_) {
      look_at(f.ends[0]);
      look_at(f.ends[1]);
    }
    if (side == 0) continue;  // seen along its line, it hides nothing
    const bool ccw = turn(f.ends[0].at, f.ends[1].at) > 0;
    cover(i, f.ends[!ccw].at, f.ends[ccw].at);
  }
}

// Removes what the fragment hides from the field of view.
void BspView::cover(FragmentId fragment, const ExactDirection& right, const ExactDirection& left) {
  const auto ignore = [](auto&&...) {};
  if (outlines_) {
    const auto piece = [&](std::size_t k, const Window& w, const ExactDirection& low,
                           const ExactDirection& high) {
      pieces_[k].push_back(
          {{turn(low, w.right) > 0 ? w.right : low, turn(w.left, high) > 0 ? w.left : high},
           fragment});
    };
    return field_.close(right, left, piece, ignore);
  }
  // If the new bound is in line with the old one, which has another cause, a vertex on that line
  // may still be seen, but no open part will contain it.
  const auto new_bound = [&](Wedge& wedge, const ExactDirection& old, const ExactDirection& bound) {
    if (turn(old, bound) == 0) look_along(wedge, bound);
  };
  field_.close(right, left, ignore, new_bound);
}

// --- corners ----------------------------------------------------------------------------

// Reports the end of a fragment if it lies strictly inside an open part, and not if it lies
// strictly outside. In line with a bound, one line of sight decides for all vertices on it.
void BspView::look_at(const BspTree::End& end) {
  if (end.vertex == none || decided_[end.vertex] == query_) return;
  decided_[end.vertex] = query_;
  if (end.at.at == from_.at) return;
  for (std::size_t k = 0; k < field_.size(); ++k) {
    Wedge& wedge = field_[k];
    if (!field_.contains(wedge.all, end.at)) continue;
    const auto w = std::partition_point(wedge.open.begin(), wedge.open.end(),
                                        [&](const Window& o) { return turn(o.left, end.at) > 0; });
    if (w == wedge.open.end()) continue;
    const int of_right = turn(w->right, end.at);
    if (of_right < 0) continue;
    if (of_right == 0 || turn(end.at, w->left) == 0) return look_along(wedge, end.at);
    return see(wedge, end.vertex);
  }
}

// The vertex is seen, and no other vertex lies in line with it.
void BspView::see(Wedge& wedge, VertexId vertex) {
  const CornerId number = corners_.at_vertex(vertex);
  if (number == none || number == from_.corner || seen_[number] == query_) return;
  if (in_sector_) {
    const Corner& c = corners_[number];
    const int right = orientation(c.at, c.right, from_.at),
              left = orientation(c.at, c.left, from_.at);
    if (left > 0 && right < 0) return;  // not through the sector
    const bool is_along = (right == 0 && direction(c.at, c.right, from_.at) > 0) ||
                          (left == 0 && direction(c.at, c.left, from_.at) > 0);
    if (is_along) return look_along(wedge, {c.at});
  }
  seen_[number] = query_;
  out_->push_back(number);
}

void BspView::cross_portal(HalfEdgeId e) {
  const CornerId c = corners_.at_vertex(mesh_.origin(e));
  if (c == none || c == from_.corner || seen_[c] == query_) return;
  if (in_sector_ && !corners_.in_sector(e)) return;
  seen_[c] = query_;
  out_->push_back(c);
}

// Many vertices may lie in one direction, seen or hidden behind one another: one walk along the
// line of sight decides for all of them.
void BspView::look_along(Wedge& wedge, const ExactDirection& towards) {
  // Directions are ordered only inside a wedge of less than half a turn.
  if (turn(wedge.all.right, wedge.all.left) > 0) {
    auto& looked = wedge.looked;
    const auto at =
        std::partition_point(looked.begin(), looked.end(),
                             [&](const ExactDirection& b) { return turn(b, towards) > 0; });
    if (at != looked.end() && turn(*at, towards) == 0) return;
    looked.insert(at, towards);
  }
  look_along(towards);
}

void BspView::look_along(const ExactDirection& towards) {
  line_.clear();
  sight_line(mesh_, corners_, from_, towards, line_);
  for (const Seen& s : line_)
    for (const HalfEdgeId e : s.through)
      if (e != none) cross_portal(e);
}

void BspView::corners_from(const Point& p, bool in_sector, std::vector<CornerId>& out) {
  begin({p, world_.locate(p), none}, in_sector);
  out_ = &out;
  out.clear();
  see_around(from_.where);
  if (field_.size() == 0) return;
  if (!in_sector && from_.where.kind == Location::vertex) {
    const CornerId here = corners_.at_vertex(mesh_.origin(from_.where.half_edge));
    if (here != none) {
      seen_[here] = query_;
      out.push_back(here);
    }
  }
  traverse();
}

void BspView::corners_from(CornerId corner, SectorPart which, const Point* before,
                           std::vector<CornerId>& out) {
  const Corner& c = corners_[corner];
  begin({c.at, {Location::vertex, c.first, 0}, corner}, true);
  out_ = &out;
  out.clear();
  if (see_part(c, which, before)) traverse();
}

// --- region -----------------------------------------------------------------------------

// The point of the fragment in a direction; rounded unless an end.
Point BspView::point_on(const BspTree::Fragment& f, const ExactDirection& towards) const {
  for (const BspTree::End& end : f.ends)
    if (end.at == towards) return end.at.at;
  return meet_edge(from_.at, towards.at, mesh_.point(mesh_.origin(f.edge)),
                   mesh_.point(mesh_.target(f.edge)));
}

void BspView::region_from(const Point& p, std::vector<Point>& ring) {
  Outline outline(mesh_, ring);
  begin({p, world_.locate(p), none}, false);
  outlines_ = true;
  see_around(from_.where);
  if (pieces_.size() < field_.size()) pieces_.resize(field_.size());
  for (std::size_t k = 0; k < field_.size(); ++k) pieces_[k].clear();
  traverse();
  for (std::size_t k = 0; k < field_.size(); ++k) {
    std::sort(pieces_[k].begin(), pieces_[k].end(), [&](const Piece& a, const Piece& b) {
      return turn(a.window.right, b.window.right) > 0;
    });
    for (const Piece& piece : pieces_[k]) {
      const BspTree::Fragment& f = tree_.fragments[piece.fragment];
      outline.stretch(f.edge, point_on(f, piece.window.right), point_on(f, piece.window.left));
    }
    if (field_[k].gap_after) outline.gap(p);
  }
  outline.close();
}

}  // namespace clearway
