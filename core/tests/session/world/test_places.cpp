// Paths to lines and areas.
#include <cmath>
#include <vector>

#include "check.hpp"
#include "clearway/session/places.hpp"
#include "clearway/session/shared_world.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

TEST(paths_end_at_the_nearest_point_of_a_place) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 10)));
  Obstacles wall;
  wall.add(world.reserve_handles(1), Role::shell, box(9, 0, 11, 6));
  world.apply({}, wall);
  const Place exit{{PlacePart{{{{18, 0}, {18, 10}}}, false}}};
  const Place room{{PlacePart{{{{0, 0}, {8, 0}, {8, 10}, {0, 10}}}, true}}};
  const std::vector<Point> starts{{14, 3}, {2, 3}};
  const std::vector<std::int64_t> place_of{0, 1};
  const std::vector<double> radii{1.0, 1.0};
  const std::vector<Place> places{exit, room};
  const PlaceAnswers found = find_place_paths(world, starts, places, place_of, radii, 2);
  CHECK(found.answers.paths.size() == 2);
  CHECK(std::abs(found.answers.paths.length[0] - 4) < 1e-12 && found.parts[0] == 0);
  CHECK(found.answers.paths.length[1] == 0);
  // The gap above the wall is 4 wide.
  const std::vector<double> passing{1.9}, stuck{2.1};
  CHECK(reachable(world, {&room, 1}, {&exit, 1}, passing)[0]);
  CHECK(!reachable(world, {&room, 1}, {&exit, 1}, stuck)[0]);
  CHECK(std::abs(max_radii(world, {&room, 1}, {&exit, 1})[0] - 2) < 1e-12);
}

}  // namespace CLEARWAY_TEST_FILE
