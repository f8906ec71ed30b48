// Fields against single searches: the same lengths at every point.
#include <cmath>
#include <cstdio>

#include "check.hpp"
#include "clearway/planners/field.hpp"
#include "clearway/planners/field_queries.hpp"
#include "clearway/planners/optimal.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;
using worlds::Scene;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double relative = 1e-9;

Place points_of(const std::vector<Point>& points) {
  Place out;
  for (const Point& p : points) out.parts.push_back({{{p}}, false});
  return out;
}

bool is_same(double a, double b) {
  return a == b || std::abs(a - b) <= relative * std::max(1e-3, std::max(a, b));
}

// Whether a path that is shorter than the one searched for is legal: then the search, not the
// field, has missed it, as in a gap exactly as wide as the disc.
bool is_better(const World& world, const Path& path, double radius, double searched) {
  if (path.status != Status::found || path.length > searched) return false;
  const Verdict verdict = worlds::verify(world, path.segments);
  return !verdict.crosses && verdict.clearance >= radius * (1 - 1e-12);
}

// Anywhere, on the grid, and on vertices and edges of the mesh.
Point some_point(Random& random, const World& world, double size) {
  const Mesh& mesh = world.mesh();
  switch (random.below(4)) {
    case 0:
      return {0.5 * random.below(static_cast<int>(2 * size) + 1),
              0.5 * random.below(static_cast<int>(2 * size) + 1)};
    case 1: {
      const TriangleId t(random.below(static_cast<int>(mesh.triangles.size())));
      if (!mesh.is_live(t)) break;
      const Point a = mesh.point(mesh.triangles[t].vertex[0]),
                  b = mesh.point(mesh.triangles[t].vertex[1]);
      const double part = 0.25 * random.below(4);
      return {std::clamp(a.x + part * (b.x - a.x), 0.0, size),
              std::clamp(a.y + part * (b.y - a.y), 0.0, size)};
    }
    default:
      break;
  }
  return {random.real(0, size), random.real(0, size)};
}

PlacePart some_part(Random& random, const World& world, double size, bool only_points) {
  const int kind = only_points ? 0 : random.below(3);
  PlacePart part;
  part.lines.emplace_back();
  part.is_area = kind == 2;
  const int count = kind == 0 ? 1 : kind == 1 ? 2 + random.below(2) : 3 + random.below(2);
  for (int i = 0; i < count; ++i) part.lines[0].push_back(some_point(random, world, size));
  return part;
}

// Compares all answers of a field with those of single searches. Returns how many differ.
int differences(const World& world, const Place& place, double radius, Random& random, int queries,
                double size) {
  const Field field(world, place, radius);
  FieldQueries of_field(field);
  OptimalSearch search(world);
  int wrong = 0;
  for (int i = 0; i < queries; ++i) {
    const Point p = some_point(random, world, size);
    const FieldValue value = of_field.at(p);
    Index part = none;
    const bool is_point = place.parts.size() == 1 && place.parts[0].lines[0].size() == 1;
    const Path path = is_point ? search.find(p, place.parts[0].lines[0][0], radius)
                               : search.find_place(p, place, radius, {}, part);
    const double expected = path.status == Status::found ? path.length : infinity;
    Index goal = none;
    const Path own = of_field.path(p, goal);
    const double length = own.status == Status::found ? own.length : infinity;
    const bool is_right = is_same(value.distance, length) &&
                          (is_same(length, expected) || is_better(world, own, radius, expected)) &&
                          own.status == path.status &&
                          (value.goal == none) == (expected == infinity) &&
                          (expected == infinity || own.optimal) && goal == value.goal;
    if (is_right) continue;
    ++wrong;
    if (wrong < 4)
      std::printf(
          "at (%.17g, %.17g) radius %.17g: field %.17g path %.17g, search %.17g status %d %d\n",
          p.x, p.y, radius, value.distance, length, expected, static_cast<int>(own.status),
          static_cast<int>(path.status));
  }
  return wrong;
}

double some_radius(Random& random) {
  constexpr double ties[] = {0.25, 0.5, 0.75, 1.0, 0.70710678118654752};
  return random.below(2) ? ties[random.below(5)] : random.real(0.02, 0.9);
}

void compare(std::uint64_t seed, int rounds, int queries, bool only_points, bool discs) {
  Random random{seed};
  for (int round = 0; round < rounds; ++round) {
    const int size = 8 + random.below(5);
    const Scene scene = random.below(2) ? worlds::integer_scene(random, size, 2 + random.below(14))
                                        : worlds::scattered_scene(random, size);
    const World world = scene.world();
    Place place;
    const int parts = 1 + random.below(4);
    for (int i = 0; i < parts; ++i)
      place.parts.push_back(some_part(random, world, size, only_points));
    const double radius = discs ? some_radius(random) : 0.0;
    const int wrong = differences(world, place, radius, random, queries, size);
    if (wrong > 0) std::printf("  in round %d of seed %llu\n", round, (unsigned long long)seed);
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST(field_of_points_equals_searches) { compare(1, 60, 60, true, false); }
TEST(field_of_lines_and_areas_equals_searches) { compare(2, 60, 60, false, false); }
TEST(field_of_points_for_discs_equals_searches) { compare(3, 60, 60, true, true); }
TEST(field_of_lines_and_areas_for_discs_equals_searches) { compare(4, 60, 60, false, true); }

TEST(field_knows_which_edits_leave_it_alone) {
  World world(worlds::ground(worlds::box(0, 0, 20, 10)));
  Obstacles wall;
  worlds::add(wall, 0, Role::wall, {{10, 0}, {10, 10}});
  world.apply({}, wall);
  const Field field(world, points_of({{2, 5}}), 0.0);
  Obstacles beyond;
  worlds::add(beyond, 1, Role::shell, worlds::box(14, 4, 16, 6));
  world.apply({}, beyond);
  CHECK(field.is_untouched_by(world.last_edit()));
  FieldQueries queries(field);
  CHECK(queries.at({4, 5}).distance == 2.0);
  CHECK(queries.at({12, 5}).distance == infinity);
  Obstacles near;
  worlds::add(near, 2, Role::post, {{5, 5}});
  world.apply({}, near);
  CHECK(!field.is_untouched_by(world.last_edit()));
  const Field again(world, points_of({{2, 5}}), 0.0);
  world.apply(std::vector<Handle>{0}, {});
  CHECK(!again.is_untouched_by(world.last_edit()));
}

}  // namespace CLEARWAY_TEST_FILE
