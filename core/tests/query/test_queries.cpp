#include "check.hpp"
#include "clearway/query/free_sampler.hpp"
#include "clearway/query/queries.hpp"
#include "geometry/tolerances.hpp"
#include "query/clearance.hpp"
#include "query/free.hpp"
#include "query/raycast.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;
using worlds::Scene;

namespace {

// Answers may differ from the raw obstacles by the rounding of crossing points.
constexpr double rounding = 1e-12;

bool same(double a, double b) { return std::abs(a - b) <= rounding * (1 + std::abs(b)); }

Point random_point(Random& random, double size) {
  // Often on the half-grid, where everything touches; sometimes outside.
  if (random.below(2))
    return {0.5 * random.below(int(2 * size) + 1), 0.5 * random.below(int(2 * size) + 1)};
  return {random.real(-1, size + 1), random.real(-1, size + 1)};
}

void compare_places(const Scene& scene, double size, Random& random, int count) {
  const World world = scene.world();
  for (int i = 0; i < count; ++i) {
    const Point p = random_point(random, size);
    const double expected = scene.clearance(p);
    const double found = clearance(world, p);
    CHECK(same(found, std::max(expected, 0.0)));
    if (expected != 0)
      CHECK(is_free(world, p, 0) == (expected > 0) || std::abs(expected) < rounding);
    for (const double r : {0.25, 0.5, 1.0, random.real(0, 2)})
      if (std::abs(expected - r) > rounding) CHECK(is_free(world, p, r) == (expected > r));
  }
}

// Steps along ab by the room there is until contact; -1: none.
double march(const Scene& scene, const Point& a, const Point& b, double r) {
  const double length = distance(a, b);
  double t = 0;
  for (int i = 0; i < 100000; ++i) {
    const Point p{a.x + (b.x - a.x) * t / length, a.y + (b.y - a.y) * t / length};
    const double room = scene.clearance(p) - r;
    if (room < 1e-9) return t;
    t += room;
    if (t >= length) return -1;
  }
  return t;
}

void compare_rays(const Scene& scene, double size, Random& random, int count) {
  const World world = scene.world();
  for (int i = 0; i < count; ++i) {
    const Point a{random.real(0, size), random.real(0, size)},
        b{random.real(-1, size + 1), random.real(-1, size + 1)};
    const double r = random.below(3) ? random.real(0, 0.4) : 0.0;
    const auto hit = raycast(world, a, b, r);
    if (scene.clearance(a) <= r) {
      CHECK(hit && hit->distance == 0 && hit->point == a);
      continue;
    }
    const double expected = march(scene, a, b, r);
    if (expected < 0) {
      CHECK(!hit);
      continue;
    }
    // Where the ray all but grazes, marching stops early.
    if (!hit || std::abs(hit->distance - expected) > 1e-6) {
      const double t = hit ? hit->distance : distance(a, b), l = distance(a, b);
      const Point early{a.x + (b.x - a.x) * expected / l, a.y + (b.y - a.y) * expected / l};
      CHECK(scene.clearance(early) >= r - 1e-12 && expected < t);
      continue;
    }
    CHECK(std::abs(scene.clearance(hit->point)) < r + 1e-9);
  }
}

}  // namespace

TEST(places_agree_with_raw_obstacles) {
  Random random{1};
  for (int i = 0; i < 150; ++i)
    compare_places(worlds::integer_scene(random, 8, 1 + random.below(16)), 8, random, 60);
  for (int i = 0; i < 15; ++i) compare_places(worlds::scattered_scene(random, 6), 6, random, 150);
}

TEST(rays_agree_with_marching) {
  Random random{2};
  for (int i = 0; i < 100; ++i)
    compare_rays(worlds::integer_scene(random, 8, 1 + random.below(10)), 8, random, 40);
  for (int i = 0; i < 15; ++i) compare_rays(worlds::scattered_scene(random, 6), 6, random, 150);
}

TEST(boundaries_are_free) {
  Scene s;
  s.bounds = worlds::box(0, 0, 10, 10);
  s.pieces = {{Role::shell, worlds::box(4, 4, 6, 6)},
              {Role::post, {{8, 8}}},
              {Role::wall, {{1, 1}, {1, 3}}}};
  const World w = s.world();
  CHECK(is_free(w, {4, 5}, 0) && is_free(w, {4, 4}, 0) && is_free(w, {0, 0}, 0) &&
        is_free(w, {8, 8}, 0));
  CHECK(is_free(w, {1, 2}, 0) && !is_free(w, {5, 5}, 0) && !is_free(w, {-1, 5}, 0) &&
        !is_free(w, {11, 5}, 0));
  CHECK(is_free(w, {2, 5}, 2) && is_free(w, {8, 7}, 1));
  CHECK(!fits(w, Point{2, 5}, 2.0000000000000004) && is_free(w, {2, 5}, 2.0000000000000004));
  CHECK(!is_free(w, {2, 5}, 2 * (1 + 2 * tolerance::end_radius) + 12 * tolerance::end_touch));
  CHECK(!is_free(w, {4, 5}, 1e-30) && !is_free(w, {8, 8}, 1e-30) && !is_free(w, {1, 2}, 1e-30));
  CHECK(clearance(w, {2, 5}) == 2 && clearance(w, {5, 5}) == 0 && clearance(w, {4, 5}) == 0 &&
        clearance(w, {20, 5}) == 0 && clearance(w, {8, 7.5}) == 0.5);
}

TEST(covered_inside_is_blocked) {
  Scene s;
  s.bounds = worlds::box(0, 0, 10, 10);
  s.pieces = {{Role::shell, worlds::box(2, 2, 5, 5)}, {Role::shell, worlds::box(5, 2, 8, 5)}};
  const World w = s.world();
  CHECK(!is_free(w, {5, 3}, 0) && is_free(w, {5, 2}, 0) && is_free(w, {5, 5}, 0));
}

TEST(rays_graze_and_stop) {
  Scene s;
  s.bounds = worlds::box(0, 0, 20, 10);
  s.pieces = {{Role::shell, worlds::box(4, 2, 6, 4)},
              {Role::shell, worlds::box(6, 4, 8, 6)},
              {Role::post, {{12, 5}}},
              {Role::wall, {{14, 2}, {14, 4}, {14, 8}}},
              {Role::shell, worlds::box(16, 0, 17, 3)}};
  const World w = s.world();
  CHECK(!raycast(w, {1, 2}, {13, 2}, 0));            // along a side
  CHECK(raycast(w, {2, 6}, {6, 2}, 0).has_value());  // in by a corner, out by another
  CHECK(!raycast(w, {2, 2}, {4, 4}, 0));             // ends on the corner
  CHECK(!raycast(w, {3, 3}, {5, 5}, 0));             // over a corner
  CHECK(!raycast(w, {11, 5}, {13, 5}, 0));           // through a post
  const auto under =
      raycast(w, {0, 0}, {20, 0}, 0);  // along the bounds, to a box that stands on them
  CHECK(under && under->point == (Point{16, 0}) && under->obstacle == 4);
  CHECK(!raycast(w, {0, 0}, {16, 0}, 0) && !raycast(w, {0, 10}, {20, 10}, 0));
  CHECK(!raycast(w, {14, 1}, {14, 9}, 0));  // along a wall
  CHECK(!raycast(w, {14, 3}, {14, 9}, 0) && !raycast(w, {14, 3}, {19, 3}, 0) &&
        !raycast(w, {14, 3}, {9, 3}, 0));
  CHECK(!raycast(w, {4, 3}, {1, 3}, 0) && !raycast(w, {5, 5}, {5, 5}, 0));
  const auto touch = raycast(w, {5, 5}, {7, 3}, 0);  // between two boxes that touch
  CHECK(touch && touch->point == (Point{6, 4}) && touch->obstacle == 0);
  const auto wall = raycast(w, {10, 4}, {18, 4}, 0);  // through a corner of a straight wall
  CHECK(wall && wall->point == (Point{14, 4}) && wall->obstacle == 3);
  const auto rim = raycast(w, {10, 5}, {10, 30}, 0);
  CHECK(rim && rim->point == (Point{10, 10}) && rim->obstacle == -1 && rim->distance == 5);
  const auto into = raycast(w, {4, 3}, {5, 3}, 0);
  CHECK(into && into->distance == 0 && into->obstacle == 0);
  const auto inside = raycast(w, {5, 3}, {1, 3}, 0);
  CHECK(inside && inside->distance == 0 && inside->obstacle == 0);
  const auto outside = raycast(w, {-5, 3}, {1, 3}, 0);
  CHECK(outside && outside->distance == 0 && outside->obstacle == -1);
  const auto corner = raycast(w, {3, 1}, {5, 3}, 0);
  CHECK(corner && corner->point == (Point{4, 2}));
}

TEST(discs_graze_and_stop) {
  Scene s;
  s.bounds = worlds::box(0, 0, 20, 10);
  s.pieces = {{Role::shell, worlds::box(4, 2, 6, 4)},
              {Role::shell, worlds::box(4, 6, 6, 8)},
              {Role::post, {{12, 5}}}};
  const World w = s.world();
  CHECK(!raycast(w, {1, 5}, {9, 5}, 1));  // as wide as the gap
  const auto gap = raycast(w, {2, 5}, {9, 5}, 1.0625);
  CHECK(gap && gap->point.x > 3 && gap->point.x < 4 && gap->obstacle == 0);
  CHECK(!raycast(w, {1, 1}, {19, 1}, 1));
  CHECK(!raycast(w, {10, 4}, {14, 4}, 1));
  const auto post = raycast(w, {8, 5}, {14, 5}, 1);
  CHECK(post && post->point == (Point{11, 5}) && post->distance == 3 && post->obstacle == 2);
  const auto rim = raycast(w, {10, 5}, {10, 30}, 1);
  CHECK(rim && rim->point == (Point{10, 9}) && rim->obstacle == -1);
  const auto flat = raycast(w, {2, 3}, {9, 3}, 0.5);
  CHECK(flat && flat->point == (Point{3.5, 3}) && flat->obstacle == 0);
  const auto tight = raycast(w, {3.75, 3}, {1, 3}, 0.5);
  CHECK(tight && tight->distance == 0 && tight->obstacle == 0);
}

TEST(snap_finds_the_nearest_place) {
  Random random{3};
  for (int i = 0; i < 60; ++i) {
    const bool whole = i % 2;
    const double size = whole ? 8 : 5;
    const Scene scene = whole ? worlds::integer_scene(random, 8, 1 + random.below(16))
                              : worlds::scattered_scene(random, 5);
    const World world = scene.world();
    for (int k = 0; k < 12; ++k) {
      const Point p = random_point(random, size);
      const double r = k % 3 ? random.real(0, 0.8) : 0.0;
      const auto q = snap(world, p, r);
      const double d = q ? distance(p, *q) : 2 * size;
      if (q) CHECK(is_free(world, *q, r));
      for (int n = 0; n < 400; ++n) {
        const double turn = random.real(0, 6.3), way = d * std::sqrt(random.real(0, 1));
        const Point other{p.x + way * std::cos(turn), p.y + way * std::sin(turn)};
        if (way < d * (1 - 1e-12)) CHECK(!is_free(world, other, r));
      }
    }
  }
}

TEST(snap_by_hand) {
  Scene s;
  s.bounds = worlds::box(0, 0, 10, 10);
  s.pieces = {{Role::shell, worlds::box(2, 0, 4, 10)}};
  const World w = s.world();
  CHECK(snap(w, {2.5, 5}, 0) == (Point{2, 5}) && snap(w, {3.5, 5}, 1) == (Point{5, 5}));
  CHECK(snap(w, {-3, -4}, 0) == (Point{0, 0}) && snap(w, {-3, -4}, 1) == (Point{1, 1}));
  CHECK(snap(w, {2.5, 5}, 1) == (Point{1, 5}) && snap(w, {2.5, 20}, 1) == (Point{1, 9}));
  CHECK(snap(w, {2.5, 5}, 1.5) == (Point{5.5, 5}) && !snap(w, {2.5, 5}, 3.5));
  CHECK(snap(w, {2.5, 1}, 3) == (Point{7, 3}) && snap(w, {1, 5}, 1) == (Point{1, 5}));
  CHECK(snap(w, {2.5, 0x1p90}, 0).has_value() && snap(w, {2.5, 0x1p90}, 1).has_value());
  Scene full;
  full.bounds = worlds::box(0, 0, 1, 1);
  full.pieces = {{Role::shell, worlds::box(-1, -1, 2, 2)}};
  CHECK(!snap(full.world(), {0.5, 0.5}, 0) && !snap(full.world(), {0.5, 0.5}, 0.25));
  Scene post;
  post.bounds = worlds::box(0, 0, 10, 10);
  post.pieces = {{Role::post, {{5, 5}}}};
  Scene lanes;  // long and narrow, with room only at the far end
  lanes.bounds = worlds::box(0, 0, 1e6, 41);
  for (int i = 1; i < 41; ++i)
    lanes.pieces.push_back({Role::wall, {{0, 1.0 * i}, {1e6 - (i % 2 ? 3 : 0), 1.0 * i}}});
  const auto far = snap(lanes.world(), {5, 0}, 0.9);
  CHECK(far && far->x > 1e6 - 3 && far->x < 1e6 - 2);
  const auto beside = snap(post.world(), {5, 5}, 1);
  CHECK(beside && distance({5, 5}, *beside) < 1 + 1e-12);
}

TEST(sampler_is_uniform_and_exact) {
  Scene s;
  s.bounds = worlds::box(0, 0, 10, 10);
  s.pieces = {{Role::shell, worlds::box(0, 4, 8, 6)}};
  const World w = s.world();
  for (const double r : {0.0, 0.5, 1.0}) {
    FreeSampler sampler(w, r, 7), again(w, r, 7);
    int low = 0;
    for (int i = 0; i < 4000; ++i) {
      const auto p = sampler.next();
      CHECK(p && p == again.next() && is_free(w, *p, r));
      low += p->y < 5;
    }
    CHECK(low > 1850 && low < 2150);
  }
  // A narrow place in a wide world, a place without area, and none.
  Scene tight;
  tight.bounds = worlds::box(0, 0, 1024, 1024);
  for (int i = 0; i < 64; ++i)
    for (int k = 0; k < 64; ++k)
      if (i != 20 || k != 30) tight.pieces.push_back({Role::post, {{16.0 * i + 8, 16.0 * k + 8}}});
  const World t = tight.world();
  FreeSampler narrow(t, 15.5, 1);
  for (int i = 0; i < 50; ++i) {
    const auto p = narrow.next();
    CHECK(p && is_free(t, *p, 15.5) && std::abs(p->x - 328) < 1 && std::abs(p->y - 488) < 1);
  }
  FreeSampler point(t, 16, 1);
  CHECK(point.next() == (Point{328, 488}));
  FreeSampler nowhere(t, 16.000001, 1);
  CHECK(!nowhere.next() && !nowhere.next());
}

TEST(answers_scale) {
  Random random{4};
  for (const double k : {0x1p70, 0x1p-70}) {
    for (int i = 0; i < 12; ++i) {
      const Scene scene =
          i % 2 ? worlds::integer_scene(random, 8, 12) : worlds::scattered_scene(random, 5);
      Scene scaled = scene;
      const auto up = [&](const Point& p) { return Point{p.x * k, p.y * k}; };
      for (Point& p : scaled.bounds) p = up(p);
      for (worlds::Piece& piece : scaled.pieces)
        for (Point& p : piece.points) p = up(p);
      const World world = scene.world(), other = scaled.world();
      FreeSampler sampler(world, 0.125, 5), again(other, 0.125 * k, 5);
      for (int n = 0; n < 40; ++n) {
        const Point a = random_point(random, 6), b = random_point(random, 6);
        const double r = n % 2 ? random.real(0, 0.5) : 0.0;
        CHECK(is_free(world, a, r) == is_free(other, up(a), r * k));
        CHECK(clearance(world, a) * k == clearance(other, up(a)));
        const auto p = snap(world, a, r), q = snap(other, up(a), r * k);
        CHECK(p.has_value() == q.has_value() && (!p || up(*p) == *q));
        const auto h = raycast(world, a, b, r), g = raycast(other, up(a), up(b), r * k);
        CHECK(h.has_value() == g.has_value() &&
              (!h || (up(h->point) == g->point && h->distance * k == g->distance)));
        const auto s = sampler.next(), t = again.next();
        CHECK(s.has_value() == t.has_value() && (!s || up(*s) == *t));
      }
    }
  }
}

}  // namespace CLEARWAY_TEST_FILE
