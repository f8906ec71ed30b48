#include <cmath>
#include <numbers>

#include "check.hpp"
#include "clearway/features/area_lengths.hpp"
#include "clearway/features/feature.hpp"
#include "features/area_shapes.hpp"
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

TEST(segment_costs_are_those_of_single_segments) {
  Features features;
  add_area(features, 0, "mud", box(0, 0, 2, 2));
  const std::vector<Segment> path{{{-4, 1}, {-1, 1}, {}, 0, 0},
                                  {{-1, 1}, {1, 1}, {}, 0, 0},
                                  {{1, 1}, {5, 5}, {7, 1}, -1, 0},  // a link
                                  {{5, 5}, {9, 5}, {}, 0, 0}};
  const std::vector<double> costs = segment_costs(AreaShapes(features), path, {{"mud", 3.0}}, {});
  const double expected[] = {3, 4, 0, 4};
  CHECK(costs.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(costs[i] - expected[i]) < 1e-14);
}

TEST(least_extra_cost_is_paid_on_the_way_out_of_areas) {
  Features features;
  add_area(features, 0, "mud", box(0, 0, 10, 10));
  add_area(features, 1, "mud", box(2, 3, 9, 9));
  add_area(features, 2, "camp", box(4, 0, 6, 10));
  add_area(features, 3, "road", box(0, 0, 20, 20));
  const AreaShapes areas(features);
  const auto extra = [&](const AreaFactors& factors, const Point& a, const Point& b) {
    return least_extra_cost(areas, factors, a, b);
  };
  const auto is_near = [](double a, double b) { return a <= b && a > b * (1 - 1e-9); };
  CHECK(is_near(extra({{"mud", 3.0}}, {5, 2}, {15, 2}), 2 * 2));
  CHECK(is_near(extra({{"mud", 3.0}}, {15, 2}, {5, 2}), 2 * 2));
  CHECK(is_near(extra({{"mud", 3.0}, {"camp", 9.0}}, {5, 2}, {15, 2}), 8 * 1));
  // Both ends: they are apart, or one of them counts, up to the other.
  CHECK(is_near(extra({{"mud", 3.0}}, {1, 5}, {9, 5}), 2 * 2));
  CHECK(is_near(extra({{"mud", 3.0}}, {4, 5}, {5, 5}), 2 * 1));
  CHECK(extra({{"mud", 3.0}}, {-1, 5}, {11, 5}) == 0);
  CHECK(extra({{"mud", 3.0}}, {0, 5}, {11, 5}) == 0);  // on the boundary
  CHECK(extra({{"rock", 3.0}}, {5, 2}, {15, 2}) == 0);
}

TEST(area_lengths_along_a_boundary_are_outside) {
  Features features;
  add_area(features, 0, "mud", {{0, 0}, {3, 1}, {0, 1}});
  const Segment along{{-3, -1}, {6, 2}, {}, 0, 0};
  const std::vector<AreaShare> shares = area_lengths(features, {&along, 1});
  CHECK(shares.size() == 1 && shares[0].names.empty());
  CHECK(area_lengths(features, {}).empty());
}

TEST(area_lengths_are_not_on_blocked_sides) {
  Features features;
  add_area(features, 0, "road", box(0, 0, 4, 4));
  const AreaFactors factors{{"road", 0.5}};
  const std::vector<Segment> along{{{-1, 4}, {5, 4}, {}, 0, 0}};
  CHECK(std::abs(area_cost(features, along, factors) - 4.0) < 1e-14);
  // An obstacle from x = 2 to x = 4 below the path.
  const auto with_obstacle = [](std::span<const Segment>) {
    TouchedObstacles out;
    out.obstacles.add(7, Role::shell, box(2, 0, 4, 4));
    return out;
  };
  CHECK(std::abs(area_cost(features, along, factors, with_obstacle) - 5.0) < 1e-14);
}

TEST(area_lengths_are_on_the_side_of_a_wall_where_the_path_came_from) {
  Features features;
  add_area(features, 0, "road", box(0, 0, 4, 4));
  const AreaFactors factors{{"road", 0.5}};
  const auto with_wall = [](std::span<const Segment>) {
    TouchedObstacles out;
    const Point wall[] = {{-3, 4}, {3, 4}};
    out.obstacles.add(7, Role::wall, wall);
    return out;
  };
  const auto cost = [&](const std::vector<Point>& points) {
    std::vector<Segment> path;
    for (std::size_t i = 1; i < points.size(); ++i)
      path.push_back({points[i - 1], points[i], {}, 0, 0});
    return area_cost(features, path, factors, with_wall);
  };
  // Down to the wall, along it, and up again: on its upper side, where there is no road.
  CHECK(std::abs(cost({{1, 5}, {1, 4}, {2, 4}, {2, 5}}) - 3.0) < 1e-14);
  // Around its end at x = 3 onto the road, also if the first step is along the wall.
  CHECK(std::abs(cost({{1, 5}, {1, 4}, {3, 4}, {4, 4}}) - 3.5) < 1e-14);
  CHECK(std::abs(cost({{1, 4}, {3, 4}, {3, 3}}) - 1.5) < 1e-14);
  // It begins on the wall: on either side.
  CHECK(std::abs(cost({{1, 4}, {2, 4}}) - 0.5) < 1e-14);
  CHECK(std::abs(cost({{1, 4}, {2, 4}, {2, 5}}) - 2.0) < 1e-14);
}

}  // namespace CLEARWAY_TEST_FILE
