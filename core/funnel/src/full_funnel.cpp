#include "full_funnel.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "funnel/corners_behind.hpp"
#include "geometry/arc.hpp"

namespace clearway {

using namespace disc_funnel;

void DiscFunnel::FullFunnel::join(VertexId vertex, int side, double normal) {
  s_.joins.push_back({vertex, side, normal});
  const JoinId here = s_.joins.end_id() - 1;
  s_.candidates.push_back({vertex, side, here, here});
}

void DiscFunnel::FullFunnel::add_candidates_behind(HalfEdgeId e, int side) {
  if (mesh_.constrained(e)) return;
  const JoinId before = s_.joins.end_id();
  for_each_corner_behind(mesh_, e, f_.r, s_.queue,
                         [&](VertexId v) { s_.candidates.push_back({v, side, before, before}); });
}

// The triangle of an end: the path may pass a corner of it, or one behind it, on either side.
void DiscFunnel::FullFunnel::add_end_candidates(TriangleId triangle, HalfEdgeId portal) {
  const JoinId before = s_.joins.end_id();
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(triangle, i);
    if (e != portal) add_candidates_behind(e, 0);
    if (portal == none || mesh_.origin(e) == mesh_.apex(portal))
      s_.candidates.push_back({mesh_.origin(e), 0, before, before});
  }
}

void DiscFunnel::FullFunnel::list_joins(TriangleId first, std::span<const HalfEdgeId> portals) {
  s_.joins.clear();
  s_.candidates.clear();
  const Vector straight = f_.goal - f_.start;
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
  f_.last_normal = normal;
  double extent = 0.0;
  for (const Join& j : s_.joins) {
    const Point p = mesh_.point(j.vertex);
    extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
  }
  f_.set_tolerances(extent);
}

// The corner to which the path comes nearest, if that is nearer than allowed; the join before which
// it would be inserted; and the next join that the path touches.
bool DiscFunnel::FullFunnel::find_too_near(const std::vector<Segment>& path, Join& intruder,
                                           JoinId& before, JoinId& next) const {
  double worst = f_.least;
  const std::vector<Contact>& contacts = s_.path;
  Index longest = 0;  // longest range of joins before which a candidate could be inserted
  for (const Candidate& c : s_.candidates)
    longest = std::max(longest, c.last.number() - c.before.number());
  for (std::size_t i = 0; i < path.size(); ++i) {
    check_interrupt();
    const Segment& s = path[i];
    // Corners between the contacts around this segment, and one contact more on both sides.
    const std::size_t to = s_.ahead[i];
    JoinId low(~Index{0}), high(0);
    for (std::size_t k = to < 2 ? 0 : to - 2; k < std::min(to + 2, contacts.size()); ++k) {
      low = std::min(low, JoinId(contacts[k].order));
      high = std::max(high, JoinId(contacts[k].order));
    }
    // A contact that was inserted twice counts from its first join: corners between the two may
    // have become slack because of it.
    for (std::size_t k = to < 2 ? 0 : to - 2; rejoined_ && k < std::min(to + 2, contacts.size());
         ++k)
      for (JoinId j(0); j < low; ++j)
        if (s_.joins[j].vertex == contacts[k].vertex && s_.joins[j].side == contacts[k].side())
          low = j;
    const double x0 = std::min(s.start.x, s.end.x) - f_.r, x1 = std::max(s.start.x, s.end.x) + f_.r;
    const double y0 = std::min(s.start.y, s.end.y) - f_.r, y1 = std::max(s.start.y, s.end.y) + f_.r;
    auto c =
        std::lower_bound(s_.candidates.begin(), s_.candidates.end(), low,
                         [&](const Candidate& c, JoinId low) { return c.before + longest < low; });
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
        if (p == s.center || std::abs(p.x - s.center.x) > 2 * f_.r ||
            std::abs(p.y - s.center.y) > 2 * f_.r)
          continue;
        d = arc_distance(s, p, p);
        side = s.turn;
      }
      if (d >= worst) continue;
      worst = d;
      intruder = {c->vertex, c->side != 0 ? c->side : side, 0.0};
      next = JoinId(contacts[to].order);
      before = std::clamp(next, c->before, c->last);
    }
  }
  return worst < f_.least;
}

bool DiscFunnel::FullFunnel::pull(TriangleId first, std::span<const HalfEdgeId> portals,
                                  std::vector<Segment>& out) {
  list_joins(first, portals);
  for (std::size_t tries = 0; tries <= s_.candidates.size(); ++tries) {
    check_interrupt();
    if (!f_.pull() || !f_.write(out)) return false;
    Join intruder;
    JoinId before(0), next(0);
    if (!find_too_near(out, intruder, before, next)) return true;
    // A corner that is a join already was dropped because of one that the path does not reach: it
    // is inserted once more, later. Or the path reaches it before a join that precedes it: it
    // moves.
    for (JoinId i = s_.joins.end_id(); i > JoinId(0);) {
      i = i - 1;
      if (s_.joins[i].vertex != intruder.vertex || s_.joins[i].side != intruder.side) continue;
      before = next;
      rejoined_ = true;
      if (i < before) break;
      s_.joins.erase(s_.joins.begin() + i.number());
      for (Candidate& c : s_.candidates) {
        if (c.before > i) c.before = c.before - 1;
        if (c.last > i) c.last = c.last - 1;
      }
      break;
    }
    intruder.normal = s_.joins.empty()             ? quarter_turns(f_.goal - f_.start)
                      : before < s_.joins.end_id() ? s_.joins[before].normal
                                                   : s_.joins.back().normal;
    s_.joins.insert(s_.joins.begin() + before.number(), intruder);
    for (Candidate& c : s_.candidates) {
      if (c.before > before) ++c.before;
      if (c.last >= before) ++c.last;
    }
  }
  return false;
}

}  // namespace clearway
