#include "sparse_check.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "funnel/corners_behind.hpp"
#include "geometry/arc.hpp"
#include "path_pieces.hpp"

namespace clearway {

using namespace disc_funnel;

// Whether a corner behind this side of the channel is too near to a piece of the path.
bool DiscFunnel::SparseCheck::has_near_corner_behind(HalfEdgeId edge, const Segment& piece) const {
  bool is_near = false;
  for_each_corner_behind(mesh_, edge, r_, s_.queue, [&](VertexId v) {
    const Point p = mesh_.point(v);
    const double d = piece.turn == 0 ? away(p, piece.start, piece.end) : arc_distance(piece, p, p);
    is_near = is_near || d < least_;
  });
  return is_near;
}

// The same behind the side between this corner and the previous one on its side. The two have no
// common bit.
template <class Piece>
bool DiscFunnel::SparseCheck::has_corner_behind(const Piece& piece, CornerId corner) const {
  const ChannelCorner& c = s_.corners[corner];
  const HalfEdgeId in = portals_[corner.number() - 2],
                   edge = c.side > 0 ? Mesh::prev(in) : Mesh::next(in);
  return !mesh_.constrained(edge) && piece.may_hit(c.at, s_.corners[c.before].at) &&
         has_near_corner_behind(edge, piece.segment);
}

// Activates a corner inside the box if it is too near.
template <class Piece>
SparseVerdict DiscFunnel::SparseCheck::check_corner(const Piece& piece, CornerId corner) {
  if (!piece.is_near(s_.corners[corner].at)) return Verdict::legal;
  if (s_.is_active[corner]) return Verdict::unclear;
  s_.is_active[corner] = 1;
  return Verdict::incomplete;
}

// The triangle of an end, behind its portal: its corner, which the path may pass on either side,
// and the corners behind its other sides.
template <class Piece>
SparseVerdict DiscFunnel::SparseCheck::check_end(const Piece& piece, HalfEdgeId portal) const {
  const Point p = mesh_.point(mesh_.apex(portal));
  const unsigned sides = piece.sides(p);
  if (sides == 0 && piece.is_near(p)) return Verdict::unclear;
  for (const HalfEdgeId e : {Mesh::next(portal), Mesh::prev(portal)}) {
    if (mesh_.constrained(e)) continue;
    const Point q =
        mesh_.point(e == Mesh::next(portal) ? mesh_.target(portal) : mesh_.origin(portal));
    if ((sides & piece.sides(q)) == 0 && piece.may_hit(p, q) &&
        has_near_corner_behind(e, piece.segment))
      return Verdict::unclear;
  }
  return Verdict::legal;
}

// Forwards from corner `first`, up to `high`.
template <class Piece>
SparseVerdict DiscFunnel::SparseCheck::check_ahead(const Piece& piece, CornerId first,
                                                   CornerId high) {
  Verdict verdict = Verdict::legal;
  const auto& corners = s_.corners;
  const ChannelCorner& start = corners[first - 1];
  unsigned sides[2];  // of the portal's ends: left, right
  sides[start.side > 0 ? 0 : 1] = piece.sides(start.at);
  sides[start.side > 0 ? 1 : 0] = start.across != none ? piece.sides(corners[start.across].at) : 0;
  for (CornerId j = first; j < high; ++j) {
    check_interrupt();
    const ChannelCorner& c = corners[j];
    const unsigned own = piece.sides(c.at);
    unsigned& before = sides[c.side > 0 ? 0 : 1];
    if (j > CornerId(1) && (own & before) == 0 && has_corner_behind(piece, j))
      return Verdict::unclear;
    if (own == 0) verdict = std::max(verdict, check_corner(piece, j));
    before = own;
    if ((sides[0] & sides[1]) != 0) return verdict;
  }
  if (high == s_.corners.end_id()) verdict = std::max(verdict, check_end(piece, portals_.back()));
  return verdict;
}

// Backwards from the corner before `first`, down to `low`.
template <class Piece>
SparseVerdict DiscFunnel::SparseCheck::check_behind(const Piece& piece, CornerId first,
                                                    CornerId low) {
  Verdict verdict = Verdict::legal;
  if (first > low) {
    const auto& corners = s_.corners;
    const CornerId across = corners[first - 1].across;
    unsigned own = piece.sides(corners[first - 1].at);
    unsigned other = across != none ? piece.sides(corners[across].at) : 0;
    for (CornerId j = first; j > low;) {
      j = j - 1;
      const ChannelCorner& c = corners[j];
      if ((own & other) != 0) return verdict;
      if (own == 0) verdict = std::max(verdict, check_corner(piece, j));
      unsigned before = 0;
      if (j > CornerId(1)) {
        before = piece.sides(corners[c.before].at);
        if ((own & before) == 0 && has_corner_behind(piece, j)) return Verdict::unclear;
      }
      // The previous portal has the ends `before` and `across`.
      if (c.before + 1 == j) {
        own = before;
      } else {
        own = other;
        other = before;
      }
    }
  }
  if (low == CornerId(0))
    verdict = std::max(verdict, check_end(piece, mesh_.twin(portals_.front())));
  return verdict;
}

// Whether the line to contact `to` crosses the portals between its two contacts and keeps away from
// their ends: whether each corner there is on its side of the line. Activates, on each side, the
// corner that violates this most. Portals at the first contact may be crossed by the previous line.
SparseVerdict DiscFunnel::SparseCheck::check_portals(std::size_t to) {
  const auto& corners = s_.corners;
  const Vector u = s_.path[to].in.u;
  const Point start = s_.path[to - 1].circle.touch(u), end = s_.path[to].circle.touch(u);
  CornerId worst[2] = {none, none};
  double worst_off[2] = {least_, least_};
  bool is_clear = true, is_plain = true;
  const auto off_of = [&](CornerId j) { return corners[j].side * cross(u, corners[j].at - end); };
  const auto note = [&](CornerId j, double off) {
    const ChannelCorner& c = corners[j];
    is_plain = false;
    const int i = c.side > 0 ? 0 : 1;
    if (off >= worst_off[i] || (off > 0 && away(c.at, start, end) >= least_)) return;
    if (s_.is_active[j]) is_clear = false;  // the channel winds or returns
    worst[i] = j;
    worst_off[i] = off;
  };
  const CornerId from = s_.touched[to - 1], until = s_.touched[to];
  CornerId j(0);
  if (from != none) {
    const Contact& contact = s_.path[to - 1];
    CornerId last = corners[from].across;
    for (j = from + 1; last != none || j < until; ++j) {
      const bool is_next = j < until && corners[j].side != contact.side();
      if (last != none) {
        // A portal of `last` lacks the contact only if a corner of the contact's own side is next.
        const ChannelCorner& c = corners[last];
        if ((j < until && !is_next) ||
            c.side * contact.circle.rounded_side(contact.in.u, c.at) <= 0)
          if (const double off = off_of(last); off < least_) note(last, off);
      }
      if (!is_next) break;
      last = j;
    }
    is_plain = is_plain && (last == none || off_of(last) >= least_);
  }
  s_.spans[to].first = j;
  for (; j < until; ++j)
    if (const double off = off_of(j); off < least_) note(j, off);
  s_.spans[to].is_plain = is_plain;
  if (!is_clear) return Verdict::unclear;
  for (const CornerId c : worst)
    if (c != none) s_.is_active[c] = 1;
  return worst[0] == none && worst[1] == none ? Verdict::legal : Verdict::incomplete;
}

// The same line against the corners behind the sides between these portals, and against those
// before and after.
SparseVerdict DiscFunnel::SparseCheck::check_line(std::size_t to, CornerId low, CornerId high) {
  const LinePiece line(s_.path[to - 1], s_.path[to], r_, least_);
  const CornerId first = s_.spans[to].first, until = s_.touched[to];
  const CornerId end = s_.corners.end_id();
  if (!s_.spans[to].is_plain)
    for (CornerId j = std::max(first, CornerId(2)); j <= until && j < end; ++j) {
      const ChannelCorner& c = s_.corners[j];
      if ((line.sides(c.at) & line.sides(s_.corners[c.before].at)) == 0 &&
          has_corner_behind(line, j))
        return Verdict::unclear;
    }
  const Verdict before = check_behind(line, first, low);
  return std::max(
      before, until < end ? check_ahead(line, until + 1, high) : check_end(line, portals_.back()));
}

SparseVerdict DiscFunnel::SparseCheck::check_arc(std::size_t at, CornerId low, CornerId high) {
  const ArcPiece arc(s_.path[at], s_.path[at + 1].in.u, r_, least_);
  const CornerId next = s_.touched[at] + 1;
  const Verdict before = check_behind(arc, next, low);
  return std::max(before, check_ahead(arc, next, high));
}

SparseVerdict DiscFunnel::SparseCheck::run() {
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
  // Range of corners to check: from the contact before the last one, or the corner across from the
  // last one, to the contact after the next.
  const auto low = [&](std::size_t next) {
    return next < 3 ? CornerId(0)
                    : std::min(s_.touched[next - 2], s_.corners[s_.touched[next - 1]].across);
  };
  const auto high = [&](std::size_t next) {
    const CornerId end = s_.corners.end_id();
    return next + 1 < count ? std::min(s_.touched[next + 1] + 1, end) : end;
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
