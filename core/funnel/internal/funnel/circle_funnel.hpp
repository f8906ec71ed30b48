// The funnel of circles: two chains that split at an apex. The common part of the funnel over a
// whole channel and of the fronts of a search; disc_funnel.hpp lists the differences from points.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "geometry/tangents.hpp"

namespace clearway::disc_funnel {

// A direction with its turns counted. The lift grows with the angle, by 4 for a whole turn: it
// distinguishes a left turn of 200 degrees from a right turn of 160.
struct Heading {
  Vector u;
  double lift;
};

// The lift of a direction within the first turn, in [0, 4).
inline double quarter_turns(const Vector& u) {
  const double p = u.x / (std::abs(u.x) + std::abs(u.y));
  return u.y >= 0 ? 1 - p : 3 + p;
}

inline constexpr double whole_turn = 4.0;  // as a lift: quarter turns

// The lift of a direction that is nearest to `about`.
inline double lift_near(const Vector& u, double about) {
  const double q = quarter_turns(u), turns = 0.25 * (about - q);
  // Rounded to the nearest whole number; std::round is a call, and this runs for every portal.
  return q + 4 * static_cast<double>(static_cast<std::int64_t>(turns + (turns < 0 ? -0.5 : 0.5)));
}

// +1 if b lies counter-clockwise of a, -1 if clockwise, 0 if they are equal.
inline int turn_of(const Heading& a, const Heading& b) {
  const double by = b.lift - a.lift;
  if (std::abs(by) > 0.25) return by > 0 ? 1 : -1;
  const double c = rounded_side(a.u, b.u);
  return (c > 0) - (c < 0);
}

// A corner that the path may touch, or one of its ends.
struct Contact {
  Circle circle;
  VertexId vertex;  // none: an end
  Index order;      // of the portals' ends along the channel
  double normal;    // lift of the direction across the portal of which it is an end
  Heading in;       // of the path when it arrives
  int side() const { return circle.rho > 0 ? 1 : circle.rho < 0 ? -1 : 0; }
};

// The contacts of one side, in order of travel from the apex, which is not among them.
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

struct CircleFunnel {
  double r = 0.0;
  Chain left, right;
  std::vector<Contact> path;  // known to be taut; the last one is the apex

  // Empties it: only the end or contact where it begins.
  void begin(const Contact& root);
  // Adds a corner on its side, +1: left. The goal, a circle of radius 0, comes last, on either
  // side: then the path continues along that chain. False: no disc can pass.
  bool add(int side, Contact p, bool is_goal);
  // Sets the heading of the line from one contact to the next. False: there is no such line.
  static bool head_for(const Contact& from, Contact& to);

 private:
  bool is_beside(const Contact& from, const Contact& to, const Point& p) const;
  bool put_before(Contact p, Chain& other, bool is_goal);
};

}  // namespace clearway::disc_funnel
