// Goals that are lines and areas.
#include "check.hpp"
#include "clearway/query/place.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(places_contain_their_boundary) {
  const PlacePart area{{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {3, 1}, {3, 3}, {1, 3}}}, true};
  CHECK(area.contains({0.5, 0.5}) && area.contains({0, 2}) && area.contains({1, 2}));
  CHECK(!area.contains({2, 2}) && !area.contains({5, 2}));
  const PlacePart line{{{{6, 0}, {6, 4}}}, false}, point{{{{9, 9}}}, false};
  CHECK(line.contains({6, 3}) && !line.contains({6, 5}));
  const Place place{{area, line, point}};
  CHECK(part_at(place, {6, 0}) == 1 && part_at(place, {9, 9}) == 2);
  CHECK(part_at(place, {7, 7}) == none);
}

}  // namespace CLEARWAY_TEST_FILE
