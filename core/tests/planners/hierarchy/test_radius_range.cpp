// Ranges of radii, and which of several covers a disc.
#include <algorithm>
#include <limits>
#include <vector>

#include "check.hpp"
#include "clearway/planners/radius_range.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST(radius_ranges_round_to_their_steps) {
  const RadiusRange steps{0.5, 2.0, 0.25}, any{0.5, 2.0, 0.0}, one{1, 1, 0};
  CHECK(one.is_one() && !any.is_one());
  CHECK(any.floor(0.7) == 0.7 && any.after(0.7) > 0.7);
  CHECK(steps.floor(0.5) == 0.5 && steps.floor(0.74) == 0.5 && steps.floor(0.75) == 0.75);
  CHECK(steps.after(0.5) == 0.75 && steps.after(0.6) == 0.75);
}

TEST(radius_ranges_cover_smaller_discs) {
  const RadiusRange steps{0.5, 2.0, 0.25}, any{0.5, 2.0, 0.0};
  CHECK(any.cover(0.1) == 0.5 && any.cover(0.7) == 0.7 && any.cover(2.0) == 2.0);
  CHECK(any.cover(2.1) == infinity && steps.cover(2.1) == infinity);
  CHECK(steps.cover(0.1) == 0.5 && steps.cover(0.51) == 0.75 && steps.cover(0.75) == 0.75);
  // 3 * 0.1 is not 0.3, but differs from it by rounding alone.
  const RadiusRange tenths{0.0, 1.0, 0.1}, to_three{0.0, 0.3, 0.1};
  CHECK(3 * 0.1 != 0.3 && tenths.cover(0.3) == 0.3 && tenths.cover(3 * 0.1) == 3 * 0.1);
  CHECK(to_three.cover(0.3) == 0.3 && to_three.cover(0.25) == 0.3);
  // For every radius: the smallest of all that count.
  for (int i = 0; i <= 400; ++i) {
    const double r = i * 0.005;
    double best = infinity;
    for (int k = 0; k <= 6; ++k)
      if (0.5 + k * 0.25 >= r) best = std::min(best, 0.5 + k * 0.25);
    CHECK(steps.cover(r) == best);
  }
}

TEST(the_narrowest_range_covers_a_disc) {
  const std::vector<RadiusRange> ranges{{0, 2, 0}, {0.5, 1, 0}, {1, 1, 0}, {1, 1, 0}, {3, 3, 0}};
  const std::vector<double> radii{0.2, 0.7, 1.0, 1.5, 2.5, 4.0};
  const std::vector<CoveringRadius> found = cover(ranges, radii);
  const std::vector<int> expected{0, 1, 2, 0, 4, -1};
  for (std::size_t i = 0; i < radii.size(); ++i) CHECK(found[i].range == expected[i]);
  CHECK(found[3].radius == 1.5 && found[4].radius == 3 && found[5].radius == infinity);
  CHECK(cover({}, radii)[0].range == -1);
}

}  // namespace CLEARWAY_TEST_FILE
