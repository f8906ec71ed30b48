// Ends that are free up to rounding, and the parts of segments where a disc fits.
#include <cmath>

#include "check.hpp"
#include "clearway/query/queries.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "query/free.hpp"
#include "query/free_end.hpp"
#include "query/free_parts.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

World with_box() {
  worlds::Scene s;
  s.bounds = worlds::box(0, 0, 10, 10);
  s.pieces.push_back({Role::shell, worlds::box(4, 0, 6, 8)});
  return s.world();
}

}  // namespace

TEST(an_end_that_is_blocked_by_rounding_is_free) {
  const World w = with_box();
  const Point inside{std::nextafter(1.0, 0.0), 5};
  CHECK(!fits(w, inside, 1.0) && is_free(w, inside, 1.0) && snap(w, inside, 1.0) == inside);
  const auto end = free_end(w, inside, 1.0);
  CHECK(end && end->radius == 1.0 && fits(w, end->point, 1.0));
  CHECK(end && distance(end->point, inside) < 1e-12);
  CHECK(!is_free(w, {1 - 1e-11, 5}, 1.0));
  CHECK(!is_free(w, {-1, 5}, 0.0));
  const Point in_wall{std::nextafter(4.0, 5.0), 5};
  CHECK(!fits(w, in_wall, 0.0) && is_free(w, in_wall, 0.0) && snap(w, in_wall, 0.0) == in_wall);
  CHECK(!is_free(w, {4 + 1e-11, 5}, 0.0));
  const auto on_wall = free_end(w, in_wall, 0.0);
  CHECK(on_wall && on_wall->point.x == 4.0 && on_wall->point.y == 5.0);
}

TEST(the_rounding_of_an_end_is_local) {
  // In bounds of any size, by the coordinates nearby and the radius.
  for (const double size : {10.0, 1e4, 1e9}) {
    worlds::Scene s;
    s.bounds = worlds::box(-size, -size, size, size);
    s.pieces.push_back({Role::shell, worlds::box(4, 0, 6, 8)});
    const World w = s.world();
    for (const double radius : {1e-6, 0.25, 1.0, 3.0}) {
      const double most = tolerance::end_radius * radius + tolerance::end_touch * 8;
      CHECK(is_free(w, {4 - radius, 5}, radius));
      CHECK(is_free(w, {4 - radius + 0.9 * most, 5}, radius));
      CHECK(!is_free(w, {4 - radius + 1.1 * most, 5}, radius));
    }
    CHECK(is_free(w, {4 + 0.9 * tolerance::end_touch * 8, 5}, 0));
    CHECK(!is_free(w, {4 + 1.1 * tolerance::end_touch * 8, 5}, 0));
  }
}

TEST(a_disc_below_the_rounding_is_decided_exactly) {
  const World w = with_box();
  const double radius = 0.5 * tolerance::least_radius * 8, at = 4 - radius;
  CHECK(4 - at == radius && is_free(w, {at, 5}, radius));
  CHECK(!is_free(w, {std::nextafter(at, 4.0), 5}, radius));
}

TEST(an_end_in_a_gap_as_wide_as_the_disc_is_free_with_less_radius) {
  // A corridor of width 5 across (3, 4) / 5: few doubles lie on its centre line.
  worlds::Scene s;
  s.bounds = worlds::box(-100, -100, 100, 100);
  s.pieces.push_back({Role::wall, {{0, 0}, {40, 30}}});
  s.pieces.push_back({Role::wall, {{-3, 4}, {37, 34}}});
  const World w = s.world();
  int rounded = 0;
  for (int i = 1; i < 40; ++i) {
    const double t = i / 41.0;
    const Point p{-1.5 + 40 * t, 2 + 30 * t};
    CHECK(is_free(w, p, 2.5));
    if (fits(w, p, 2.5)) continue;
    ++rounded;
    const auto end = free_end(w, p, 2.5);
    CHECK(end && end->radius <= 2.5 && end->radius > 2.5 - 1e-11);
    CHECK(end && fits(w, end->point, end->radius) && distance(end->point, p) < 1e-9);
  }
  CHECK(rounded > 10);
}

TEST(the_free_parts_of_a_segment) {
  const World w = with_box();
  double first = 10, last = 0;
  for (const FreePart& part : free_parts(w, {5, 0}, {5, 10}, 0.5)) {
    first = std::min({first, part.a.y, part.b.y});
    last = std::max({last, part.a.y, part.b.y});
  }
  CHECK(std::abs(first - 8.5) < 1e-12 && std::abs(last - 9.5) < 1e-12);
  CHECK(free_parts(w, {5, 1}, {5, 7}, 0.0).empty());
  CHECK(free_parts(w, {20, 1}, {20, 7}, 0.0).empty());
  CHECK(!free_parts(w, {4, 1}, {4, 7}, 0.0).empty());
}

TEST(a_free_part_in_a_gap_too_narrow_by_rounding_has_its_own_radius) {
  worlds::Scene s;
  s.bounds = worlds::box(0, 0, 7, 7);
  s.pieces.push_back({Role::post, {{3, 4}}});
  s.pieces.push_back({Role::post, {{4, 5}}});
  const World w = s.world();
  const double radius = std::sqrt(0.5);  // rounded up: the posts are less than 2 radius apart
  const auto parts = free_parts(w, {3.5, 4.5}, {3.5, 4.5}, radius);
  CHECK(!parts.empty());
  for (const FreePart& part : parts) CHECK(part.radius < radius && part.radius > radius - 1e-11);
  for (const FreePart& part : free_parts(w, {1, 1}, {2, 1}, radius)) CHECK(part.radius == radius);
}

}  // namespace CLEARWAY_TEST_FILE
