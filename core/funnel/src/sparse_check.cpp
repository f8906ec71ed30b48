// Whether the path of the funnel over a few corners is legal for all.
//
// Lines are held against the corners of the portals that they cross. Other corners that a line or
// an arc can come near to are found by walking on, and back, along the channel: no farther than
// to a portal that is out of reach. Behind it there is nothing that is near, but what lies beyond a
// side of the channel on the way there, which is looked for through that side.
#include <algorithm>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "disc_funnel_run.hpp"
#include "funnel/corners_behind.hpp"
#include "geometry/arc.hpp"

namespace clearway {

using namespace disc_funnel;

namespace {

// What is within reach of a line or of an arc. sides(): on which sides of a box around all that
// is within reach a point lies, as bits; two points with a common bit have nothing within reach
// between them. is_near(), is_hit(): of a point, of a segment between two, without a common bit.
struct LinePiece {
  Segment segment;
  Vector u;
  double radius, least, far;

  LinePiece(const Contact& from, const Contact& to, double radius, double least)
      : segment{from.circle.touch(to.in.u), to.circle.touch(to.in.u), {}, 0.0, 0},
        u(to.in.u),
        radius(radius),
        least(least),
        far(dot(u, segment.end - segment.start) + radius) {}

  unsigned sides(const Point& p) const {
    const Vector v = p - segment.start;
    const double along = dot(u, v), off = cross(u, v);
    return unsigned{along < -radius} | unsigned{along > far} << 1 | unsigned{off >= least} << 2 |
           unsigned{off <= -least} << 3;
  }
  bool is_near(const Point& p) const { return away(p, segment.start, segment.end) < least; }
  bool is_hit(const Point& p, const Point& q) const {
    return away(p, q, segment.start, segment.end) < least;
  }
};

struct ArcPiece {
  Segment segment;
  Vector in, out;
  double least, x0, x1, y0, y1;

  ArcPiece(const Contact& at, const Vector& out, double radius, double least)
      : segment{at.circle.touch(at.in.u), at.circle.touch(out), at.circle.center, radius,
                at.side()},
        in(at.in.u),
        out(out),
        least(least),
        x0(segment.center.x - 2 * radius),
        x1(segment.center.x + 2 * radius),
        y0(segment.center.y - 2 * radius),
        y1(segment.center.y + 2 * radius) {}

  unsigned sides(const Point& p) const {
    return unsigned{p.x <= x0} | unsigned{p.x >= x1} << 1 | unsigned{p.y <= y0} << 2 |
           unsigned{p.y >= y1} << 3;
  }
  // What no direction from its centre to the path points to, even by half, is no nearer to the
  // path than the centre itself.
  bool is_clear(const Point& p) const {
    return segment.turn * cross(in, p - segment.center) >= 0 &&
           segment.turn * cross(out, p - segment.center) >= 0;
  }
  bool is_near(const Point& p) const {
    return p != segment.center && !is_clear(p) && arc_distance(segment, p, p) < least;
  }
  bool is_hit(const Point& p, const Point& q) const { return !(is_clear(p) && is_clear(q)); }
};

}  // namespace

// Whether a corner beyond this side of the channel is too near to a piece of the path.
bool DiscFunnel::Run::hides(HalfEdgeId edge, const Segment& piece) const {
  bool is_near = false;
  for_each_hidden(mesh_, edge, r_, s_.queue, [&](VertexId v) {
    const Point p = mesh_.point(v);
    const double d = piece.turn == 0 ? away(p, piece.start, piece.end) : arc_distance(piece, p, p);
    is_near = is_near || d < least_;
  });
  return is_near;
}

// The same beyond the side between this corner and the one before it, which have no common bit.
template <class Piece>
bool DiscFunnel::Run::is_hidden_near(const Piece& piece, Index corner) const {
  const Corner& c = s_.corners[corner];
  const HalfEdgeId in = portals_[corner - 2], edge = c.side > 0 ? Mesh::prev(in) : Mesh::next(in);
  return !mesh_.constrained(edge) && piece.is_hit(c.at, s_.corners[c.before].at) &&
         hides(edge, piece.segment);
}

// A corner within the box joins if it is too near.
template <class Piece>
DiscFunnel::Run::Verdict DiscFunnel::Run::check_corner(const Piece& piece, Index corner) {
  if (!piece.is_near(s_.corners[corner].at)) return Verdict::legal;
  if (s_.is_active[corner]) return Verdict::unclear;
  s_.is_active[corner] = 1;
  return Verdict::wanting;
}

// The triangle of an end, behind its portal: its corner, which may be on either side, and what is
// beyond its sides.
template <class Piece>
DiscFunnel::Run::Verdict DiscFunnel::Run::check_end(const Piece& piece, HalfEdgeId portal) const {
  const Point p = mesh_.point(mesh_.apex(portal));
  const unsigned sides = piece.sides(p);
  if (sides == 0 && piece.is_near(p)) return Verdict::unclear;
  for (const HalfEdgeId e : {Mesh::next(portal), Mesh::prev(portal)}) {
    if (mesh_.constrained(e)) continue;
    const Point q =
        mesh_.point(e == Mesh::next(portal) ? mesh_.target(portal) : mesh_.origin(portal));
    if ((sides & piece.sides(q)) == 0 && piece.is_hit(p, q) && hides(e, piece.segment))
      return Verdict::unclear;
  }
  return Verdict::legal;
}

// From corner `first` on, up to `high`.
template <class Piece>
DiscFunnel::Run::Verdict DiscFunnel::Run::walk_on(const Piece& piece, Index first, Index high) {
  Verdict verdict = Verdict::legal;
  const Corner* const corners = s_.corners.data();
  const Corner& start = corners[first - 1];
  unsigned sides[2];  // of the portal's ends: left, right
  sides[start.side > 0 ? 0 : 1] = piece.sides(start.at);
  sides[start.side > 0 ? 1 : 0] = start.across != none ? piece.sides(corners[start.across].at) : 0;
  for (Index j = first; j < high; ++j) {
    check_interrupt();
    const Corner& c = corners[j];
    const unsigned own = piece.sides(c.at);
    unsigned& before = sides[c.side > 0 ? 0 : 1];
    if (j > 1 && (own & before) == 0 && is_hidden_near(piece, j)) return Verdict::unclear;
    if (own == 0) verdict = std::max(verdict, check_corner(piece, j));
    before = own;
    if ((sides[0] & sides[1]) != 0) return verdict;
  }
  if (high == s_.corners.size()) verdict = std::max(verdict, check_end(piece, portals_.back()));
  return verdict;
}

// From the corner before `first` back, down to `low`.
template <class Piece>
DiscFunnel::Run::Verdict DiscFunnel::Run::walk_back(const Piece& piece, Index first, Index low) {
  Verdict verdict = Verdict::legal;
  if (first > low) {
    const Corner* const corners = s_.corners.data();
    const Index across = corners[first - 1].across;
    unsigned own = piece.sides(corners[first - 1].at);
    unsigned other = across != none ? piece.sides(corners[across].at) : 0;
    for (Index j = first; j-- > low;) {
      const Corner& c = corners[j];
      if ((own & other) != 0) return verdict;
      if (own == 0) verdict = std::max(verdict, check_corner(piece, j));
      unsigned before = 0;
      if (j > 1) {
        before = piece.sides(corners[c.before].at);
        if ((own & before) == 0 && is_hidden_near(piece, j)) return Verdict::unclear;
      }
      // The portal before has the ends `before` and `across`.
      if (c.before + 1 == j) {
        own = before;
      } else {
        own = other;
        other = before;
      }
    }
  }
  if (low == 0) verdict = std::max(verdict, check_end(piece, mesh_.twin(portals_.front())));
  return verdict;
}

// Whether the line that leads to contact `to` crosses the portals between its contacts and keeps
// away from their ends: whether the corners that join there are on their sides of it. The worst
// of those that are not join. Portals at the first contact may be crossed by the line before.
DiscFunnel::Run::Verdict DiscFunnel::Run::check_portals(std::size_t to) {
  const Corner* const corners = s_.corners.data();
  const double least = least_;
  const Vector u = s_.path[to].in.u;
  const Point start = s_.path[to - 1].circle.touch(u), end = s_.path[to].circle.touch(u);
  Index worst[2] = {none, none};
  double worst_off[2] = {least, least};
  bool is_clear = true, is_plain = true;
  const auto off_of = [&](Index j) { return corners[j].side * cross(u, corners[j].at - end); };
  const auto note = [&](Index j, double off) {
    const Corner& c = corners[j];
    is_plain = false;
    const int i = c.side > 0 ? 0 : 1;
    if (off >= worst_off[i] || (off > 0 && away(c.at, start, end) >= least)) return;
    if (s_.is_active[j]) is_clear = false;  // the way winds, or comes back
    worst[i] = j;
    worst_off[i] = off;
  };
  const Index from = s_.touched[to - 1], until = s_.touched[to];
  Index j = 0;
  if (from != none) {
    const Contact& contact = s_.path[to - 1];
    Index last = corners[from].across;
    for (j = from + 1; last != none || j < until; ++j) {
      const bool is_next = j < until && corners[j].side != contact.side();
      if (last != none) {
        // `last` is at a portal without the contact only if a corner of the other side is next.
        const Corner& c = corners[last];
        if ((j < until && !is_next) || c.side * contact.circle.left(contact.in.u, c.at) <= 0)
          if (const double off = off_of(last); off < least) note(last, off);
      }
      if (!is_next) break;
      last = j;
    }
    is_plain = is_plain && (last == none || off_of(last) >= least);
  }
  s_.spans[to].first = j;
  for (; j < until; ++j)
    if (const double off = off_of(j); off < least) note(j, off);
  s_.spans[to].is_plain = is_plain;
  if (!is_clear) return Verdict::unclear;
  for (const Index j : worst)
    if (j != none) s_.is_active[j] = 1;
  return worst[0] == none && worst[1] == none ? Verdict::legal : Verdict::wanting;
}

// The same line against what is hidden beyond the sides between these portals, and against the
// corners before and behind.
DiscFunnel::Run::Verdict DiscFunnel::Run::check_line(std::size_t to, Index low, Index high) {
  const LinePiece line(s_.path[to - 1], s_.path[to], r_, least_);
  const Index first = s_.spans[to].first, until = s_.touched[to];
  const Index count = static_cast<Index>(s_.corners.size());
  if (!s_.spans[to].is_plain)
    for (Index j = std::max(first, Index{2}); j <= until && j < count; ++j) {
      const Corner& c = s_.corners[j];
      if ((line.sides(c.at) & line.sides(s_.corners[c.before].at)) == 0 && is_hidden_near(line, j))
        return Verdict::unclear;
    }
  const Verdict before = walk_back(line, first, low);
  return std::max(
      before, until < count ? walk_on(line, until + 1, high) : check_end(line, portals_.back()));
}

DiscFunnel::Run::Verdict DiscFunnel::Run::check_arc(std::size_t at, Index low, Index high) {
  const ArcPiece arc(s_.path[at], s_.path[at + 1].in.u, r_, least_);
  const Index next = s_.touched[at] + 1;
  const Verdict before = walk_back(arc, next, low);
  return std::max(before, walk_on(arc, next, high));
}

DiscFunnel::Run::Verdict DiscFunnel::Run::check() {
  const std::size_t count = s_.path.size();
  s_.spans.resize(count);
  Verdict verdict = Verdict::legal;
  const auto note = [&](Verdict piece) { verdict = std::max(verdict, piece); };
  for (std::size_t to = 1; to < count; ++to) {
    check_interrupt();
    if (to > 1 && s_.touched[to] <= s_.touched[to - 1]) return Verdict::unclear;
    note(check_portals(to));
  }
  if (verdict != Verdict::legal) return verdict;
  // From the contact before the last, or the corner across from the last, to the contact after
  // the next.
  const auto low = [&](std::size_t next) {
    return next < 3 ? Index{0}
                    : std::min(s_.touched[next - 2], s_.corners[s_.touched[next - 1]].across);
  };
  const auto high = [&](std::size_t next) {
    const Index corners = static_cast<Index>(s_.corners.size());
    return next + 1 < count ? std::min(s_.touched[next + 1] + 1, corners) : corners;
  };
  for (std::size_t to = 1; to < count && verdict != Verdict::unclear; ++to) {
    check_interrupt();
    note(check_line(to, low(to), high(to)));
    if (to + 1 == count) break;
    const Heading &arrive = s_.path[to].in, &leave = s_.path[to + 1].in;
    if (s_.path[to].side() * turn_of(arrive, leave) <= 0) continue;
    if (std::abs(leave.lift - arrive.lift) >= 2) return Verdict::unclear;
    note(check_arc(to, low(to + 1), high(to + 1)));
  }
  return verdict;
}

}  // namespace clearway
