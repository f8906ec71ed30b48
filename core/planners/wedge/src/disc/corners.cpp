#include "corners.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/geometry/predicates.hpp"
#include "funnel/corners_behind.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

// A lower bound on the distance.
float below(double distance) {
  constexpr double most = std::numeric_limits<float>::max();
  return static_cast<float>(std::min(distance * (1 - tolerance::float_distance), most));
}

}  // namespace

void DiscCorners::begin(double radius, double slack) {
  slack_ = slack;
  corners_.resize(std::max(corners_.size(), mesh_.vertices.size()),
                  Corner{Corner::never, 0, 0.0F, {}, {}});
  hidden_.resize(std::max(hidden_.size(), mesh_.half_edge_slots()), 0);
  first_.resize(hidden_.size());
  if (version_ != world_.version() || r_ != radius) {
    r_ = radius;
    touch_directions_.begin(radius, slack);
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

const DiscCorners::Corner& DiscCorners::find_corner(VertexId vertex) {
  Corner& c = corners_[vertex];
  c = {Corner::post, stamp_, 0.0F, {}, {}};
  const HalfEdgeId begin = mesh_.vertices[vertex].edge;
  HalfEdgeId first = begin;
  while (!mesh_.constrained(first)) {
    first = mesh_.rotate_ccw(first);
    if (first == begin) {
      c.apart = below(apart_of(begin));
      return c;
    }
  }
  c.kind = Corner::never;
  HalfEdgeId e = first;
  do {
    HalfEdgeId following = mesh_.rotate_ccw(e);
    while (!mesh_.constrained(following)) following = mesh_.rotate_ccw(following);
    const VertexId a = mesh_.target(e), b = mesh_.target(following);
    if (a == b || orientation(at(vertex), at(a), at(b)) < 0)
      c = {Corner::edge, stamp_, 0.0F, unit(at(a) - at(vertex)), unit(at(b) - at(vertex))};
    e = following;
  } while (e != first && c.kind == Corner::never);
  if (c.kind == Corner::edge) c.apart = below(room_around(first));
  return c;
}

// Distance from the vertex where `spoke` starts to the nearest edge that faces it.
double DiscCorners::room_around(HalfEdgeId spoke) const {
  const Point p = at(mesh_.origin(spoke));
  double room = std::numeric_limits<double>::infinity();
  HalfEdgeId e = spoke;
  do {
    const HalfEdgeId facing = Mesh::next(e);
    if (mesh_.is_free(Mesh::triangle_of(e)))
      room = std::min(room, away(p, at(mesh_.origin(facing)), at(mesh_.target(facing))));
    e = mesh_.rotate_ccw(e);
  } while (e != spoke);
  return room;
}

double DiscCorners::isolated_reach(VertexId vertex, const Vector& outwards, int side,
                                   double least) const {
  const Corner& c = corners_[vertex];
  if (c.kind == Corner::post) return 2 * std::numbers::pi;
  const Vector& wall = side > 0 ? c.last : c.first;
  const double ahead = positive(side * std::atan2(cross(outwards, wall), dot(outwards, wall)));
  return std::max(0.0, ahead - least);
}

// Distance from the post where `spoke` starts to the nearest obstacle.
double DiscCorners::apart_of(HalfEdgeId spoke) {
  const Point p = at(mesh_.origin(spoke));
  double apart = std::numeric_limits<double>::infinity();
  sides_.clear();
  HalfEdgeId e = spoke;
  do {
    apart = std::min(apart, clearway::distance(p, at(mesh_.target(e))));
    sides_.push_back(Mesh::next(e));
    e = mesh_.rotate_ccw(e);
  } while (e != spoke);
  while (!sides_.empty()) {
    e = sides_.back();
    sides_.pop_back();
    const double far = clearway::distance(p, at(mesh_.origin(e)), at(mesh_.target(e)));
    if (far >= apart) continue;
    if (mesh_.constrained(e)) {
      apart = far;
      continue;
    }
    const HalfEdgeId in = mesh_.twin(e);
    apart = std::min(apart, clearway::distance(p, at(mesh_.apex(in))));
    sides_.insert(sides_.end(), {Mesh::next(in), Mesh::prev(in)});
  }
  return apart;
}

bool DiscCorners::can_touch(VertexId vertex, const Vector& outwards) {
  const Corner& c = corner(vertex);
  if (c.kind != Corner::edge) return c.kind == Corner::post;
  return dot(c.first, outwards) <= slack_ && dot(c.last, outwards) <= slack_;
}

// A path that turns by w around an isolated post can be shortened on the other side of the post: by
// the line from t = r cot(w / 4) before the turn to t after it, which passes the post at distance
// r. The line stays within sqrt(t^2 + r^2) of the post, so it is legal if everything else is r
// farther away. The tangents before and after the turn are longer than t, as they come from points
// that are at least as far.
double DiscCorners::max_turn(VertexId vertex, double end_distance) {
  const Corner& c = corner(vertex);
  if (c.kind != Corner::post) return std::numeric_limits<double>::infinity();
  const double apart = std::min<double>(c.apart, end_distance + r_) * (1 - slack_);
  if (apart <= 2 * r_) return std::numeric_limits<double>::infinity();
  return 4 * std::atan2(r_, std::sqrt(apart * (apart - 2 * r_))) * (1 + slack_);
}

void DiscCorners::find_hidden(HalfEdgeId exit) {
  Index first = none;
  bool is_any = false;
  for_each_corner_behind(mesh_, exit, r_, queue_, [&](VertexId v) {
    if (!can_roll(v)) return;
    if (!touch_directions_.is_any(v)) return;
    is_any = true;
    if (!touch_directions_.may_touch_from(v, Mesh::triangle_of(exit))) return;
    behind_.push_back({v, first});
    first = static_cast<Index>(behind_.size() - 1);
  });
  first_[exit] = first;
  hidden_[exit] = static_cast<std::uint16_t>(hidden_stamp_ + (first != none ? 1 : is_any ? 2 : 0));
}

bool DiscCorners::look_around(TriangleId triangle) {
  bool is_any = false;
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId side = Mesh::half_edge(triangle, i);
    is_any |= !mesh_.constrained(side) && behind(side) == hidden_stamp_ + 1;
  }
  hidden_[Mesh::half_edge(triangle, 3)] = static_cast<std::uint16_t>(hidden_stamp_ + is_any);
  return is_any;
}

}  // namespace clearway
