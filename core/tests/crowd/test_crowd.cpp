// Crowds: the law at every step, arrival, edits, the same result for any number of threads.
#include <cmath>
#include <thread>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "clearway/crowd/crowd.hpp"
#include "crowd/src/ways.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

Place point(double x, double y) { return {{PlacePart{{{{x, y}}}, false}}}; }
Place line(const Point& a, const Point& b) { return {{PlacePart{{{a, b}}, false}}}; }

// The least distance of two centres that move on straight lines.
double least(const Point& a, const Point& b, const Point& c, const Point& d) {
  const double x = a.x - c.x, y = a.y - c.y;
  const double u = b.x - a.x - d.x + c.x, v = b.y - a.y - d.y + c.y;
  const double s = u * u + v * v;
  const double t = s > 0 ? std::clamp(-(x * u + y * v) / s, 0.0, 1.0) : 0.0;
  return std::hypot(x + t * u, y + t * v);
}

// Makes a step; whether it was legal against the walls, by all pairs.
bool steps_legally(Crowd& crowd, double dt, const std::vector<std::pair<Point, Point>>& walls) {
  std::vector<Crowd::State> before, after;
  for (const AgentId id : IdRange<AgentId>(crowd.size())) before.push_back(crowd.state(id));
  crowd.step(dt);
  for (const AgentId id : IdRange<AgentId>(crowd.size())) after.push_back(crowd.state(id));
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i].has_left) continue;
    for (const auto& [a, b] : walls)
      if (distance(before[i].position, after[i].position, a, b) < after[i].radius - 1e-9)
        return false;
    for (std::size_t j = 0; j < i; ++j)
      if (!after[j].has_left && least(before[i].position, after[i].position, before[j].position,
                                      after[j].position) < after[i].radius + after[j].radius - 1e-9)
        return false;
  }
  return true;
}

std::vector<std::pair<Point, Point>> sides(const worlds::Chain& ring) {
  std::vector<std::pair<Point, Point>> out;
  for (std::size_t i = 0; i < ring.size(); ++i)
    out.emplace_back(ring[i], ring[(i + 1) % ring.size()]);
  return out;
}

struct Bottleneck {
  World world{worlds::ground(box(0, 0, 16, 10))};
  std::vector<std::pair<Point, Point>> walls = sides(box(0, 0, 16, 10));
  Bottleneck() {
    Obstacles made;
    for (const auto& ring : {box(10, 0, 10.5, 4.3), box(10, 5.7, 10.5, 10)}) {
      made.add(world.reserve_handles(1), Role::shell, ring);
      for (const auto& side : sides(ring)) walls.push_back(side);
    }
    world.apply({}, std::move(made));
  }
  void fill(Crowd& crowd, int count) const {
    std::vector<AgentSpec> specs;
    std::vector<AgentId> ids;
    for (int i = 0; i < count; ++i)
      specs.push_back({{1.0 + 0.7 * (i % 12), 1.0 + 0.7 * (i / 12)}, 0.25, 1.4});
    const AgentId first = crowd.add(specs);
    for (int i = 0; i < count; ++i) ids.push_back(first + static_cast<Index>(i));
    crowd.send(ids, {line({15, 1}, {15, 9}), none, true});
  }
};

}  // namespace

TEST(crowds_pass_a_bottleneck_and_never_overlap) {
  const Bottleneck scene;
  Crowd crowd(scene.world, {});
  scene.fill(crowd, 80);
  bool is_legal = true;
  std::size_t steps = 0, left = 0;
  while (left < crowd.size() && ++steps < 4000) {
    is_legal = is_legal && steps_legally(crowd, 0.05, scene.walls);
    left = 0;
    for (const AgentId id : IdRange<AgentId>(crowd.size())) left += crowd.state(id).has_left;
  }
  CHECK(is_legal);
  CHECK(left == crowd.size());
  CHECK(crowd.stats().fields <= 1 && crowd.stats().field_builds == 1);
}

TEST(crowds_do_not_depend_on_threads) {
  const Bottleneck scene;
  Crowd one(scene.world, {}), many(scene.world, {});
  scene.fill(one, 140);
  scene.fill(many, 140);
  const CrowdLoop loop = [](std::size_t count, const std::function<void(std::size_t)>& work) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
    for (std::thread& thread : threads) thread.join();
  };
  for (int i = 0; i < 300; ++i) {
    one.step(0.05);
    many.step(0.05, static_cast<std::size_t>(2 + i % 2), loop);
  }
  for (const AgentId id : IdRange<AgentId>(one.size())) {
    const Crowd::State a = one.state(id), b = many.state(id);
    CHECK(a.has_left == b.has_left);
    if (!a.has_left) CHECK(a.position == b.position && a.velocity == b.velocity);
  }
}

TEST(an_agent_in_a_new_obstacle_is_let_out) {
  World world(worlds::ground(box(0, 0, 10, 10)));
  Crowd crowd(world, {});
  const AgentSpec spec{{5, 5.3}, 0.4, 1.0};
  const AgentId id = crowd.add({&spec, 1});
  crowd.send({&id, 1}, {point(9, 5), none, false});
  Obstacles made;
  made.add(world.reserve_handles(1), Role::shell, box(4, 4, 6, 6));
  world.apply({}, std::move(made));
  crowd.edited();
  crowd.step(0.1);
  CHECK(crowd.state(id).is_inside);
  int steps = 0;
  while (crowd.state(id).is_inside && ++steps < 100) crowd.step(0.1);
  CHECK(std::abs(crowd.state(id).position.y - 6.4) < 1e-9);
  while (!crowd.state(id).has_arrived && ++steps < 300) crowd.step(0.1);
  CHECK(crowd.state(id).has_arrived);
  const std::vector<CrowdReport> reports(crowd.reports().begin(), crowd.reports().end());
  crowd.forget_reports(reports.size());
  CHECK(reports.size() == 2 && reports[0].event == CrowdEvent::inside &&
        reports[1].event == CrowdEvent::let_out);
}

TEST(overlapping_starts_are_reported_and_part) {
  World world(worlds::ground(box(0, 0, 10, 10)));
  Crowd crowd(world, {});
  const std::vector<AgentSpec> specs{{{5, 5}, 0.5, 1.0}, {{5, 5}, 0.5, 1.0}, {{5.5, 5}, 0.5, 1.0}};
  crowd.add(specs);
  CHECK(crowd.reports().size() == 3);
  for (int i = 0; i < 100; ++i) crowd.step(0.1);
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < i; ++j)
      CHECK(distance(crowd.state(AgentId(i)).position, crowd.state(AgentId(j)).position) >= 1.0);
}

TEST(agents_that_memory_does_not_suffice_for_are_not_added) {
  World world(worlds::ground(box(0, 0, 10, 10)));
  Crowd crowd(world, {});
  const std::vector<AgentSpec> specs{{{2, 2}, 0.5, 1.0}, {{2.5, 2}, 0.4, 1.0}, {{5, 5}, 0.5, 1.0}};
  const std::vector<AgentGoal> goals{
      {point(8, 8), none, false}, {line({9, 1}, {9, 3}), none, true}, {{}, AgentId(0), false}};
  int failed = 0;
  for (bool is_added = false; !is_added; failed += !is_added) {
    check::allocations_left = failed;
    try {
      crowd.add(specs, goals);
      is_added = true;
    } catch (const std::bad_alloc&) {
    }
    check::allocations_left = -1;
    CHECK(crowd.size() == (is_added ? 3u : 0u) && crowd.reports().size() == (is_added ? 1u : 0u));
  }
  CHECK(failed > 8);
  for (int i = 0; i < 300; ++i) crowd.step(0.1);
  for (Index i = 0; i < 2; ++i) CHECK(crowd.state(AgentId(i)).has_arrived);
  CHECK(crowd.state(AgentId(1)).has_left);
}

// A long hall with pillars, the same everywhere; agents of two sizes walk through it both ways.
struct Hall {
  World world{worlds::ground(box(0, 0, 300, 12))};
  Hall() {
    Obstacles made;
    for (int x = 3; x < 297; x += 3)
      for (int y = 0; y < 3; ++y)
        made.add(world.reserve_handles(1), Role::shell,
                 box(x, 2.0 + 4 * y - 0.4 * (x % 2), x + 0.7, 2.6 + 4 * y));
    world.apply({}, std::move(made));
  }
  void fill(Crowd& crowd) const {
    std::vector<AgentSpec> specs;
    std::vector<AgentId> ids[2];
    for (int i = 0; i < 240; ++i) {
      const double x = 1.2 + 3 * (i / 6) + (i % 2 ? 0.0 : 150.0), y = 1.0 + 4 * (i / 2 % 3);
      specs.push_back({{x, y}, i % 4 < 2 ? 0.2 : 0.3, 1.4});
    }
    const AgentId first = crowd.add(specs);
    for (int i = 0; i < 240; ++i) ids[i % 2].push_back(first + static_cast<Index>(i));
    crowd.send(ids[0], {line({1, 1}, {1, 11}), none, true});
    crowd.send(ids[1], {line({299, 1}, {299, 11}), none, true});
  }
};

TEST(steps_of_a_crowd_allocate_no_memory) {
  const Hall hall;
  // Which thread does a part is of no account: each part has its own scratch.
  const CrowdLoop loop = [](std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = count; i-- > 0;) work(i);
  };
  for (const std::size_t parts : {1, 3}) {
    Crowd crowd(hall.world, {});
    hall.fill(crowd);
    const auto step = [&] { crowd.step(0.05, parts, loop); };
    for (int i = 0; i < 300; ++i) step();
    CHECK(crowd.stats().fields == 4);
    const std::size_t asked = crowd.stats().asked;
    const long before = check::allocations;
    for (int i = 0; i < 300; ++i) step();
    CHECK(check::allocations - before == 0);
    CHECK(crowd.stats().asked - asked > 1000);
  }
}

TEST(ways_without_users_are_forgotten) {
  World world(worlds::ground(box(0, 0, 10, 10)));
  Ways ways;
  const WayId kept = ways.find(point(1, 1), 0.5);
  ++ways[kept].users;
  ways.add_arrived(kept, 0.1);
  CHECK(ways.find(point(1, 1), 0.5) == kept);
  const WayId other = ways.find(point(1, 1), 0.25);  // the same goal
  CHECK(other != kept && ways.arrived_squares(other) == ways.arrived_squares(kept));
  for (int i = 0; i < 1000; ++i) {
    const WayId way = ways.find(point(2 + 1e-3 * i, 3), 0.5);
    CHECK(ways[way].radius == 0.5 && ways[way].users == 0 && ways.arrived_squares(way) == 0);
    CHECK(ways[way].place.parts[0].lines[0][0].x == 2 + 1e-3 * i);
    ways.add_arrived(way, 0.3);
    ways.remove_arrived(way, 0.3);
    ways.build(world);
  }
  CHECK(ways.size() <= 4);
  CHECK(ways.find(point(1, 1), 0.5) == kept && ways[kept].users == 1);
  ways.add_arrived(kept, 0.7);
  ways.remove_arrived(kept, 0.1);
  ways.remove_arrived(kept, 0.7);
  CHECK(ways.arrived_squares(kept) == 0.0);  // not what rounding leaves
}

}  // namespace CLEARWAY_TEST_FILE
