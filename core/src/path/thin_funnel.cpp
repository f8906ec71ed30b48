// The funnel over a few corners.
//
// Most corners of a channel are far from the path. So the funnel begins with those that the
// path of a point touches; corners that the result comes too near to, or passes on the wrong
// side, join, until there are none. A path that is shortest for some corners and legal for all
// is shortest for all. What is not plain is left to the funnel over all corners.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "arc.hpp"
#include "disc_funnel_run.hpp"
#include "hidden.hpp"

namespace clearway {

using namespace disc_funnel;

namespace {

// Gives up after so many rounds.
constexpr int most_rounds = 16;
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

double DiscFunnel::Run::lay_out_corners(std::span<const Index> doors) {
  s_.corners.resize(doors.size() + 1);
  Corner* next = s_.corners.data();
  Index count = 0, vertex[2] = {none, none}, last[2] = {none, none};  // left, right
  Vector normal = goal_ - start_;
  double extent = 0.0;
  int turns = 0;
  for (std::size_t k = 0; k < doors.size(); ++k) {
    const Triangle& triangle = mesh_.triangles[doors[k] >> 2];
    const Index ends[2] = {triangle.vertex[doors[k] & 3],
                           triangle.vertex[Mesh::next(doors[k]) & 3]};
    const Point at[2] = {mesh_.point(ends[0]), mesh_.point(ends[1])};
    const Vector across = at[0] - at[1], before = normal;
    normal = {across.y, -across.x};
    // Doors of one triangle turn by less than half a turn, to the side of their common corner.
    const bool is_left = k > 0 ? ends[0] == vertex[0] : cross(before, normal) > 0;
    if ((before.y < 0) != (normal.y < 0) && is_left == (before.y < 0)) turns += is_left ? 1 : -1;
    for (int i = 0; i < 2; ++i) {
      if (ends[i] == vertex[i]) continue;
      Index edge = none;
      if (k > 0) {
        const Index in = doors[k - 1];
        edge = i == 0 ? Mesh::prev(in) : Mesh::next(in);
        if (mesh_.constrained(edge)) edge = none;
      }
      *next++ = {at[i], normal, turns, i == 0 ? 1 : -1, ends[i], last[i], last[1 - i], edge, false};
      vertex[i] = ends[i];
      last[i] = count++;
      extent = std::max({extent, std::abs(at[i].x), std::abs(at[i].y)});
    }
  }
  return extent;
}

// Marks the corners that a point's path touches, as rounding sees them.
void DiscFunnel::Run::taut_points() {
  std::vector<Corner>& corners = s_.corners;
  using Link = std::pair<Point, Index>;
  for (auto& chain : s_.chain)
    if (chain.size() <= corners.size()) chain.resize(corners.size() + 1);
  Link* const chain[2] = {s_.chain[0].data(), s_.chain[1].data()};
  // A chain goes on from the apex, which is kept before its first link.
  std::size_t head[2] = {1, 1}, tail[2] = {1, 1};
  Point apex = start_;
  chain[0][0].first = chain[1][0].first = apex;
  const auto add = [&](int i, const Point& p) {
    const int side = i == 0 ? 1 : -1;
    Link* const own = chain[i];
    while (tail[i] > head[i]) {
      const Point last = own[tail[i] - 1].first, before = own[tail[i] - 2].first;
      if (side * cross(last - before, p - last) > 0) return;
      --tail[i];
    }
    Link* const other = chain[1 - i];
    std::size_t& first = head[1 - i];
    while (first < tail[1 - i] && side * cross(other[first].first - apex, p - apex) < 0) {
      apex = other[first].first;
      corners[other[first].second].is_active = true;
      ++first;
    }
    own[head[i] - 1].first = apex;
  };
  for (Index j = 0; j < corners.size(); ++j) {
    const int i = corners[j].side > 0 ? 0 : 1;
    add(i, corners[j].at);
    chain[i][tail[i]++] = {corners[j].at, j};
  }
  add(0, goal_);
  for (std::size_t k = head[0]; k < tail[0]; ++k) corners[chain[0][k].second].is_active = true;
}

// Whether a corner beyond this side of the channel is too near to a piece of the path.
bool DiscFunnel::Run::hides(Index edge, const Segment& piece) const {
  bool is_near = false;
  for_each_hidden(mesh_, edge, r_, s_.queue, [&](Index v) {
    const Point p = mesh_.point(v);
    const double d = piece.turn == 0 ? away(p, piece.start, piece.end) : arc_distance(piece, p, p);
    is_near = is_near || d < least_;
  });
  return is_near;
}

// Whether the line that leads to contact `to` crosses the doors between its contacts and keeps
// away from their ends: whether the corners that join there are on their sides of it. The worst
// of those that are not join. Doors at the first contact may be crossed by the line before.
DiscFunnel::Run::Verdict DiscFunnel::Run::check_doors(std::size_t to) {
  const Vector u = s_.path[to].in.u;
  const Point start = s_.path[to - 1].circle.touch(u), end = s_.path[to].circle.touch(u);
  Index worst[2] = {none, none};
  double worst_off[2] = {least_, least_};
  bool is_clear = true;
  const auto look = [&](Index j) {
    const Corner& c = s_.corners[j];
    const double off = c.side * cross(u, c.at - end);
    const int i = c.side > 0 ? 0 : 1;
    if (off >= worst_off[i] || (off > 0 && away(c.at, start, end) >= least_)) return;
    if (c.is_active) is_clear = false;  // the way winds, or comes back
    worst[i] = j;
    worst_off[i] = off;
  };
  const Index from = corner_of(to - 1), until = corner_of(to);
  Index j = 0;
  if (from != none) {
    const Contact& contact = s_.path[to - 1];
    Index last = s_.corners[from].across;
    for (j = from + 1; last != none || j < until; ++j) {
      const bool is_next = j < until && s_.corners[j].side != contact.side();
      if (last != none) {
        // `last` is at a door without the contact only if a corner of the other side is next.
        const Corner& c = s_.corners[last];
        if ((j < until && !is_next) || c.side * contact.circle.left(contact.in.u, c.at) <= 0)
          look(last);
      }
      if (!is_next) break;
      last = j;
    }
  }
  for (; j < until; ++j) look(j);
  if (!is_clear) return Verdict::unclear;
  for (const Index j : worst)
    if (j != none) s_.corners[j].is_active = true;
  return worst[0] == none && worst[1] == none ? Verdict::legal : Verdict::wanting;
}

// The same line against the corners from low to high, and what is hidden beyond the sides
// between them.
DiscFunnel::Run::Verdict DiscFunnel::Run::check_line(std::size_t to, Index low, Index high) {
  const Vector u = s_.path[to].in.u;
  const Segment line{s_.path[to - 1].circle.touch(u), s_.path[to].circle.touch(u), {}, 0.0, 0};
  const double far = dot(u, line.end - line.start) + r_;
  const auto is_past = [&](const Point& p, const Point& q) {
    const double along_p = dot(u, p - line.start), along_q = dot(u, q - line.start);
    return (along_p < -r_ && along_q < -r_) || (along_p > far && along_q > far);
  };
  Verdict verdict = Verdict::legal;
  double before[2] = {-infinity, -infinity};  // of the corner before it on its side
  for (Index j = low; j < high; ++j) {
    Corner& c = s_.corners[j];
    const double off = c.side * cross(u, c.at - line.start);
    const double off_before = std::exchange(before[c.side > 0 ? 0 : 1], off);
    if (off >= least_ && (c.edge == none || off_before >= least_)) continue;
    if (c.edge != none) {
      const Point other = s_.corners[c.before].at;
      if (!is_past(c.at, other) && away(c.at, other, line.start, line.end) < least_ &&
          hides(c.edge, line))
        return Verdict::unclear;
    }
    if (off >= least_ || off <= -r_ || is_past(c.at, c.at) ||
        away(c.at, line.start, line.end) >= least_)
      continue;
    if (c.is_active) return Verdict::unclear;
    c.is_active = true;
    verdict = Verdict::wanting;
  }
  return verdict;
}

// The arc at a contact. What no direction from its centre to the path points to, even by half,
// is no nearer to the path than the centre itself.
DiscFunnel::Run::Verdict DiscFunnel::Run::check_arc(std::size_t at, Index low, Index high) {
  const Contact& c = s_.path[at];
  const Vector in = c.in.u, out = s_.path[at + 1].in.u;
  const Point center = c.circle.center;
  const int side = c.side();
  const Segment arc{c.circle.touch(in), c.circle.touch(out), center, r_, side};
  const auto is_clear = [&](const Point& p) {
    return side * cross(in, p - center) >= 0 && side * cross(out, p - center) >= 0;
  };
  // On which sides of the box that the disc stays in a point lies, as bits.
  const double x0 = center.x - 2 * r_, x1 = center.x + 2 * r_;
  const double y0 = center.y - 2 * r_, y1 = center.y + 2 * r_;
  const auto sides = [&](const Point& p) {
    return (p.x <= x0) | (p.x >= x1) << 1 | (p.y <= y0) << 2 | (p.y >= y1) << 3;
  };
  Verdict verdict = Verdict::legal;
  int before[2] = {0, 0};  // of the corner before it on its side
  for (Index j = low; j < high; ++j) {
    Corner& k = s_.corners[j];
    const Point p = k.at;
    const int off = sides(p), off_before = std::exchange(before[k.side > 0 ? 0 : 1], off);
    if (off != 0 && (k.edge == none || (off & off_before) != 0)) continue;
    if (k.edge != none) {
      const Point q = s_.corners[k.before].at;
      if ((off & sides(q)) == 0 && !(is_clear(p) && is_clear(q)) && hides(k.edge, arc))
        return Verdict::unclear;
    }
    if (off != 0 || p == center || is_clear(p) || arc_distance(arc, p, p) >= least_) continue;
    if (k.is_active) return Verdict::unclear;
    k.is_active = true;
    verdict = Verdict::wanting;
  }
  return verdict;
}

// The corner of a contact; of the start none, of the goal the number of corners.
Index DiscFunnel::Run::corner_of(std::size_t contact) const {
  if (contact == 0) return none;
  if (contact + 1 >= s_.path.size()) return static_cast<Index>(s_.corners.size());
  return s_.active[s_.path[contact].order];
}

DiscFunnel::Run::Verdict DiscFunnel::Run::check() {
  const std::size_t count = s_.path.size();
  Verdict verdict = Verdict::legal;
  const auto note = [&](Verdict piece) { verdict = std::max(verdict, piece); };
  for (std::size_t to = 1; to < count; ++to) {
    if (to > 1 && corner_of(to) <= corner_of(to - 1)) return Verdict::unclear;
    note(check_doors(to));
  }
  if (verdict != Verdict::legal) return verdict;
  for (std::size_t to = 1; to < count && verdict != Verdict::unclear; ++to) {
    // From the contact before the last, or the corner across from the last, to the contact after
    // the next.
    const auto low = [&](std::size_t next) {
      if (next < 3) return Index{0};
      return std::min(corner_of(next - 2), s_.corners[corner_of(next - 1)].across);
    };
    const auto high = [&](std::size_t next) {
      return std::min(corner_of(next + 1) + 1, static_cast<Index>(s_.corners.size()));
    };
    note(check_line(to, low(to), high(to)));
    if (to + 1 == count) break;
    const Heading &arrive = s_.path[to].in, &leave = s_.path[to + 1].in;
    if (s_.path[to].side() * turn_of(arrive, leave) <= 0) continue;
    if (std::abs(leave.lift - arrive.lift) >= 2) return Verdict::unclear;
    note(check_arc(to, low(to + 1), high(to + 1)));
  }
  return verdict;
}

bool DiscFunnel::Run::go_thin(Index first, std::span<const Index> doors,
                              std::vector<Segment>& out) {
  s_.joins.clear();
  s_.candidates.clear();
  lay_out_end(first, mesh_.twin(doors[0]));
  const std::size_t at_start = s_.candidates.size();
  lay_out_end(Mesh::triangle_of(doors.back()), doors.back());
  measure(lay_out_corners(doors));
  taut_points();
  const Corner& last = s_.corners.back();
  last_normal_ = quarter_turns(last.normal) + 4 * last.turns;
  for (int rounds = 0; rounds < most_rounds; ++rounds) {
    s_.joins.clear();
    s_.active.clear();
    if (s_.seen.size() < mesh_.vertices.size()) s_.seen.resize(mesh_.vertices.size(), 0);
    if (++s_.round == 0) s_.seen.assign(s_.seen.size(), 0), s_.round = 1;
    for (Index j = 0; j < s_.corners.size(); ++j) {
      const Corner& c = s_.corners[j];
      if (!c.is_active) continue;
      // A corner passed twice is two contacts, which the funnel would take for one.
      if (std::exchange(s_.seen[c.vertex], s_.round) == s_.round) return false;
      s_.active.push_back(j);
      s_.joins.push_back({c.vertex, c.side, quarter_turns(c.normal) + 4 * c.turns});
    }
    const Index count = static_cast<Index>(s_.joins.size());
    for (std::size_t i = at_start; i < s_.candidates.size(); ++i) s_.candidates[i].before = count;
    if (!pull() || !write(out)) return false;
    const Verdict verdict = check();
    if (verdict == Verdict::unclear) return false;
    if (verdict == Verdict::wanting) continue;
    Join intruder;
    Index before, next;
    return !find_intruder(out, intruder, before, next);
  }
  return false;
}

}  // namespace clearway
