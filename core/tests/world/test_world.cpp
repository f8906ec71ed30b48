// The world under random edits: valid after each, equal to a fresh build, empty again at
// the end.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>
#include <tuple>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/world/world.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

Obstacles one(Handle h, Role role, std::vector<Point> points) {
  Obstacles o;
  o.handles = {h};
  o.obstacle_starts = {0, 1};
  o.chain_starts = {0, static_cast<std::int64_t>(points.size())};
  o.roles = {role};
  o.points = std::move(points);
  return o;
}

World square(double size) {
  return World(one(-1, Role::shell, {{0, 0}, {size, 0}, {size, size}, {0, size}}));
}

using Corner = std::tuple<double, double>;
using Face = std::tuple<std::array<Corner, 3>, bool>;

std::vector<Face> canonical(const World& w) {
  std::vector<Face> faces;
  const Mesh& m = w.mesh();
  for (const TriangleId t : m.triangles.ids()) {
    if (!m.is_live(t)) continue;
    std::array<Corner, 3> c;
    for (Index i = 0; i < 3; ++i)
      c[i] = {m.point(m.triangles[t].vertex[i]).x, m.point(m.triangles[t].vertex[i]).y};
    std::rotate(c.begin(), std::min_element(c.begin(), c.end()), c.end());
    faces.push_back({c, m.is_free(t)});
  }
  std::sort(faces.begin(), faces.end());
  return faces;
}

struct Campaign {
  std::mt19937 rng;
  int size;
  double jitter, offset;
  Point point() {
    std::uniform_int_distribution<int> c(-1, size + 1);
    std::uniform_real_distribution<double> j(-jitter, jitter);
    return {offset + c(rng) + (jitter > 0 ? j(rng) : 0),
            offset + c(rng) + (jitter > 0 ? j(rng) : 0)};
  }
  Obstacles obstacle(Handle h) {
    const int kind = std::uniform_int_distribution<int>(0, 5)(rng);
    const Role role = kind == 0 ? Role::post : kind == 1 ? Role::wall : Role::shell;
    const int n = role == Role::post ? 1 : std::uniform_int_distribution<int>(2, 6)(rng);
    std::vector<Point> points;
    for (int i = 0; i < n; ++i) points.push_back(point());
    Obstacles o = one(h, role, points);
    if (role == Role::shell && kind == 5) {
      for (int i = 0; i < 3; ++i) o.points.push_back(point());
      o.roles.push_back(Role::hole);
      o.chain_starts.push_back(static_cast<std::int64_t>(o.points.size()));
      o.obstacle_starts.back() = 2;
    }
    return o;
  }
};

// Returns the number of edits done before something broke, or -1.
int run(unsigned seed, int size, double jitter, double offset, int edits, bool crossing_free,
        std::string& why) {
  Campaign c{std::mt19937(seed), size, jitter, offset};
  const double lo = offset, hi = offset + size;
  World w(one(-1, Role::shell, {{lo, lo}, {hi, lo}, {hi, hi}, {lo, hi}}));
  const auto empty = canonical(w);
  std::vector<Handle> live;
  Handle next = 0;
  int at = 0;
  try {
    for (; at < edits; ++at) {
      std::vector<Handle> removed;
      if (!live.empty() && c.rng() % 5 < 2) {
        const std::size_t i = c.rng() % live.size();
        removed.push_back(live[i]);
        live.erase(live.begin() + static_cast<std::ptrdiff_t>(i));
      }
      Obstacles added;
      if (removed.empty() || c.rng() % 3 == 0) {
        const Handle h = !removed.empty() && c.rng() % 2 ? removed[0] : next++;
        added = crossing_free ? one(h, Role::post, {c.point()}) : c.obstacle(h);
        live.push_back(h);
      }
      w.apply(removed, added);
      w.validate();
    }
    if (crossing_free) {
      World fresh(w.bounds());
      fresh.apply({}, w.obstacles(w.handles()));
      if (canonical(fresh) != canonical(w)) throw std::runtime_error("differs from a fresh build");
    }
    std::shuffle(live.begin(), live.end(), c.rng);
    while (!live.empty()) {
      const Handle h = live.back();
      live.pop_back();
      w.apply({&h, 1}, {});
      w.validate();
    }
    if (canonical(w) != empty) throw std::runtime_error("not empty again");
  } catch (const std::exception& e) {
    why = e.what();
    return at;
  }
  return -1;
}

void campaign(const char* name, int rounds, int size, double jitter, double offset, int edits,
              bool posts) {
  const char* more = std::getenv("CLEARWAY_CAMPAIGN");
  if (more) rounds *= std::atoi(more);
  for (int seed = 1; seed <= rounds; ++seed) {
    std::string why;
    const int broke = run(static_cast<unsigned>(seed), size, jitter, offset, edits, posts, why);
    if (broke >= 0)
      std::cerr << name << " seed " << seed << " edit " << broke << ": " << why << "\n";
    CHECK(broke < 0);
    if (broke >= 0) break;
  }
}

}  // namespace

TEST(empty_world) {
  World w = square(10);
  w.validate();
  CHECK(w.stats().triangles == 2);
  CHECK(w.stats().free_triangles == 2);
}

TEST(one_square_in_and_out) {
  World w = square(10);
  const auto empty = canonical(w);
  w.apply({}, one(7, Role::shell, {{2, 2}, {4, 2}, {4, 4}, {2, 4}}));
  w.validate();
  CHECK(w.stats().vertices == 8);
  CHECK(w.stats().triangles - w.stats().free_triangles == 2);
  const Handle h = 7;
  w.apply({&h, 1}, {});
  w.validate();
  CHECK(canonical(w) == empty);
}

TEST(posts_on_a_small_grid) { campaign("posts", 100, 6, 0, 0, 60, true); }
TEST(anything_on_a_small_grid) { campaign("grid", 300, 6, 0, 0, 25, false); }
TEST(anything_on_a_larger_grid) { campaign("grid12", 100, 12, 0, 0, 60, false); }
TEST(nearly_degenerate) { campaign("near", 300, 5, 1e-15, 0, 25, false); }
TEST(nearly_degenerate_far_away) { campaign("far", 200, 5, 1e-9, 1e6, 25, false); }
TEST(random_doubles) { campaign("random", 100, 10, 0.5, 0, 40, false); }

}  // namespace CLEARWAY_TEST_FILE
