// Shared fields: values beside single searches, and after edits.
#include <cmath>
#include <vector>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/planners.hpp"
#include "clearway/session/shared_field.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

const Point goal{18, 5};
const std::vector<Point> points{{2, 5}, {5, 1}, {14, 9}, {10, 3}};

Place point_goal() { return {{PlacePart{{{goal}}, false}}}; }

// Whether the field's distances are those of single searches; infinity where there is no path.
bool agrees(const SharedWorld& world, const SharedField& field, double radius) {
  const SharedField::Values values = field.at(points, 2);
  if (values.version != world.version()) return false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Path path = find_path(world, planner_named("optimal"), points[i], goal, radius).path;
    const double length = path.status == Status::found ? path.length : INFINITY;
    if (values.distances[i] != length && !(std::abs(values.distances[i] - length) < 1e-12))
      return false;
  }
  return true;
}

}  // namespace

TEST(shared_fields_follow_edits) {
  for (const double radius : {0.0, 0.5}) {
    SharedWorld world(worlds::ground(box(0, 0, 20, 10)));
    Obstacles wall;
    wall.add(world.reserve_handles(1), Role::shell, box(9, 0, 11, 6));
    world.apply({}, wall);
    const auto field = SharedField::make(world, point_goal(), radius);
    CHECK(!field->is_stale() && field->stats().builds == 1);
    CHECK(agrees(world, *field, radius));
    const SharedField::PathAnswers paths = field->paths(points, 1);
    CHECK(paths.answers.paths.size() == points.size() && paths.goals[0] == 0);
    CHECK(paths.goals[3] == -1);  // inside the wall
    Obstacles lid;
    const Handle handle = world.reserve_handles(1);
    lid.add(handle, Role::shell, box(9, 6, 11, 9));
    world.apply({}, lid);
    CHECK(field->is_stale());
    CHECK(agrees(world, *field, radius) && field->stats().builds == 2);
    const Handle removed[] = {handle};
    world.apply(removed, {});
    CHECK(agrees(world, *field, radius));
    CHECK_THROWS(InvalidInput, SharedField::make(world, point_goal(), -1.0));
  }
}

}  // namespace CLEARWAY_TEST_FILE
