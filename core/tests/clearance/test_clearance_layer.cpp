// The clearance layer: every gate served, the mesh a function of the obstacles alone.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <tuple>

#include "check.hpp"
#include "clearance/clearance.hpp"
#include "clearance/sleeve.hpp"
#include "world/access.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

using Face = std::tuple<std::array<std::tuple<double, double>, 3>, bool>;

std::vector<Face> canonical(const World& w) {
  std::vector<Face> faces;
  const Mesh& m = w.mesh();
  for (const TriangleId t : m.triangles.ids()) {
    if (!m.is_live(t)) continue;
    std::array<std::tuple<double, double>, 3> c;
    for (Index i = 0; i < 3; ++i) {
      const Point p = m.point(m.triangles[t].vertex[i]);
      c[i] = {p.x, p.y};
    }
    std::rotate(c.begin(), std::min_element(c.begin(), c.end()), c.end());
    faces.push_back({c, m.is_free(t)});
  }
  std::sort(faces.begin(), faces.end());
  return faces;
}

bool has_edge(const Mesh& m, VertexId v, const Point& q, double near) {
  const HalfEdgeId first = m.vertices[v].edge;
  HalfEdgeId e = first;
  do {
    const Point p = m.point(m.target(e));
    if (std::hypot(p.x - q.x, p.y - q.y) <= near) return true;
    e = m.rotate_ccw(e);
  } while (e != first && e != none);
  return false;
}

// Gates found by looking at every corner and every side, that are neither an edge of the mesh
// nor the height of a triangle nor charged to turns. Only such as are clear of everything else
// by a margin.
int unserved_gates(const World& w, const worlds::Scene& s) {
  const Mesh& m = w.mesh();
  int count = 0;
  std::vector<Point> corners;
  s.for_each_side([&](const Point& a, const Point&) { corners.push_back(a); });
  for (const worlds::Piece& p : s.pieces) corners.push_back(p.points.back());
  s.for_each_side([&](const Point& a, const Point& b) {
    for (const Point& v : corners) {
      if (v == a || v == b || a == b) continue;
      const double length = distance(a, b),
                   along = ((v.x - a.x) * (b.x - a.x) + (v.y - a.y) * (b.y - a.y)) / length;
      if (along <= 1e-9 || along >= length - 1e-9) continue;
      const Point foot{a.x + along / length * (b.x - a.x), a.y + along / length * (b.y - a.y)};
      const Point centre{(v.x + foot.x) / 2, (v.y + foot.y) / 2};
      const double r = distance(v, foot) / 2;
      if (r < 1e-9 || s.clearance(centre) < r * (1 - 1e-9)) continue;
      bool alone = true;
      for (const Point& u : corners)
        if (!(u == v)) alone = alone && distance(u, centre) > r * (1 + 1e-9);
      if (!alone) continue;
      const Location at = w.locate(v);
      if (at.kind != Location::vertex) {
        ++count;
        continue;
      }
      const VertexId corner = m.origin(at.half_edge);
      bool served = has_edge(m, corner, foot, 1e-9);
      HalfEdgeId e = at.half_edge;
      do {
        const HalfEdgeId base = Mesh::next(e);
        if (m.constrained(base)) {
          const Point p = m.point(m.origin(base)), q = m.point(m.target(base));
          served = served || (distance(foot, p, q) < 1e-9);
        }
        clearance_of(w).for_gates_at(Mesh::triangle_of(e), [&](HalfEdgeId from, double) {
          const auto sleeve = from == e ? find_sleeve(w, from) : std::nullopt;
          served =
              served || (sleeve && distance(sleeve->foot, foot) < 1e-9 && !sleeve->is_crowded());
        });
        e = m.rotate_ccw(e);
      } while (e != at.half_edge);
      count += !served;
    }
  });
  return count;
}

// Checks that the layer is that of a new world with the same obstacles.
bool equals_fresh(const World& w, int round, int edit) {
  World fresh(w.bounds());
  fresh.apply({}, w.obstacles(w.handles()));
  const bool same = canonical(fresh) == canonical(w);
  if (!same)
    std::cerr << "round " << round << " edit " << edit << ": " << w.stats().refinements
              << " refinements, fresh " << fresh.stats().refinements << "\n";
  CHECK(same);
  return same;
}

}  // namespace

TEST(every_gate_is_served) {
  worlds::Random random{3};
  std::size_t refinements = 0;
  for (int round = 0; round < 60; ++round) {
    const worlds::Scene s = worlds::scattered_scene(random, 3 + round % 4);
    const World w = s.world();
    w.validate();
    refinements += w.stats().refinements;
    CHECK(unserved_gates(w, s) == 0);
    World plain(worlds::ground(s.bounds), 0.0);
    CHECK(plain.stats().refinements == 0);
  }
  CHECK(refinements > 0);
}

TEST(the_layer_depends_on_the_obstacles_alone) {
  const char* more = std::getenv("CLEARWAY_CAMPAIGN");
  const int rounds = 40 * (more ? std::atoi(more) : 1);
  for (int round = 0; round < rounds; ++round) {
    worlds::Random random{1000u + static_cast<unsigned>(round)};
    const worlds::Scene s = worlds::scattered_scene(random, 5);
    World w(worlds::ground(s.bounds));
    const auto empty = canonical(w);
    std::vector<char> in(s.pieces.size(), 0);
    for (int k = 0; k < 60; ++k) {
      const int i = random.below(static_cast<int>(s.pieces.size()));
      const Handle h = i;
      worlds::Obstacles o;
      if (!in[i]) worlds::add(o, h, s.pieces[i].role, s.pieces[i].points);
      w.apply(in[i] ? std::span<const Handle>(&h, 1) : std::span<const Handle>(), o);
      in[i] ^= 1;
      if (k % 6 == 5) w.validate();
      if (k % 6 == 5) {
        if (!equals_fresh(w, round, k)) return;
      }
    }
    const std::vector<Handle> all = w.handles();
    w.apply(all, {});
    CHECK(canonical(w) == empty);
    CHECK(w.stats().refinements == 0);
  }
}

namespace {

// Posts and small boxes along both sides of a long wall, what crosses it and what stands on it.
// Kind: places at random, on a grid, mirrored in the wall, in a row.
worlds::Scene beside_a_wall(worlds::Random& random, int kind, int count) {
  worlds::Scene s;
  s.bounds = worlds::box(-2, -8, 26, 20);
  const Point a{0, random.below(3) == 0 ? 5.0 : 0.0};
  const Point b{24, random.below(2) == 0 ? a.y : random.below(2) == 0 ? 12.0 : 7.3};
  s.pieces.push_back({Role::wall, {a, b}});
  const double dx = (b.x - a.x) / 24, dy = (b.y - a.y) / 24;  // for a step of one in x
  const auto beside = [&](double along, double off) {
    return Point{a.x + along * dx - off * dy, a.y + along * dy + off * dx};
  };
  for (int i = 0; i < count; ++i) {
    const double along = random.real(0.5, 23.5), off = random.real(-2, 2);
    Point p = beside(along, off);
    if (kind == 1) p = {1.0 + random.below(22), std::round(p.y) + 0.5 * random.below(2)};
    if (kind == 3) p = beside(1 + random.below(22), 1);
    const double size = random.real(0.05, 0.4);
    if (random.below(4) == 0)
      s.pieces.push_back(
          {Role::shell, worlds::box(p.x - size, p.y - size, p.x + size, p.y + size)});
    else
      s.pieces.push_back({Role::post, {p}});
    if (kind == 2) s.pieces.push_back({Role::post, {beside(along, -off)}});
  }
  s.pieces.push_back({Role::post, {b.y == 7.3 ? beside(12, 1) : beside(12, 0)}});
  s.pieces.push_back({Role::wall, {beside(8, -3), beside(9, 3)}});
  return s;
}

}  // namespace

// A wall with many gates: each foot depends on what is around it alone.
TEST(busy_walls_depend_on_the_obstacles_alone) {
  const char* more = std::getenv("CLEARWAY_CAMPAIGN");
  const int rounds = 40 * (more ? std::atoi(more) : 1);
  std::size_t most = 0;
  for (int round = 0; round < rounds; ++round) {
    worlds::Random random{77u + static_cast<unsigned>(round)};
    const worlds::Scene s = beside_a_wall(random, round % 4, 6 + 6 * (round % 5));
    const int count = static_cast<int>(s.pieces.size());
    World w(worlds::ground(s.bounds));
    const auto empty = canonical(w);
    std::vector<char> in(s.pieces.size(), 0);
    worlds::Obstacles first;
    for (int i = 0; i < count; ++i)
      if ((in[i] = i == 0 || random.below(3) > 0)) {
        worlds::add(first, i, s.pieces[i].role, s.pieces[i].points);
      }
    w.apply({}, first);
    for (int k = 0; k < 30; ++k) {
      const int i = random.below(6) == 0 ? (random.below(2) ? count - 1 - random.below(2) : 0)
                                         : random.below(count);
      const Handle h = i;
      worlds::Obstacles o;
      if (!in[i]) worlds::add(o, h, s.pieces[i].role, s.pieces[i].points);
      w.apply(in[i] ? std::span<const Handle>(&h, 1) : std::span<const Handle>(), o);
      in[i] ^= 1;
      if (k % 3 != 2) continue;
      w.validate();
      most = std::max(most, w.stats().refinements);
      if (!equals_fresh(w, round, k)) break;
    }
    w.apply(w.handles(), {});
    CHECK(canonical(w) == empty);
  }
  CHECK(most > 20);
}

// A world made at once is asked in bulk; one made bit by bit is not, until it is large.
TEST(bulk_and_bits_give_one_layer) {
  for (const int kind : {0, 1, 2}) {
    worlds::Random random{31};
    constexpr int side = 30;
    const worlds::Obstacles ground = worlds::ground(worlds::box(0, 0, side, side));
    const double limit = kind == 2 ? 0.2 : INFINITY;
    World bits(ground, limit), bulk(ground, limit);
    worlds::Obstacles all;
    for (int i = 0; i < side * side; ++i) {
      const Point p{i % side + random.real(0.2, 0.8), i / side + random.real(0.2, 0.8)};
      const double size = random.real(0.05, 0.2);
      const bool is_post = kind == 1 || random.below(3) == 0;
      const std::vector<Point> points =
          is_post ? std::vector{p} : worlds::box(p.x - size, p.y - size, p.x + size, p.y + size);
      const Role role = is_post ? Role::post : Role::shell;
      worlds::Obstacles one;
      worlds::add(one, i, role, points);
      worlds::add(all, i, role, points);
      bits.apply({}, one);
    }
    bulk.apply({}, all);
    bulk.validate();
    CHECK(bulk.stats().free_triangles > 1000);
    CHECK(bulk.stats().refinements > 0);
    CHECK(canonical(bulk) == canonical(bits));
    const auto widths = [](const World& w) {
      std::vector<double> out;
      for (const TriangleId t : w.mesh().triangles.ids())
        for (Index i = 0; w.mesh().is_live(t) && i < 3; ++i)
          out.push_back(w.turn_width(Mesh::half_edge(t, i)));
      std::sort(out.begin(), out.end());
      return out;
    };
    CHECK(widths(bulk) == widths(bits));
  }
}

// What an edit beside a busy wall changes does not grow with the wall.
TEST(edits_beside_a_long_wall_are_local) {
  std::size_t most[2] = {0, 0};
  for (const int large : {0, 1}) {
    const int count = large ? 1600 : 200;
    worlds::Random random{5};
    World w(worlds::ground(worlds::box(-10, 0, count + 10, 50)));
    worlds::Obstacles posts;
    for (int i = 0; i < count; ++i)
      worlds::add(posts, i, Role::post, {{i + random.real(0.2, 0.8), random.real(0.5, 1.5)}});
    w.apply({}, posts);
    CHECK(w.stats().refinements > static_cast<std::size_t>(count) / 2);
    for (int k = 0; k < 40; ++k) {
      const Handle h = count + k;
      worlds::Obstacles o;
      worlds::add(o, h, Role::post, {{random.real(20, count - 20), random.real(0.2, 1.5)}});
      w.apply({}, o);
      most[large] = std::max(most[large], w.last_edit().added.size());
      w.apply({&h, 1}, {});
      most[large] = std::max(most[large], w.last_edit().added.size());
    }
    w.validate();
  }
  CHECK(most[1] < 2 * most[0] + 20);
  CHECK(most[1] < 100);
}

TEST(refinement_is_limited_by_the_largest_radius) {
  worlds::Random random{9};
  const worlds::Scene s = worlds::scattered_scene(random, 12);
  worlds::Obstacles o;
  for (std::size_t i = 0; i < s.pieces.size(); ++i)
    worlds::add(o, static_cast<Handle>(i), s.pieces[i].role, s.pieces[i].points);
  std::size_t last = 0;
  for (const double r : {0.0, 0.02, 0.05, 0.1, 1e9}) {
    World w(worlds::ground(s.bounds), r);
    w.apply({}, o);
    w.validate();
    CHECK(r == 0 ? w.stats().refinements == 0 : w.stats().refinements >= last);
    last = w.stats().refinements;
  }
  CHECK(last > 10);
}

}  // namespace CLEARWAY_TEST_FILE
