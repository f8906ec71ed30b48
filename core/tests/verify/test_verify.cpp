#include "check.hpp"
#include "clearway/verify/verify.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;
using worlds::Scene;

namespace {

Scene scene() {
  Scene s;
  s.bounds = worlds::box(0, 0, 20, 10);
  s.pieces = {{Role::shell, worlds::box(4, 2, 6, 4)},
              {Role::wall, {{10, 2}, {10, 5}, {10, 8}}},
              {Role::post, {{14, 5}}}};
  return s;
}

std::vector<Segment> lines(const std::vector<Point>& points) {
  std::vector<Segment> path;
  for (std::size_t i = 1; i < points.size(); ++i)
    path.push_back({points[i - 1], points[i], {}, 0, 0});
  return path;
}

}  // namespace

TEST(verify_lines) {
  const World w = scene().world();
  const Verdict clear = worlds::verify(w, lines({{1, 5}, {9, 5}}));
  CHECK(clear.clearance == 1 && clear.nearest == 0 && clear.gap == 0 && clear.inside &&
        !clear.crosses);
  const Verdict post = worlds::verify(w, lines({{12, 4.5}, {16, 4.5}}));
  CHECK(post.clearance == 0.5 && post.nearest == 2 && !post.crosses);
  const Verdict rim = worlds::verify(w, lines({{1, 0.5}, {2, 0.5}}));
  CHECK(rim.clearance == 0.5 && rim.nearest == -1);
  CHECK(worlds::verify(w, lines({{1, 3}, {9, 3}})).crosses &&
        worlds::verify(w, lines({{1, 3}, {9, 3}})).clearance == 0);
  CHECK(worlds::verify(w, lines({{2, 0}, {8, 6}})).crosses);  // in and out by corners
  CHECK(worlds::verify(w, lines({{3, 1}, {4, 2}, {6, 4}, {7, 5}})).crosses);
  CHECK(!worlds::verify(w, lines({{3, 3}, {5, 5}})).crosses);  // over a corner
  CHECK(!worlds::verify(w, lines({{3, 1}, {4, 2}, {4, 4}, {6, 4}, {7, 3}})).crosses);
  CHECK(worlds::verify(w, lines({{9, 5}, {11, 5}})).crosses);  // through a corner of a wall
  CHECK(worlds::verify(w, lines({{9, 4}, {10, 5}, {11, 4}})).crosses == true);
  CHECK(!worlds::verify(w, lines({{9, 4}, {10, 5}, {9, 6}})).crosses);
  CHECK(!worlds::verify(w, lines({{9, 1}, {10, 2}, {11, 1}})).crosses);
  CHECK(!worlds::verify(w, lines({{10, 1}, {10, 9}})).crosses);
  CHECK(worlds::verify(w, lines({{19, 5}, {21, 5}})).crosses);
  CHECK(!worlds::verify(w, lines({{5, 3}, {5, 5}})).inside &&
        !worlds::verify(w, lines({{-1, 3}, {-1, 5}})).inside);
  CHECK(worlds::verify(w, lines({{4, 3}, {1, 3}})).inside &&
        worlds::verify(w, lines({{0, 0}, {1, 1}})).inside);
  auto broken = lines({{1, 5}, {2, 5}, {3, 5}});
  broken[1].start = {2, 5.25};
  CHECK(worlds::verify(w, broken).gap == 0.25);
}

TEST(verify_arcs) {
  const World w = scene().world();
  // Around the corner (6, 4) at distance 1, from above to the right.
  const Segment round{{6, 5}, {7, 4}, {6, 4}, 1, -1};
  const Verdict v = worlds::verify(w, std::vector<Segment>{round});
  CHECK(v.clearance == 1 && v.nearest == 0 && !v.crosses && v.inside && v.gap == 0);
  CHECK(std::abs(length_of(std::vector<Segment>{round}) - 1.5707963267948966) < 1e-15);
  const Segment through{{6, 5}, {7, 4}, {6, 4}, 1, +1};
  CHECK(worlds::verify(w, std::vector<Segment>{through}).crosses &&
        worlds::verify(w, std::vector<Segment>{through}).clearance == 0);
  CHECK(std::abs(length_of(std::vector<Segment>{through}) - 3 * 1.5707963267948966) < 1e-14);
  const Segment off{{6, 5}, {7.5, 4}, {6, 4}, 1, -1};
  CHECK(worlds::verify(w, std::vector<Segment>{off}).gap == 0.5);
}

TEST(verify_arcs_against_samples) {
  Random random{31};
  const Scene s = worlds::scattered_scene(random, 4);
  const World w = s.world();
  for (int i = 0; i < 300; ++i) {
    const Point c{random.real(1, 3), random.real(1, 3)};
    const double r = random.real(0.05, 0.9), from = random.real(0, 6.28),
                 sweep = random.real(0.1, 6);
    const int turn = random.below(2) ? 1 : -1;
    const auto at = [&](double a) { return Point{c.x + r * std::cos(a), c.y + r * std::sin(a)}; };
    const Segment arc{at(from), at(from + turn * sweep), c, r, turn};
    double least = 1e300;
    bool inside = false, outside = false;
    for (int k = 0; k <= 4000; ++k) {
      const double room = s.clearance(at(from + turn * sweep * k / 4000));
      least = std::min(least, std::abs(room));
      (room > 0 ? outside : inside) = true;
    }
    const Verdict v = worlds::verify(w, std::vector<Segment>{arc});
    CHECK(v.clearance <= least + 1e-9 && v.clearance >= least - r * sweep / 4000);
    CHECK(v.gap < 1e-14 && std::abs(length_of(std::vector<Segment>{arc}) - r * sweep) < 1e-12);
    if (inside && outside) CHECK(v.crosses);
  }
}

}  // namespace CLEARWAY_TEST_FILE
