// Ends that are free up to rounding, and the parts of segments where a disc fits.
#include <cmath>

#include "check.hpp"
#include "clearway/query/place.hpp"
#include "clearway/query/queries.hpp"
#include "geometry/construction.hpp"
#include "query/free_end.hpp"
#include "query/free_parts.hpp"
#include "worlds.hpp"

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
  const double inside = std::nextafter(1.0, 0.0);
  CHECK(!is_free(w, {inside, 5}, 1.0));
  CHECK(counts_as_free(w, {inside, 5}, 1.0));
  const auto end = free_end(w, {inside, 5}, 1.0);
  CHECK(end && is_free(w, end->point, end->radius) && distance(end->point, {inside, 5}) < 1e-12);
  CHECK(!counts_as_free(w, {1 - 1e-10, 5}, 1.0));
  CHECK(counts_as_free(w, {std::nextafter(4.0, 5.0), 5}, 0.0));
  CHECK(!counts_as_free(w, {4 + 1e-10, 5}, 0.0));
  CHECK(!counts_as_free(w, {-1, 5}, 0.0));
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

TEST(an_area_contains_its_boundary_and_not_its_holes) {
  PlacePart part;
  part.is_area = true;
  part.lines = {{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {3, 1}, {3, 3}, {1, 3}}};
  CHECK(part.contains({0.5, 0.5}) && part.contains({0, 2}) && part.contains({1, 1}));
  CHECK(!part.contains({2, 2}) && !part.contains({5, 2}));
  const Place place{{PlacePart{{{{9, 9}}}, false}, part}};
  CHECK(part_at(place, {0.5, 0.5}) == 1 && part_at(place, {9, 9}) == 0);
  CHECK(part_at(place, {8, 8}) == none);
}
