// Worlds for tests, and queries about them answered from the raw obstacles alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/hash.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/verify/verify.hpp"
#include "clearway/world/world.hpp"
#include "geometry/construction.hpp"

namespace worlds {

using clearway::Handle;
using clearway::Obstacles;
using clearway::Point;
using clearway::Role;

using Chain = std::vector<Point>;

struct Random {
  std::uint64_t state;
  std::uint64_t next() { return clearway::mixed(state += 0x9e3779b97f4a7c15u); }  // SplitMix64
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  double real(double low, double high) {
    return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53;
  }
};

inline void add(Obstacles& o, Handle h, Role role, const Chain& points) { o.add(h, role, points); }

inline Chain box(double x0, double y0, double x1, double y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

inline Obstacles ground(const Chain& ring) {
  Obstacles o;
  add(o, -1, Role::shell, ring);
  return o;
}

// The obstacles again, as plain lists.
struct Piece {
  Role role;
  Chain points;
  std::size_t sides() const { return role == Role::wall ? points.size() - 1 : points.size(); }
  Point a(std::size_t i) const { return points[i]; }
  Point b(std::size_t i) const { return points[(i + 1) % points.size()]; }
};

struct Scene {
  Chain bounds;
  std::vector<Piece> pieces;

  clearway::World world() const {
    clearway::World w(ground(bounds));
    Obstacles o;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      add(o, static_cast<Handle>(i), pieces[i].role, pieces[i].points);
    w.apply({}, o);
    return w;
  }

  template <class Visit>
  void for_each_side(Visit visit) const {
    const Piece rim{Role::shell, bounds};
    for (std::size_t i = 0; i < rim.sides(); ++i) visit(rim.a(i), rim.b(i));
    for (const Piece& p : pieces)
      for (std::size_t i = 0; i < p.sides(); ++i) visit(p.a(i), p.b(i));
  }

  static bool encloses(const Chain& ring, const Point& p) {
    bool in = false;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point a = ring[i], b = ring[(i + 1) % ring.size()];
      if ((a.y <= p.y) != (b.y <= p.y)) in ^= (clearway::orientation(a, b, p) > 0) == (a.y < b.y);
    }
    return in;
  }

  // Negative when p is blocked: never on a boundary.
  double clearance(const Point& p) const {
    double best = std::numeric_limits<double>::infinity();
    for_each_side([&](const Point& a, const Point& b) {
      best = std::min(best, clearway::distance(p, a, b));
    });
    bool blocked = !encloses(bounds, p);
    for (const Piece& piece : pieces)
      blocked = blocked || (piece.role == Role::shell && encloses(piece.points, p));
    return blocked ? -best : best;
  }
};

// Boxes, triangles, walls and posts on whole coordinates in a square of this size,
// overlapping and touching as they come.
inline Scene integer_scene(Random& random, int size, int count) {
  Scene s;
  s.bounds = box(0, 0, size, size);
  const auto point = [&] {
    return Point{double(random.below(size + 1)), double(random.below(size + 1))};
  };
  for (int i = 0; i < count; ++i) {
    const Point p = point();
    const double w = 1 + random.below(3), h = 1 + random.below(3);
    switch (random.below(4)) {
      case 0:
        s.pieces.push_back({Role::shell, box(p.x, p.y, p.x + w, p.y + h)});
        break;
      case 1:
        s.pieces.push_back({Role::shell, {p, {p.x + w, p.y}, {p.x, p.y + h}}});
        break;
      case 2:
        s.pieces.push_back({Role::wall, {p, {p.x + w, p.y + h - 2}}});
        break;
      default:
        s.pieces.push_back({Role::post, {p}});
        break;
    }
  }
  return s;
}

// Turned boxes that do not overlap, with walls and posts between, off the grid.
inline Scene scattered_scene(Random& random, int side) {
  Scene s;
  s.bounds = box(0, 0, side, side);
  for (int x = 0; x < side; ++x)
    for (int y = 0; y < side; ++y) {
      const Point c{x + random.real(0.45, 0.55), y + random.real(0.45, 0.55)};
      const double r = random.real(0.15, 0.44), turn = random.real(0, 1.5);
      Chain ring;
      const int corners = 3 + random.below(3);
      for (int k = 0; k < corners; ++k)
        ring.push_back({c.x + r * std::cos(turn + 6.283185307179586 * k / corners),
                        c.y + r * std::sin(turn + 6.283185307179586 * k / corners)});
      switch (random.below(4)) {
        case 0:
          s.pieces.push_back({Role::wall, {ring[0], ring[1], ring[2]}});
          break;
        case 1:
          s.pieces.push_back({Role::post, {c}});
          break;
        default:
          s.pieces.push_back({Role::shell, ring});
          break;
      }
    }
  return s;
}

// Against all obstacles of the world.
inline clearway::Verdict verify(const clearway::World& world,
                                std::span<const clearway::Segment> path) {
  return clearway::verify(world.bounds(), world.obstacles(world.handles()), path);
}

}  // namespace worlds
