#include "disc_corners.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {

void DiscCorners::begin(double radius, double slack) {
  slack_ = slack;
  corners_.resize(std::max(corners_.size(), mesh_.vertices.size()),
                  Corner{Corner::never, 0, none, none});
  hidden_.resize(std::max(hidden_.size(), 4 * mesh_.triangles.size()), Hidden{none, 0});
  if (version_ != world_.version() || r_ != radius) {
    r_ = radius;
    behind_.clear();
    if (++hidden_stamp_ == 0) {
      for (Hidden& h : hidden_) h.stamp = 0;
      hidden_stamp_ = 1;
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

const DiscCorners::Corner& DiscCorners::corner(Index vertex) {
  Corner& c = corners_[vertex];
  if (c.stamp == stamp_) return c;
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

// A disc that touches such a corner holds no vertex and pokes through every side between,
// through none whose opposite angle is not acute: the circle around that triangle would
// hold its cap.
void DiscCorners::find_hidden(Index exit) {
  hidden_[exit] = {none, hidden_stamp_};
  const Point a = at(mesh_.origin(exit)), b = at(mesh_.target(exit));
  const Vector along = b - a;
  const double wide = length(along);
  const double deep = wide >= 2 * r_ ? r_ : r_ - std::sqrt(r_ * r_ - 0.25 * wide * wide);
  const double bound = deep * wide * (1 + 0x1p-30);
  const auto is_sharp = [&](Index e) {
    const Point p = at(mesh_.apex(e));
    const Vector u = at(mesh_.origin(e)) - p, v = at(mesh_.target(e)) - p;
    return dot(u, v) > -0x1p-40 * (dot(u, u) + dot(v, v));
  };
  if (!is_sharp(exit)) return;
  queue_.assign(1, mesh_.twin(exit));
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const Index h = queue_[i];
    const Index v = mesh_.apex(h);
    if (can_roll(v) && -cross(along, at(v) - a) < bound) {
      behind_.push_back({v, hidden_[exit].first});
      hidden_[exit].first = static_cast<Index>(behind_.size() - 1);
    }
    for (const Index e : {Mesh::next(h), Mesh::prev(h)}) {
      if (mesh_.constrained(e) || !is_sharp(e)) continue;
      const Point p = at(mesh_.origin(e)), q = at(mesh_.target(e));
      if (p == a || q == a || p == b || q == b) {
        const Vector side = p == a || p == b ? q - p : p - q;
        if ((p == a || q == a ? 1 : -1) * dot(side, along) <= 0) continue;
      } else if (distance(p, q, a, b) >= deep * (1 + 0x1p-30)) {
        continue;
      }
      const Index twin = mesh_.twin(e);
      const auto is_same = [&](Index f) { return Mesh::triangle_of(f) == Mesh::triangle_of(twin); };
      if (Mesh::triangle_of(twin) != Mesh::triangle_of(exit) &&
          std::none_of(queue_.begin(), queue_.end(), is_same))
        queue_.push_back(twin);
    }
  }
}

}  // namespace clearway
