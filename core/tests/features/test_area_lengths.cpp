#include <cmath>
#include <numbers>

#include "check.hpp"
#include "clearway/features/area_lengths.hpp"
#include "clearway/features/feature.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

void add_area(Features& features, Handle handle, const std::string& name,
              const worlds::Chain& ring) {
  Feature area;
  area.name = name;
  Obstacles shape;
  shape.add(handle, Role::shell, ring);
  features.areas.emplace(handle, PlacedFeature{area, shape});
}

}  // namespace

TEST(features_are_found_by_handle_and_by_name) {
  Features features;
  CHECK(features.empty() && features.find(0) == nullptr);
  add_area(features, 4, "mud", box(0, 0, 1, 1));
  CHECK(features.find(4)->feature.name == "mud" && features.find(5) == nullptr);
  CHECK(features.has_area_named("mud") && !features.has_area_named("road"));
  CHECK(&features.of_kind(FeatureKind::area) == &features.areas);
  CHECK(&features.of_kind(FeatureKind::door) == &features.doors);
  CHECK(&features.of_kind(FeatureKind::link) == &features.links);
}

TEST(area_lengths_of_lines_and_arcs) {
  Features features;
  add_area(features, 0, "west", box(-9, -9, 0, 9));
  add_area(features, 1, "south", box(-9, -9, 9, 0));
  add_area(features, 2, "west", box(-3, -3, -1, 3));    // counts once
  const Segment circle{{2, 0}, {0, -2}, {0, 0}, 2, 1};  // three quarters, counter-clockwise
  const Segment line{{-20, 5}, {20, 5}, {}, 0, 0};
  const Segment link{{0, 0}, {5, 5}, {7, 1}, -1, 0};
  const std::vector<Segment> path{circle, link, line};
  const std::vector<AreaShare> shares = area_lengths(features, path);
  const double quarter = std::numbers::pi;
  CHECK(shares.size() == 3);
  CHECK(shares[0].names.empty() && std::abs(shares[0].length - (quarter + 31)) < 1e-13);
  CHECK(shares[1].names == std::vector<std::string>({"south", "west"}));
  CHECK(std::abs(shares[1].length - quarter) < 1e-14);
  CHECK(shares[2].names == std::vector<std::string>({"west"}));
  CHECK(std::abs(shares[2].length - (quarter + 9)) < 1e-13);
}

TEST(area_lengths_along_a_boundary_are_outside) {
  Features features;
  add_area(features, 0, "mud", {{0, 0}, {3, 1}, {0, 1}});
  const Segment along{{-3, -1}, {6, 2}, {}, 0, 0};
  const std::vector<AreaShare> shares = area_lengths(features, {&along, 1});
  CHECK(shares.size() == 1 && shares[0].names.empty());
  CHECK(area_lengths(features, {}).empty());
}

}  // namespace CLEARWAY_TEST_FILE
