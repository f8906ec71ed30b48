#include "funnel/circle_funnel.hpp"

namespace clearway::disc_funnel {

void CircleFunnel::begin(const Contact& root) {
  left.clear();
  right.clear();
  path.assign(1, root);
}

bool CircleFunnel::head_for(const Contact& from, Contact& to) {
  if (from.circle.center == to.circle.center) return false;
  const Tangent t = tangent(from.circle, to.circle);
  to.in = {t.direction, lift_near(t.direction, to.normal)};
  return t.exists;
}

// Whether a circle around p can obstruct the line between two contacts. It cannot if it lies beyond
// an end of the line, where the channel has turned.
bool CircleFunnel::is_beside(const Contact& from, const Contact& to, const Point& p) const {
  const Vector u = to.in.u, v = p - from.circle.touch(u);
  const double along = rounded_ahead(u, v);
  return along > 0 && along < dot(u, to.circle.touch(u) - from.circle.touch(u)) &&
         std::abs(cross(u, v)) < r;
}

// The circle of p reaches back over the other chain, between the apex and the chain's first corner:
// p becomes the apex. The old apex may become slack, and so may corners of the other chain.
bool CircleFunnel::put_before(Contact p, Chain& other, bool is_goal) {
  if (!head_for(path.back(), p)) return false;
  while (path.back().side() != 0 && path.back().side() * turn_of(path.back().in, p.in) <= 0) {
    if (path.size() == 1) return false;
    path.pop_back();
    if (!head_for(path.back(), p)) return false;
  }
  path.push_back(p);
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

bool CircleFunnel::add(int side, Contact p, bool is_goal) {
  Chain& own = side > 0 ? left : right;
  Chain& other = side > 0 ? right : left;
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
    const Contact& apex = path.back();
    if (apex.vertex != none && apex.vertex == p.vertex && apex.side() == p.side()) return true;
    const bool exists = head_for(apex, p);
    // The apex was chosen because of a corner that p has made irrelevant: it returns to its chain.
    if (exists && !has_advanced && apex.side() == -side &&
        apex.side() * turn_of(apex.in, p.in) < 0) {
      if (path.size() == 1) return false;
      other.put_front(apex);
      path.pop_back();
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
    path.push_back(front);
    ++other.head;
    has_advanced = true;
  }
  own.contacts.push_back(p);
  return true;
}

}  // namespace clearway::disc_funnel
