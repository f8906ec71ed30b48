#include <cmath>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/shared_labels.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

constexpr std::size_t plenty = 1 << 30;

void fill(SharedWorld& world) {
  Obstacles boxes;
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y)
      boxes.add(5 * x + y, Role::shell, box(4 * x + 1, 4 * y + 1, 4 * x + 3, 4 * y + 3.0));
  world.apply({}, boxes);
}

void prepare(SharedLabels& labels, std::size_t memory = plenty) {
  labels.begin(memory, {}, 2);
  while (labels.compute(16) > 0) continue;
}

double shortest(const SharedWorld& world, const Point& a, const Point& b) {
  return find_path(world, planner_named("optimal"), a, b, 0).path.length;
}

}  // namespace

TEST(shared_labels_answer_for_their_version) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  SharedLabels labels(world);
  const Point a{0.5, 2.5}, b{19.5, 17.5};
  CHECK(!labels.is_ready() && labels.hubs().corners.empty());
  CHECK(labels.find_path(a, b, 0).path.length == shortest(world, a, b));
  prepare(labels);
  CHECK(labels.is_ready() && labels.stats().corners == 100 && !labels.stats().is_over_budget);
  CHECK(labels.hubs().corners.size() == 100);
  const Answer answer = labels.find_path(a, b, 0);
  CHECK(answer.version == world.version() && answer.rows.size() == answer.path.channel.size());
  CHECK(std::abs(answer.path.length - shortest(world, a, b)) < 1e-12);
  const Handle removed[] = {12};
  world.apply(removed, {});
  CHECK(!labels.is_ready() && labels.hubs().corners.empty());
  CHECK(labels.find_path(a, b, 0).path.length == shortest(world, a, b));
  prepare(labels);
  CHECK(labels.is_ready() && labels.stats().corners == 96);
  const std::vector<Point> starts{a, b, {5, 5}}, goals{b, {0.5, 0.5}, {9, 13}};
  const Answers answers = labels.find_paths(starts, goals, std::vector(starts.size(), 0.0), 2);
  CHECK(answers.paths.size() == 3);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(std::abs(answers.paths[i].length - shortest(world, starts[i], goals[i])) < 1e-12);
  CHECK_THROWS(InvalidInput, labels.find_paths(starts, {}, {}, 1));
  CHECK_THROWS(InvalidInput, labels.find_path(a, b, 0.5));
}

TEST(shared_labels_keep_what_is_ready_when_a_preparation_fails) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  SharedLabels labels(world);
  prepare(labels);
  const std::vector<Point> hubs = labels.hubs().corners;
  prepare(labels, 1000);
  CHECK(labels.stats().is_over_budget && labels.is_ready());
  CHECK_THROWS(InvalidInput, labels.begin(plenty, std::span(hubs).first(3), 1));
  CHECK(labels.compute(1) == 0 && labels.is_ready());
  labels.begin(plenty, hubs, 1);
  CHECK(labels.compute(1) > 0 && labels.is_ready());
  prepare(labels);
  CHECK(labels.is_ready() && labels.hubs().corners == hubs);
}

}  // namespace CLEARWAY_TEST_FILE
