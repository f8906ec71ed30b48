// Goals that are places, in a shared world.
#include <cmath>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/places.hpp"
#include "worlds.hpp"

using namespace clearway;

TEST(a_line_is_reached_at_its_nearest_point) {
  SharedWorld world(worlds::ground(worlds::box(0, 0, 10, 10)));
  const Place exit{{PlacePart{{{{9, 0}, {9, 10}}}, false}}};
  const Place room{{PlacePart{{{{0, 0}, {3, 0}, {3, 3}, {0, 3}}}, true}}};
  const std::vector<Place> places{exit, room};
  const std::vector<Point> starts{{2, 5}, {2, 2}};
  const std::vector<std::int64_t> place_of{0, 1};
  const std::vector<double> radii{0.5, 0.5};
  const PlaceAnswers found = find_place_paths(world, starts, places, place_of, radii, 1);
  CHECK(found.parts == (std::vector<std::int64_t>{0, 0}));
  CHECK(found.answers.paths[0].optimal && std::abs(found.answers.paths[0].length - 7) < 1e-12);
  CHECK(found.answers.paths[1].status == Status::found && found.answers.paths[1].length == 0);
  const std::vector<Place> ends{room, exit};
  CHECK(reachable(world, places, ends, radii) == (std::vector<std::uint8_t>{1, 1}));
  // The line is 1 away from the bounds.
  CHECK(std::abs(max_radii(world, places, ends)[0] - 1) < 1e-9);
  const std::vector<std::int64_t> wrong{0, 2};
  CHECK_THROWS(InvalidInput, find_place_paths(world, starts, places, wrong, radii, 1));
}
