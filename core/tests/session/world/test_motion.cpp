// Planning in time in a shared world: with a field and without one.
#include <cmath>
#include <vector>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/motion.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

TEST(session_motion_waits_for_a_mover) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 10)));
  Obstacles wall;
  wall.add(world.reserve_handles(1), Role::shell, box(9, 0, 11, 6));
  world.apply({}, wall);
  const Point goal{18, 2};
  const Roadmap graph{{{2, 2}, goal, {2, 8}}, {0, 1, 1, 2}, {2, 0}, {0, 0, 0}, {}};
  const auto field = SharedField::make(world, {{PlacePart{{{goal}}, false}}}, 0.5);
  Reservations reservations(2.0);
  const MotionQuery query{0, 1, 0.5, 1.0, 0.0};
  const MotionAnswer free = find_motion(*field, reservations, graph, query);
  const double length = field->at({graph.nodes.data(), 1}, 1).distances[0];
  CHECK(free.status == Status::found && std::abs(free.motions.back().end - length) < 1e-9);
  // Someone stands where the path bends around the wall until 30.
  reservations.add({wait_at({10, 8}, 0, 30)}, 2.0);
  const MotionAnswer later = find_motion(*field, reservations, graph, query);
  CHECK(later.status == Status::found && later.motions.back().end > 30);
  CHECK(!reservations.first_conflict(later.motions, 0.5));
  const MotionAnswer near = find_motion(world, reservations, graph, query);
  CHECK(std::abs(near.motions.back().end - later.motions.back().end) < 1e-9);
  CHECK_THROWS(InvalidInput, find_motion(world, reservations, graph, {0, 5, 0.5, 1.0, 0.0}));
}

}  // namespace CLEARWAY_TEST_FILE
