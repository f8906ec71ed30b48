#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "check.hpp"
#include "clearway/motion/conflict.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
namespace {

Point on_circle(const Point& center, double radius, double angle) {
  return {center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)};
}

Motion arc(const Point& center, double radius, double from, double to, double begin, double end) {
  const int turn = to > from ? 1 : -1;
  return {begin,
          end,
          {on_circle(center, radius, from), on_circle(center, radius, to), center, radius, turn}};
}

Motion line(const Point& a, const Point& b, double begin, double end) {
  return {begin, end, {a, b, {}, 0.0, 0}};
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Motion motion() {
    const double begin = between(0, 3), end = begin + between(0.5, 4);
    const Point a{between(-3, 3), between(-3, 3)};
    const double kind = between(0, 3);
    if (kind < 0.5) return wait_at(a, begin, end);
    if (kind < 1.5) return line(a, {between(-3, 3), between(-3, 3)}, begin, end);
    const double from = between(-4, 4), by = between(0.05, 6) * (kind < 2.2 ? 1 : -1);
    return arc(a, between(0.05, 2.5), from, from + by, begin, end);
  }

 private:
  std::mt19937_64 engine_;
};

double distance_at(const Motion& a, const Motion& b, double time) {
  const Point p = position_at(a, time), q = position_at(b, time);
  return std::hypot(p.x - q.x, p.y - q.y);
}

}  // namespace

TEST(motion_conflict_of_random_motions_agrees_with_sampling) {
  Random random(1);
  int met = 0, clear = 0;
  for (int round = 0; round < 4000; ++round) {
    const Motion a = random.motion(), b = random.motion();
    const double apart = random.between(0.01, 2.0);
    const double low = std::max(a.begin, b.begin), high = std::min(a.end, b.end);
    const double time = first_conflict(a, b, apart);
    CHECK(time == first_conflict(b, a, apart) ||
          std::abs(time - first_conflict(b, a, apart)) < 1e-6);
    if (!(low < high)) {
      CHECK(time == forever);
      continue;
    }
    (time < forever ? met : clear) += 1;
    if (time < forever) CHECK(distance_at(a, b, time) < apart);
    constexpr int samples = 800;
    for (int k = 0; k <= samples; ++k) {
      const double t = low + (high - low) * k / samples;
      if (t < time - 1e-9 * high) CHECK(distance_at(a, b, t) >= apart * (1 - 1e-9));
    }
  }
  CHECK(met > 500);
  CHECK(clear > 500);
}

TEST(motion_conflict_touching_is_no_conflict) {
  // Waits, lines side by side, a disc that follows another on the same circle.
  CHECK(first_conflict(wait_at({0, 0}, 0, forever), wait_at({1, 0}, 0, forever), 1.0) == forever);
  CHECK(first_conflict(wait_at({0, 0}, 0, forever), wait_at({0.999, 0}, 2, forever), 1.0) == 2);
  CHECK(first_conflict(line({0, 0}, {9, 0}, 0, 3), line({9, 1}, {0, 1}, 0, 3), 1.0) == forever);
  CHECK(first_conflict(line({0, 0}, {9, 0}, 0, 3), line({9, 0.999}, {0, 0.999}, 0, 3), 1.0) < 3);
  const double gap = std::numbers::pi / 3;  // a chord of one radius
  const Motion ahead = arc({0, 0}, 1, gap, gap + 3, 0, 3), behind = arc({0, 0}, 1, 0, 3, 0, 3);
  CHECK(first_conflict(ahead, behind, 1.0) == forever);
  CHECK(first_conflict(ahead, behind, 1.0001) < 1e-3);
}

TEST(motion_conflict_is_found_in_a_short_moment) {
  // A fast disc crosses the circle of another: they overlap for 2e-4 of the time.
  const Motion round = arc({0, 0}, 1, 0, std::numbers::pi, 0, 1);
  const Motion fast = line({0, -1000}, {0, 1002}, 0, 1);
  const double time = first_conflict(round, fast, 0.1);
  CHECK(std::abs(time - 0.5) < 1e-3);
  CHECK(distance_at(round, fast, time) < 0.1);
}

TEST(motion_conflict_of_sequences) {
  const Motion a[] = {line({0, 0}, {4, 0}, 0, 4), wait_at({4, 0}, 4, forever)};
  const Motion b[] = {wait_at({8, 0}, 0, 10), line({8, 0}, {0, 0}, 10, 18)};
  CHECK(std::abs(first_conflict(a, b, 1.0) - 13) < 1e-6);
  CHECK(first_conflict(a, {}, 1.0) == forever);
  CHECK(first_conflict(a, b, 0.0) == forever);  // points do not meet
}

}  // namespace CLEARWAY_TEST_FILE
