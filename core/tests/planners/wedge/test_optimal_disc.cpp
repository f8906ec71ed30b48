#include <cmath>
#include <numbers>

#include "check.hpp"
#include "clearway/planners/optimal.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

constexpr double pi = std::numbers::pi;

struct Hall {
  World world{worlds::ground(box(0, 0, 20, 20))};
  Handle next = 0;
  void add(Role role, const worlds::Chain& points) {
    Obstacles o;
    worlds::add(o, next++, role, points);
    world.apply({}, o);
  }
  Path find(const Point& a, const Point& b, double r) const {
    return OptimalSearch(world).find(a, b, r);
  }
};

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-12 * b; }

// Two tangents of length leg on a circle of radius r with a corner between, ends in line
// with the corner.
double around(double half, double r) {
  return 2 * (std::sqrt(half * half - r * r) + r * std::asin(r / half));
}

}  // namespace

TEST(disc_goes_around_a_post) {
  Hall hall;
  hall.add(Role::post, {{10, 10}});
  const Path p = hall.find({5, 10}, {15, 10}, 1);
  CHECK(p.status == Status::found && p.optimal && p.lower_bound == p.length);
  CHECK(is_near(p.length, around(5, 1)));
  CHECK(p.segments.size() == 3 && p.segments[1].turn != 0);
}

TEST(disc_rounds_a_square) {
  Hall hall;
  hall.add(Role::shell, box(8, 0, 12, 10));
  const Path p = hall.find({7, 2}, {13, 2}, 1);
  CHECK(is_near(p.length, 8 + pi / 2 + 4 + pi / 2 + 8));
}

TEST(disc_fits_a_corridor_of_its_width) {
  Hall hall;
  hall.add(Role::shell, box(0, 4, 9, 16));
  hall.add(Role::shell, box(11, 4, 20, 16));
  CHECK(hall.find({2, 2}, {18, 18}, 1).status == Status::found);
  CHECK(is_near(hall.find({10, 2}, {10, 18}, 1).length, 16));
  CHECK(hall.find({2, 2}, {18, 18}, std::nextafter(1.0, 2.0)).status == Status::no_path);
}

TEST(disc_turns_half_around_a_wall_end) {
  Hall hall;
  hall.add(Role::wall, {{10, 0}, {10, 10}});
  const Path p = hall.find({9, 5}, {11, 5}, 1);
  CHECK(is_near(p.length, 10 + pi));
}

TEST(disc_rolls_over_corners_closer_than_its_radius) {
  Hall hall;
  for (int i = 0; i <= 8; ++i) hall.add(Role::post, {{9.0 + 0.25 * i, 10}});
  hall.add(Role::wall, {{10, 0}, {10, 10}});
  const Path p = hall.find({8, 10}, {12, 10}, 1);
  CHECK(is_near(p.length, 2 + pi));
}

TEST(disc_search_ends_when_there_is_no_way) {
  Hall hall;
  for (int i = 1; i < 20; ++i)
    for (int k = 1; k < 20; ++k)
      if (i != 10 || k != 10) hall.add(Role::post, {{double(i), double(k)}});
  const Path p = hall.find({10, 10}, {0.6, 0.6}, 0.55);
  CHECK(p.status == Status::no_path && p.stats.expanded < 1000);
  CHECK(hall.find({10, 10}, {0.5, 0.5}, 0.5).status == Status::found);
}

TEST(disc_search_stops_at_its_limit_with_a_bound) {
  Hall hall;
  hall.add(Role::post, {{10, 10}});
  const Path p = OptimalSearch(hall.world).find({5, 10}, {15, 10}, 1, {.limit = 1});
  CHECK(p.status == Status::found && !p.optimal);
  CHECK(p.lower_bound >= 9.999 && p.lower_bound <= around(5, 1));
  CHECK(p.length >= around(5, 1) * (1 - 1e-12));
}

TEST(an_arc_of_no_length_is_not_a_whole_turn) {
  Hall hall;
  hall.add(Role::post, {{6.5, 2.5}});
  hall.add(Role::post, {{6.0, 4.0}});
  const Path p = hall.find({6.3394731492584295, 4.637025325792711}, {6.0, 1.5}, std::sqrt(2.0) / 4);
  CHECK(p.optimal && is_near(p.length, 3.162223476180213));
}

}  // namespace CLEARWAY_TEST_FILE
