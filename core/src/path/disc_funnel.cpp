#include "clearway/path/disc_funnel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "../geometry/disc_geometry.hpp"
#include "arc.hpp"
#include "clearway/path/funnel.hpp"
#include "hidden.hpp"

namespace clearway {
namespace {

// A direction with its turns counted: `lift` grows with the angle, by 4 for a whole turn.
struct Heading {
  Vector u;
  double lift;
};

// The funnel begins with a few corners in channels of at least so many doors, and gives up
// after so many rounds of more.
constexpr std::size_t thin_from = 8;
constexpr int most_rounds = 16;

double quarter_turns(const Vector& u) {
  const double p = u.x / (std::abs(u.x) + std::abs(u.y));
  return u.y >= 0 ? 1 - p : 3 + p;
}

double lift_near(const Vector& u, double about) {
  const double q = quarter_turns(u), turns = 0.25 * (about - q);
  // Rounded to the nearest whole number; std::round is a call, and this runs for every door.
  return q + 4 * static_cast<double>(static_cast<std::int64_t>(turns + (turns < 0 ? -0.5 : 0.5)));
}

// +1 when b lies counter-clockwise of a.
int turn_of(const Heading& a, const Heading& b) {
  const double by = b.lift - a.lift;
  if (std::abs(by) > 0.25) return by > 0 ? 1 : -1;
  const double c = cross(a.u, b.u);
  return (c > 0) - (c < 0);
}

// A corner that the path may touch, or one of its ends.
struct Contact {
  Circle circle;
  Index vertex;   // none: an end
  Index order;    // of its joining the channel
  double normal;  // lift of the direction across the door where it joins
  Heading in;     // of the path when it arrives
  int side() const { return circle.rho > 0 ? 1 : circle.rho < 0 ? -1 : 0; }
};

// Corners in the order in which they join the channel.
struct Join {
  Index vertex;
  int side;
  double normal;
};

// A corner that may be within the radius of the path. Side 0: on either.
struct Candidate {
  Index vertex;
  int side;
  Index before;  // the join it would precede
};

// A corner of the channel, for a funnel that begins with a few of them.
struct Corner {
  Point at;
  Vector normal;  // across the door where it joins, of any length
  int turns;      // whole turns of that direction
  int side;
  Index vertex;
  Index before;  // the corner before it on its side; none
  Index across;  // the last one before it on the other side; none
  Index edge;    // the side of the channel between `before` and it, if unconstrained; none
  bool is_active;
};

struct Chain {
  std::vector<Contact> contacts;
  std::size_t head = 0;
  bool empty() const { return head == contacts.size(); }
  std::size_t size() const { return contacts.size() - head; }
  Contact& front() { return contacts[head]; }
  Contact& back() { return contacts.back(); }
  void clear() {
    contacts.clear();
    head = 0;
  }
  void put_front(const Contact& c) {
    if (head > 0)
      contacts[--head] = c;
    else
      contacts.insert(contacts.begin(), c);
  }
};

}  // namespace

struct DiscFunnel::Scratch {
  std::vector<Join> joins;
  std::vector<Candidate> candidates;
  std::vector<Corner> corners;
  std::vector<Index> active;        // by join: its corner
  std::vector<Index> chain[2];      // of taut_points()
  std::vector<std::uint32_t> seen;  // by vertex: the last round in which it was active
  std::uint32_t round = 0;
  Chain left, right;
  std::vector<Contact> path;  // known to be taut; the last one is the apex
  std::vector<Index> ahead;   // by segment: the contact it leads to
  std::vector<Index> queue;
  std::vector<Portal> portals;
  std::uint64_t repeats = 0;
};

class DiscFunnel::Run {
 public:
  Run(const Mesh& mesh, Scratch& scratch, const Point& start, const Point& goal, double radius)
      : mesh_(mesh), s_(scratch), start_(start), goal_(goal), r_(radius) {}

  bool go(Index first, std::span<const Index> doors, std::vector<Segment>& out);

 private:
  void lay_out(Index first, std::span<const Index> doors);
  void lay_out_end(Index triangle, Index door);
  void measure(double extent);
  void look_beyond(Index side_edge, int side);
  void join(Index vertex, int side, double normal);
  bool pull();
  bool add(int side, Contact p, bool is_goal);
  bool head_for(const Contact& from, Contact& to) const;
  bool is_beside(const Contact& from, const Contact& to, const Point& p) const;
  bool put_before(Contact p, Chain& other, bool is_goal);
  bool write(std::vector<Segment>& out);
  bool find_intruder(const std::vector<Segment>& path, Join& intruder, Index& before,
                     Index& next) const;

  enum class Verdict { legal, wanting, unclear };
  bool go_thin(Index first, std::span<const Index> doors, std::vector<Segment>& out);
  double lay_out_corners(std::span<const Index> doors);
  void taut_points();
  Verdict check();
  Verdict check_doors(std::size_t to);
  Verdict check_line(std::size_t to, Index low, Index high);
  Verdict check_arc(std::size_t at, Index low, Index high);
  Index corner_of(std::size_t contact) const;
  bool hides(Index edge, const Segment& piece) const;

  const Mesh& mesh_;
  Scratch& s_;
  const Point start_, goal_;
  const double r_;
  double least_ = 0.0;        // what the path must keep: the radius less rounding
  double last_normal_ = 0.0;  // lift of the direction across the last door
  double slack_ = 0.0;        // what rounding can turn a heading by, in quarter turns
};

void DiscFunnel::Run::join(Index vertex, int side, double normal) {
  s_.joins.push_back({vertex, side, normal});
  s_.candidates.push_back({vertex, side, static_cast<Index>(s_.joins.size() - 1)});
}

void DiscFunnel::Run::look_beyond(Index e, int side) {
  if (mesh_.constrained(e)) return;
  const Index before = static_cast<Index>(s_.joins.size());
  for_each_hidden(mesh_, e, r_, s_.queue,
                  [&](Index v) { s_.candidates.push_back({v, side, before}); });
}

// The triangles of the ends: a corner there, or beyond, may be on either side.
void DiscFunnel::Run::lay_out_end(Index triangle, Index door) {
  for (Index i = 0; i < 3; ++i) {
    const Index e = Mesh::half_edge(triangle, i);
    if (e != door) look_beyond(e, 0);
    if (door == none || mesh_.origin(e) == mesh_.apex(door))
      s_.candidates.push_back({mesh_.origin(e), 0, static_cast<Index>(s_.joins.size())});
  }
}

void DiscFunnel::Run::measure(double extent) {
  extent = std::max(
      {extent, std::abs(start_.x), std::abs(start_.y), std::abs(goal_.x), std::abs(goal_.y)});
  least_ = r_ - (r_ * 0x1p-40 + extent * 0x1p-46);
  slack_ = 0x1p-20 + extent / r_ * 0x1p-40;
}

void DiscFunnel::Run::lay_out(Index first, std::span<const Index> doors) {
  s_.joins.clear();
  s_.candidates.clear();
  const Vector straight = goal_ - start_;
  double normal = quarter_turns(straight);
  if (doors.empty()) {
    lay_out_end(first, none);
  } else {
    lay_out_end(first, mesh_.twin(doors[0]));
    Index left = none, right = none;
    for (std::size_t k = 0; k < doors.size(); ++k) {
      const Index e = doors[k], l = mesh_.origin(e), r = mesh_.target(e);
      const Vector across = mesh_.point(l) - mesh_.point(r);
      normal = lift_near({across.y, -across.x}, normal);
      if (k > 0) {
        // The side of the triangle between the two doors that is none.
        const Index before = doors[k - 1], next = Mesh::next(before);
        const Index other = next == mesh_.twin(e) ? Mesh::prev(before) : next;
        look_beyond(other, l != left ? +1 : -1);
      }
      if (l != left) join(left = l, +1, normal);
      if (r != right) join(right = r, -1, normal);
    }
    lay_out_end(Mesh::triangle_of(doors.back()), doors.back());
  }
  last_normal_ = normal;
  double extent = 0.0;
  for (const Join& j : s_.joins) {
    const Point p = mesh_.point(j.vertex);
    extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
  }
  measure(extent);
}

// Sets the heading of the line from one contact to the next. False when there is none.
bool DiscFunnel::Run::head_for(const Contact& from, Contact& to) const {
  if (from.circle.center == to.circle.center) return false;
  const Tangent t = tangent(from.circle, to.circle);
  to.in = {t.direction, lift_near(t.direction, to.normal)};
  return t.exists;
}

// Whether a circle around p can stand in the way of the line between two contacts, and not
// only be far beyond its end as the channel winds.
bool DiscFunnel::Run::is_beside(const Contact& from, const Contact& to, const Point& p) const {
  const Vector u = to.in.u, v = p - from.circle.touch(u);
  const double along = dot(u, v);
  return along > 0 && along < dot(u, to.circle.touch(u) - from.circle.touch(u)) &&
         std::abs(cross(u, v)) < r_;
}

// p reaches back over the other chain, between the apex and the chain's first corner: it
// becomes the apex. The old one may fall slack, and so may corners of the other chain.
bool DiscFunnel::Run::put_before(Contact p, Chain& other, bool is_goal) {
  if (!head_for(s_.path.back(), p)) return false;
  while (s_.path.back().side() != 0 &&
         s_.path.back().side() * turn_of(s_.path.back().in, p.in) <= 0) {
    s_.path.pop_back();
    if (!head_for(s_.path.back(), p)) return false;
  }
  s_.path.push_back(p);
  if (is_goal) return true;
  for (;;) {
    if (!head_for(p, other.front())) {
      other.clear();  // beyond the end of the path
      return true;
    }
    if (other.size() < 2) return true;
    Contact& second = other.contacts[other.head + 1];
    if (other.front().side() * turn_of(other.front().in, second.in) > 0) return true;
    ++other.head;
  }
}

bool DiscFunnel::Run::add(int side, Contact p, bool is_goal) {
  Chain& own = side > 0 ? s_.left : s_.right;
  Chain& other = side > 0 ? s_.right : s_.left;
  while (!own.empty()) {
    if (own.back().vertex == p.vertex) return true;
    if (!head_for(own.back(), p)) return false;
    if (side * turn_of(own.back().in, p.in) > 0) {
      own.contacts.push_back(p);
      return true;
    }
    own.contacts.pop_back();
  }
  own.clear();
  for (bool has_advanced = false;;) {
    const Contact& apex = s_.path.back();
    if (apex.vertex != none && apex.vertex == p.vertex && apex.side() == p.side()) return true;
    const bool exists = head_for(apex, p);
    // The apex was one for the sake of a corner that p has put out of the way.
    if (exists && !has_advanced && apex.side() == -side &&
        apex.side() * turn_of(apex.in, p.in) < 0) {
      other.put_front(apex);
      s_.path.pop_back();
      continue;
    }
    if (other.empty()) {
      // Nothing passes between p and the apex: p lies beyond the end of the path.
      if (exists) own.contacts.push_back(p);
      return exists || !is_goal;
    }
    const Contact front = other.front();
    if (exists && side * turn_of(front.in, p.in) >= 0) break;
    if (is_beside(apex, front, p.circle.center)) {
      return put_before(p, other, is_goal);
    }
    s_.path.push_back(front);
    ++other.head;
    has_advanced = true;
  }
  own.contacts.push_back(p);
  return true;
}

bool DiscFunnel::Run::pull() {
  s_.left.clear();
  s_.right.clear();
  s_.path.clear();
  s_.path.push_back({{start_, 0.0}, none, 0, 0.0, {{1, 0}, 0.0}});
  Index order = 0;
  for (const Join& j : s_.joins) {
    const Circle circle{mesh_.point(j.vertex), j.side * r_};
    if (!add(j.side, {circle, j.vertex, order++, j.normal, {}}, false)) return false;
  }
  if (!add(+1, {{goal_, 0.0}, none, order, last_normal_, {}}, true)) return false;
  s_.path.insert(s_.path.end(),
                 s_.left.contacts.begin() + static_cast<std::ptrdiff_t>(s_.left.head),
                 s_.left.contacts.end());
  return true;
}

bool DiscFunnel::Run::write(std::vector<Segment>& out) {
  out.clear();
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
    if (std::abs(leave.lift - c.in.lift) >= 4) return false;
    put({in, to, c.circle.center, r_, c.side()}, i + 1);
    here = to;
  }
  return true;
}

// The corner that the path comes nearest to, if nearer than it may: the join it would
// precede, and the one that the path touches after coming near.
bool DiscFunnel::Run::find_intruder(const std::vector<Segment>& path, Join& intruder, Index& before,
                                    Index& next) const {
  double worst = least_;
  const std::vector<Contact>& contacts = s_.path;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Segment& s = path[i];
    // Corners that join between the contacts around this piece, one more on both sides.
    const std::size_t to = s_.ahead[i];
    Index low = ~Index{0}, high = 0;
    for (std::size_t k = to < 2 ? 0 : to - 2; k < std::min(to + 2, contacts.size()); ++k) {
      low = std::min(low, contacts[k].order);
      high = std::max(high, contacts[k].order);
    }
    const double x0 = std::min(s.start.x, s.end.x) - r_, x1 = std::max(s.start.x, s.end.x) + r_;
    const double y0 = std::min(s.start.y, s.end.y) - r_, y1 = std::max(s.start.y, s.end.y) + r_;
    auto c = std::lower_bound(s_.candidates.begin(), s_.candidates.end(), low,
                              [](const Candidate& c, Index low) { return c.before < low; });
    for (; c != s_.candidates.end() && c->before <= high; ++c) {
      const Point p = mesh_.point(c->vertex);
      double d;
      int side;
      if (s.turn == 0) {
        if (p.x < x0 || p.x > x1 || p.y < y0 || p.y > y1) continue;
        d = away(p, s.start, s.end);
        side = cross(s.end - s.start, p - s.start) > 0 ? 1 : -1;
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
      before = c->before;
      next = contacts[to].order;
    }
  }
  return worst < least_;
}

// --- the funnel over a few corners -------------------------------------------------
//
// Most corners of a channel are far from the path. So the funnel begins with those that the
// path of a point touches; corners that the result comes too near to, or passes on the wrong
// side, join, until there are none. A path that is shortest for some corners and legal for all
// is shortest for all. What is not plain is left to the funnel over all corners.

double DiscFunnel::Run::lay_out_corners(std::span<const Index> doors) {
  s_.corners.clear();
  Index vertex[2] = {none, none}, last[2] = {none, none};  // left, right
  Vector normal = goal_ - start_;
  double extent = 0.0;
  int turns = 0;
  for (std::size_t k = 0; k < doors.size(); ++k) {
    const Index e = doors[k];
    const Index ends[2] = {mesh_.origin(e), mesh_.target(e)};
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
      const Index index = static_cast<Index>(s_.corners.size());
      s_.corners.push_back(
          {at[i], normal, turns, i == 0 ? 1 : -1, ends[i], last[i], last[1 - i], edge, false});
      vertex[i] = ends[i];
      last[i] = index;
      extent = std::max({extent, std::abs(at[i].x), std::abs(at[i].y)});
    }
  }
  return extent;
}

// Marks the corners that a point's path touches, as rounding sees them.
void DiscFunnel::Run::taut_points() {
  std::vector<Corner>& corners = s_.corners;
  std::size_t head[2] = {0, 0};
  for (std::vector<Index>& chain : s_.chain) chain.clear();
  Point apex = start_;
  const auto add = [&](int i, const Point& p) {
    const int side = i == 0 ? 1 : -1;
    std::vector<Index>&own = s_.chain[i], &other = s_.chain[1 - i];
    while (own.size() > head[i]) {
      const Point last = corners[own.back()].at;
      const Point before = own.size() > head[i] + 1 ? corners[own[own.size() - 2]].at : apex;
      if (side * cross(last - before, p - last) > 0) return;
      own.pop_back();
    }
    while (head[1 - i] < other.size()) {
      Corner& front = corners[other[head[1 - i]]];
      if (side * cross(front.at - apex, p - apex) >= 0) break;
      apex = front.at;
      front.is_active = true;
      ++head[1 - i];
    }
  };
  for (Index j = 0; j < corners.size(); ++j) {
    const int i = corners[j].side > 0 ? 0 : 1;
    add(i, corners[j].at);
    s_.chain[i].push_back(j);
  }
  add(0, goal_);
  for (std::size_t k = head[0]; k < s_.chain[0].size(); ++k)
    corners[s_.chain[0][k]].is_active = true;
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
  for (Index j = low; j < high; ++j) {
    Corner& c = s_.corners[j];
    const double off = c.side * cross(u, c.at - line.start);
    if (c.edge != none) {
      const Point other = s_.corners[c.before].at;
      if ((off < least_ || c.side * cross(u, other - line.start) < least_) &&
          !is_past(c.at, other) && away(c.at, other, line.start, line.end) < least_ &&
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
  Verdict verdict = Verdict::legal;
  for (Index j = low; j < high; ++j) {
    const Corner& k = s_.corners[j];
    const Point p = k.at;
    if (k.edge != none) {
      const Point q = s_.corners[k.before].at;
      if (std::min(p.x, q.x) < center.x + 2 * r_ && std::max(p.x, q.x) > center.x - 2 * r_ &&
          std::min(p.y, q.y) < center.y + 2 * r_ && std::max(p.y, q.y) > center.y - 2 * r_ &&
          !(is_clear(p) && is_clear(q)) && hides(k.edge, arc))
        return Verdict::unclear;
    }
    if (std::abs(p.x - center.x) >= 2 * r_ || std::abs(p.y - center.y) >= 2 * r_ || p == center ||
        is_clear(p) || arc_distance(arc, p, p) >= least_)
      continue;
    if (k.is_active) return Verdict::unclear;
    s_.corners[j].is_active = true;
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
    // From the contact before the last to the one after the next.
    const auto low = [&](std::size_t next) { return next < 3 ? 0 : corner_of(next - 2); };
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

bool DiscFunnel::Run::go(Index first, std::span<const Index> doors, std::vector<Segment>& out) {
  if (doors.size() >= thin_from && go_thin(first, doors, out)) return true;
  lay_out(first, doors);
  for (std::size_t tries = 0; tries <= s_.candidates.size(); ++tries) {
    if (!pull() || !write(out)) return false;
    Join intruder;
    Index before, next;
    if (!find_intruder(out, intruder, before, next)) return true;
    ++s_.repeats;
    // A corner that has joined already was let go for one that the path does not come to:
    // it joins once more, later.
    for (Index i = 0; i < s_.joins.size(); ++i)
      if (s_.joins[i].vertex == intruder.vertex && s_.joins[i].side == intruder.side) {
        before = next;
        if (i >= before) return false;
      }
    intruder.normal = s_.joins.empty()           ? quarter_turns(goal_ - start_)
                      : before < s_.joins.size() ? s_.joins[before].normal
                                                 : s_.joins.back().normal;
    s_.joins.insert(s_.joins.begin() + before, intruder);
    for (Candidate& c : s_.candidates) c.before += c.before > before;
  }
  return false;
}

DiscFunnel::DiscFunnel(const Mesh& mesh) : mesh_(mesh), scratch_(std::make_unique<Scratch>()) {}
DiscFunnel::~DiscFunnel() = default;
std::uint64_t DiscFunnel::repeats() const { return scratch_->repeats; }

bool DiscFunnel::pull(Index first, std::span<const Index> doors, const Point& start,
                      const Point& goal, double radius, std::vector<Segment>& out) {
  out.clear();
  if (start == goal) return true;
  if (radius > 0) return Run(mesh_, *scratch_, start, goal, radius).go(first, doors, out);
  std::vector<Portal>& portals = scratch_->portals;
  portals.clear();
  for (const Index e : doors)
    portals.push_back({mesh_.point(mesh_.origin(e)), mesh_.point(mesh_.target(e))});
  const std::vector<Point> corners = funnel(start, goal, portals);
  for (std::size_t i = 1; i < corners.size(); ++i)
    out.push_back({corners[i - 1], corners[i], {}, 0.0, 0});
  return true;
}

}  // namespace clearway
