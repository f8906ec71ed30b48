// Directions to crossings of lines, against rational arithmetic.
#include "check.hpp"
#include "geometry/exact_direction.hpp"
#include "wide_oracle.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using wide::Wide;

namespace {

// A positive multiple of the direction, for small integer coordinates.
struct Direction {
  Wide x, y;
};

Wide side(const Point& a, const Point& b, const Point& p) {
  return Wide(b.x - a.x) * Wide(p.y - a.y) - Wide(b.y - a.y) * Wide(p.x - a.x);
}

Direction direction_of(const Point& from, const ExactDirection& b) {
  Direction d;
  if (!b.crossing) {
    d = {Wide(b.at.x - from.x), Wide(b.at.y - from.y)};
  } else {
    const Crossing& k = *b.crossing;
    Wide m = side(k.c, k.d, k.a), n = side(k.c, k.d, k.b);
    if (n < 0) m = -m, n = -n;
    d = {Wide(k.a.x - from.x) * n - Wide(k.b.x - from.x) * m,
         Wide(k.a.y - from.y) * n - Wide(k.b.y - from.y) * m};
  }
  return b.away ? Direction{-d.x, -d.y} : d;
}

int sign(Wide v) { return (v > 0) - (v < 0); }

}  // namespace

TEST(bearings_of_crossings_turn_exactly) {
  worlds::Random random{7};
  int ties = 0, implicit = 0;
  for (int i = 0; i < 40000; ++i) {
    const std::uint64_t range = i % 2 ? 7 : 1000;
    const auto point = [&] {
      return Point{double(random.next() % range), double(random.next() % range)};
    };
    const Point from = point();
    Crossing crossings[2];
    ExactDirection bearings[2];
    bool valid = true;
    for (int k : {0, 1}) {
      crossings[k] = {point(), point(), point(), point()};
      const Crossing& c = crossings[k];
      if (sign(side(c.c, c.d, c.a)) * sign(side(c.c, c.d, c.b)) >= 0) {
        bearings[k] = {point()};
      } else {
        bearings[k] = bearing_of(c);
        implicit += bearings[k].crossing != nullptr;
      }
      // Points of doubles that are no integers have no exact direction here.
      valid =
          valid && (bearings[k].crossing || (bearings[k].at.x == double(int(bearings[k].at.x)) &&
                                             bearings[k].at.y == double(int(bearings[k].at.y))));
      bearings[k].away = random.next() % 4 == 0;
    }
    if (!valid) continue;
    const Direction a = direction_of(from, bearings[0]), b = direction_of(from, bearings[1]);
    const int owed = sign(a.x * b.y - a.y * b.x);
    ties += owed == 0;
    CHECK(turn(from, bearings[0], bearings[1]) == owed);
    CHECK(turn(from, bearings[1], bearings[0]) == -owed);
    if (owed == 0 && !bearings[1].crossing && bearings[1].at != from && (a.x != 0 || a.y != 0)) {
      const Wide dot =
          a.x * Wide(bearings[1].at.x - from.x) + a.y * Wide(bearings[1].at.y - from.y);
      CHECK(is_ahead(from, bearings[0], bearings[1].at) == (dot > 0));
    }
  }
  CHECK(ties > 500);
  CHECK(implicit > 5000);
}

}  // namespace CLEARWAY_TEST_FILE
