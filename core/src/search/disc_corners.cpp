#include "disc_corners.hpp"

#include <algorithm>

#include "../path/hidden.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {

void DiscCorners::begin(double radius, double slack) {
  slack_ = slack;
  corners_.resize(std::max(corners_.size(), mesh_.vertices.size()),
                  Corner{Corner::never, 0, none, none});
  hidden_.resize(std::max(hidden_.size(), 4 * mesh_.triangles.size()), 0);
  first_.resize(hidden_.size());
  if (version_ != world_.version() || r_ != radius) {
    r_ = radius;
    room_.begin(radius, slack);
    behind_.clear();
    hidden_stamp_ += 4;
    if (hidden_stamp_ == 0) {
      std::fill(hidden_.begin(), hidden_.end(), 0);
      hidden_stamp_ = 4;
    }
  }
  if (version_ != world_.version()) {
    version_ = world_.version();
    if (++stamp_ == 0) {
      for (Corner& c : corners_) c.stamp = 0;
      stamp_ = 1;
    }
  }
}

const DiscCorners::Corner& DiscCorners::find_corner(Index vertex) {
  Corner& c = corners_[vertex];
  c = {Corner::post, stamp_, none, none};
  const Index begin = mesh_.vertices[vertex].edge;
  Index first = begin;
  while (!mesh_.constrained(first)) {
    first = mesh_.rotate_ccw(first);
    if (first == begin) return c;
  }
  c.kind = Corner::never;
  Index e = first;
  do {
    Index following = mesh_.rotate_ccw(e);
    while (!mesh_.constrained(following)) following = mesh_.rotate_ccw(following);
    const Index a = mesh_.target(e), b = mesh_.target(following);
    if (a == b || orientation(at(vertex), at(a), at(b)) < 0) c = {Corner::edge, stamp_, a, b};
    e = following;
  } while (e != first && c.kind == Corner::never);
  return c;
}

bool DiscCorners::can_touch(Index vertex, const Vector& outwards) {
  const Corner& c = corner(vertex);
  if (c.kind != Corner::edge) return c.kind == Corner::post;
  for (const Index v : {c.first, c.last}) {
    const Vector edge = at(v) - at(vertex);
    if (const double d = dot(edge, outwards); d > 0 && d > slack_ * length(edge)) return false;
  }
  return true;
}

bool DiscCorners::may_touch(Index vertex, int side, const Vector& low, const Vector& high) {
  const Corner& c = corner(vertex);
  if (c.kind != Corner::edge) return c.kind == Corner::post;
  for (const Index v : {c.first, c.last}) {
    const Vector edge = at(v) - at(vertex);
    const double most = 2 * slack_ * (std::abs(edge.x) + std::abs(edge.y));
    if (side * cross(edge, low) > most && side * cross(edge, high) > most) return false;
  }
  return true;
}

void DiscCorners::find_hidden(Index exit) {
  Index first = none;
  bool is_any = false;
  for_each_hidden(mesh_, exit, r_, queue_, [&](Index v) {
    if (!can_roll(v)) return;
    if (!room_.is_any(v)) return;
    is_any = true;
    if (!room_.may_be_in(v, Mesh::triangle_of(exit))) return;
    behind_.push_back({v, first});
    first = static_cast<Index>(behind_.size() - 1);
  });
  first_[exit] = first;
  hidden_[exit] = static_cast<std::uint16_t>(hidden_stamp_ + (first != none ? 1 : is_any ? 2 : 0));
}

}  // namespace clearway
