// Shared crowds: bad input, edits, threads.
#include <cmath>
#include <span>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/shared_crowd.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

TEST(shared_crowds_refuse_bad_input_and_follow_edits) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 10)));
  CHECK_THROWS(InvalidInput, SharedCrowd::make(world, {0.0, 10}));
  const auto crowd = SharedCrowd::make(world, {});
  const AgentSpec nan{{NAN, 1}, 0.3, 1.4}, huge{{5, 5}, 8.0, 1.4}, slow{{5, 5}, 0.3, -1.0};
  for (const AgentSpec& spec : {nan, huge, slow})
    CHECK_THROWS(InvalidInput, crowd->add({&spec, 1}));
  CHECK(crowd->read([](const Crowd& c) { return c.size(); }) == 0);
  const AgentSpec spec{{2, 5}, 0.3, 2.0};
  const AgentId id = crowd->add({&spec, 1}), unknown(7);
  CHECK_THROWS(InvalidInput, (crowd->remove({&unknown, 1}), 0));
  CHECK_THROWS(InvalidInput, (crowd->step(0.0, 1), 0));
  CHECK_THROWS(InvalidInput, (crowd->step(NAN, 1), 0));
  const AgentGoal itself{{}, id, false};
  CHECK_THROWS(InvalidInput, (crowd->send({&id, 1}, itself), 0));
  CHECK_THROWS(InvalidInput, (crowd->send({&id, 1}, std::span<const AgentGoal>()), 0));
  crowd->send({&id, 1}, {{{PlacePart{{{{18, 5}}}, false}}}, none, false});
  for (int i = 0; i < 20; ++i) crowd->step(0.1, 2);
  Obstacles wall;
  wall.add(world.reserve_handles(1), Role::shell, box(9, 0, 11, 9));
  world.apply({}, wall);
  double highest = 0;
  for (int i = 0; i < 300; ++i) {
    crowd->step(0.1, 2);
    highest =
        std::max(highest, crowd->read([&](const Crowd& c) { return c.state(id).position.y; }));
  }
  CHECK(crowd->read([&](const Crowd& c) { return c.state(id).has_arrived; }));
  CHECK(highest > 9.29 && crowd->reports().list.empty());
}

TEST(reports_go_to_one_reader) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 10)));
  const auto crowd = SharedCrowd::make(world, {});
  const AgentSpec spec{{2, 5}, 0.3, 2.0};
  crowd->add({&spec, 1});
  crowd->add({&spec, 1});
  const SharedCrowd::Reports one = crowd->reports(), other = crowd->reports();
  CHECK(one.list.size() == 1 && other.list.size() == 1);
  CHECK(crowd->forget_reports(one));
  const AgentSpec third{{2, 5.5}, 0.3, 2.0};
  crowd->add({&third, 1});
  CHECK(!crowd->forget_reports(other));  // it has not seen the new ones
  const SharedCrowd::Reports rest = crowd->reports();
  CHECK(rest.list.size() == 2 && rest.list[0].agent == AgentId(2));
  CHECK(crowd->forget_reports(rest) && crowd->reports().list.empty());
}

TEST(steps_with_threads_allocate_no_memory_and_give_the_same_result) {
  SharedWorld world(worlds::ground(box(0, 0, 300, 12)));
  Obstacles pillars;
  for (int x = 3; x < 297; x += 3)
    pillars.add(world.reserve_handles(1), Role::shell, box(x, 4, x + 0.7, 6));
  world.apply({}, pillars);
  std::vector<AgentSpec> specs;
  for (int i = 0; i < 300; ++i) specs.push_back({{1.5 + i / 3, 1.0 + 3.5 * (i % 3)}, 0.3, 1.4});
  std::vector<std::vector<Point>> ends;
  for (const std::size_t threads : {1, 2, 4}) {
    const auto crowd = SharedCrowd::make(world, {});
    const AgentId first = crowd->add(specs);
    std::vector<AgentId> ids;
    for (Index i = 0; i < specs.size(); ++i) ids.push_back(first + i);
    crowd->send(ids, {{{PlacePart{{{{299, 1}, {299, 11}}}, false}}}, none, true});
    for (int i = 0; i < 300; ++i) crowd->step(0.05, threads);
    const long before = check::allocations;
    for (int i = 0; i < 300; ++i) crowd->step(0.05, threads);
    CHECK(check::allocations == before);
    crowd->read([&](const Crowd& c) {
      ends.emplace_back();
      for (const AgentId id : ids) ends.back().push_back(c.state(id).position);
    });
  }
  CHECK(ends[0] == ends[1] && ends[0] == ends[2]);
  CHECK(ends[0][0].x > 30);  // they have walked for half a minute
}

}  // namespace CLEARWAY_TEST_FILE
