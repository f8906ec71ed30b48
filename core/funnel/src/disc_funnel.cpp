#include "clearway/funnel/disc_funnel.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "disc_funnel_run.hpp"
#include "funnel/corners_behind.hpp"
#include "geometry/arc.hpp"

namespace clearway {

using namespace disc_funnel;

void DiscFunnel::Run::join(VertexId vertex, int side, double normal) {
  s_.joins.push_back({vertex, side, normal});
  const Index here = static_cast<Index>(s_.joins.size() - 1);
  s_.candidates.push_back({vertex, side, here, here});
}

void DiscFunnel::Run::add_candidates_behind(HalfEdgeId e, int side) {
  if (mesh_.constrained(e)) return;
  const Index before = static_cast<Index>(s_.joins.size());
  for_each_corner_behind(mesh_, e, r_, s_.queue,
                         [&](VertexId v) { s_.candidates.push_back({v, side, before, before}); });
}

// The triangle of an end: the path may pass a corner of it, or one behind it, on either side.
void DiscFunnel::Run::add_end_candidates(TriangleId triangle, HalfEdgeId portal) {
  const Index before = static_cast<Index>(s_.joins.size());
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(triangle, i);
    if (e != portal) add_candidates_behind(e, 0);
    if (portal == none || mesh_.origin(e) == mesh_.apex(portal))
      s_.candidates.push_back({mesh_.origin(e), 0, before, before});
  }
}

void DiscFunnel::Run::set_tolerances(double extent) {
  extent = std::max(
      {extent, std::abs(start_.x), std::abs(start_.y), std::abs(goal_.x), std::abs(goal_.y)});
  least_ = r_ - (r_ * tolerance::radius + extent * tolerance::funnel_touch);
  slack_ = tolerance::funnel_angle + extent / r_ * tolerance::funnel_angle_by_ratio;
}

void DiscFunnel::Run::list_joins(TriangleId first, std::span<const HalfEdgeId> portals) {
  s_.joins.clear();
  s_.candidates.clear();
  const Vector straight = goal_ - start_;
  double normal = quarter_turns(straight);
  if (portals.empty()) {
    add_end_candidates(first, none);
  } else {
    add_end_candidates(first, mesh_.twin(portals[0]));
    VertexId left = none, right = none;
    for (std::size_t k = 0; k < portals.size(); ++k) {
      const HalfEdgeId e = portals[k];
      const VertexId l = mesh_.origin(e), r = mesh_.target(e);
      const Vector across = mesh_.point(l) - mesh_.point(r);
      normal = lift_near({across.y, -across.x}, normal);
      if (k > 0) {
        // The third side of the triangle between the two portals.
        const HalfEdgeId before = portals[k - 1], next = Mesh::next(before);
        const HalfEdgeId other = next == mesh_.twin(e) ? Mesh::prev(before) : next;
        add_candidates_behind(other, l != left ? +1 : -1);
      }
      if (l != left) join(left = l, +1, normal);
      if (r != right) join(right = r, -1, normal);
    }
    add_end_candidates(Mesh::triangle_of(portals.back()), portals.back());
  }
  last_normal_ = normal;
  double extent = 0.0;
  for (const Join& j : s_.joins) {
    const Point p = mesh_.point(j.vertex);
    extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
  }
  set_tolerances(extent);
}

bool DiscFunnel::Run::pull() {
  s_.r = r_;
  s_.begin({{start_, 0.0}, none, 0, 0.0, {{1, 0}, 0.0}});
  Index order = 0;
  for (const Join& j : s_.joins) {
    check_interrupt();
    const Circle circle{mesh_.point(j.vertex), j.side * r_};
    if (!s_.add(j.side, {circle, j.vertex, order++, j.normal, {}}, false)) return false;
  }
  if (!s_.add(+1, {{goal_, 0.0}, none, order, last_normal_, {}}, true)) return false;
  s_.path.insert(s_.path.end(),
                 s_.left.contacts.begin() + static_cast<std::ptrdiff_t>(s_.left.head),
                 s_.left.contacts.end());
  return true;
}

bool DiscFunnel::Run::write(std::vector<Segment>& out) {
  out.clear();
  out.reserve(2 * s_.path.size());
  s_.ahead.clear();
  const auto put = [&](const Segment& segment, std::size_t contact) {
    out.push_back(segment);
    s_.ahead.push_back(static_cast<Index>(contact));
  };
  Point here = start_;
  for (std::size_t i = 1; i < s_.path.size(); ++i) {
    const Contact& c = s_.path[i];
    const Point in = c.circle.touch(c.in.u);
    if (in != here) put({here, in, {}, 0.0, 0}, i);
    here = in;
    if (i + 1 == s_.path.size()) break;
    const Heading& leave = s_.path[i + 1].in;
    const Point to = c.circle.touch(leave.u);
    if (in == to) continue;
    if (c.side() * turn_of(c.in, leave) <= 0) {
      if (std::abs(leave.lift - c.in.lift) > slack_) return false;
      continue;
    }
    if (std::abs(leave.lift - c.in.lift) >= whole_turn) return false;
    put({in, to, c.circle.center, r_, c.side()}, i + 1);
    here = to;
  }
  return true;
}

// The corner to which the path comes nearest, if that is nearer than allowed; the join before which
// it would be inserted; and the next join that the path touches.
bool DiscFunnel::Run::find_too_near(const std::vector<Segment>& path, Join& intruder, Index& before,
                                    Index& next) const {
  double worst = least_;
  const std::vector<Contact>& contacts = s_.path;
  Index spread = 0;  // longest range of joins before which a candidate could be inserted
  for (const Candidate& c : s_.candidates) spread = std::max(spread, c.last - c.before);
  for (std::size_t i = 0; i < path.size(); ++i) {
    check_interrupt();
    const Segment& s = path[i];
    // Corners between the contacts around this segment, and one contact more on both sides.
    const std::size_t to = s_.ahead[i];
    Index low = ~Index{0}, high = 0;
    for (std::size_t k = to < 2 ? 0 : to - 2; k < std::min(to + 2, contacts.size()); ++k) {
      low = std::min(low, contacts[k].order);
      high = std::max(high, contacts[k].order);
    }
    // A contact that was inserted twice counts from its first join: corners between the two may
    // have become slack because of it.
    for (std::size_t k = to < 2 ? 0 : to - 2; rejoined_ && k < std::min(to + 2, contacts.size());
         ++k)
      for (Index j = 0; j < low; ++j)
        if (s_.joins[j].vertex == contacts[k].vertex && s_.joins[j].side == contacts[k].side())
          low = j;
    const double x0 = std::min(s.start.x, s.end.x) - r_, x1 = std::max(s.start.x, s.end.x) + r_;
    const double y0 = std::min(s.start.y, s.end.y) - r_, y1 = std::max(s.start.y, s.end.y) + r_;
    auto c =
        std::lower_bound(s_.candidates.begin(), s_.candidates.end(), low,
                         [&](const Candidate& c, Index low) { return c.before + spread < low; });
    for (; c != s_.candidates.end() && c->before <= high; ++c) {
      if (c->last < low) continue;
      const Point p = mesh_.point(c->vertex);
      double d;
      int side;
      if (s.turn == 0) {
        if (p.x < x0 || p.x > x1 || p.y < y0 || p.y > y1) continue;
        d = away(p, s.start, s.end);
        side = rounded_side(s.end - s.start, p - s.start) > 0 ? 1 : -1;
      } else {
        if (p == s.center || std::abs(p.x - s.center.x) > 2 * r_ ||
            std::abs(p.y - s.center.y) > 2 * r_)
          continue;
        d = arc_distance(s, p, p);
        side = s.turn;
      }
      if (d >= worst) continue;
      worst = d;
      intruder = {c->vertex, c->side != 0 ? c->side : side, 0.0};
      next = contacts[to].order;
      before = std::clamp(next, c->before, c->last);
    }
  }
  return worst < least_;
}

bool DiscFunnel::Run::pull_tight(TriangleId first, std::span<const HalfEdgeId> portals,
                                 std::vector<Segment>& out) {
  if (!portals.empty() && pull_sparse(portals, out)) return true;
  list_joins(first, portals);
  for (std::size_t tries = 0; tries <= s_.candidates.size(); ++tries) {
    check_interrupt();
    if (!pull() || !write(out)) return false;
    Join intruder;
    Index before = 0, next = 0;
    if (!find_too_near(out, intruder, before, next)) return true;
    // A corner that is a join already was dropped because of one that the path does not reach: it
    // is inserted once more, later. Or the path reaches it before a join that precedes it: it
    // moves.
    for (Index i = static_cast<Index>(s_.joins.size()); i-- > 0;) {
      if (s_.joins[i].vertex != intruder.vertex || s_.joins[i].side != intruder.side) continue;
      before = next;
      rejoined_ = true;
      if (i < before) break;
      s_.joins.erase(s_.joins.begin() + i);
      for (Candidate& c : s_.candidates) c.before -= c.before > i, c.last -= c.last > i;
      break;
    }
    intruder.normal = s_.joins.empty()           ? quarter_turns(goal_ - start_)
                      : before < s_.joins.size() ? s_.joins[before].normal
                                                 : s_.joins.back().normal;
    s_.joins.insert(s_.joins.begin() + before, intruder);
    for (Candidate& c : s_.candidates) c.before += c.before > before, c.last += c.last >= before;
  }
  return false;
}

DiscFunnel::DiscFunnel(const Mesh& mesh) : mesh_(mesh), scratch_(std::make_unique<Scratch>()) {}
DiscFunnel::~DiscFunnel() = default;

bool DiscFunnel::pull(TriangleId first, std::span<const HalfEdgeId> portals, const Point& start,
                      const Point& goal, double radius, std::vector<Segment>& out) {
  out.clear();
  if (start == goal) return true;
  if (radius > 0) return Run(mesh_, *scratch_, start, goal, radius).pull_tight(first, portals, out);
  std::vector<Portal>& seen = scratch_->portals;
  seen.clear();
  for (const HalfEdgeId e : portals)
    seen.push_back({mesh_.point(mesh_.origin(e)), mesh_.point(mesh_.target(e))});
  const std::vector<Point> corners = funnel(start, goal, seen);
  for (std::size_t i = 1; i < corners.size(); ++i)
    out.push_back({corners[i - 1], corners[i], {}, 0.0, 0});
  return true;
}

}  // namespace clearway
