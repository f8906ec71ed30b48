#include <atomic>
#include <cmath>
#include <thread>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/path/path_points.hpp"
#include "clearway/session/mesh_snapshot.hpp"
#include "clearway/session/paths.hpp"
#include "clearway/session/planners.hpp"
#include "clearway/session/queries.hpp"
#include "clearway/session/shared_world.hpp"
#include "clearway/session/terrain_snapshot.hpp"
#include "clearway/session/visibility.hpp"
#include "query/bottleneck_forest.hpp"
#include "terrain/abstraction.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::box;

namespace {

Obstacles one(Handle handle, Role role, const worlds::Chain& points) {
  Obstacles out;
  out.add(handle, role, points);
  return out;
}

// A room with a wall of two boxes and a gap of width 2 between them.
void fill(SharedWorld& world) {
  const Handle first = world.reserve_handles(2);
  Obstacles boxes = one(first, Role::shell, box(9, -1, 11, 9));
  boxes.add(first + 1, Role::shell, box(9, 11, 11, 21));
  world.apply({}, boxes);
}

}  // namespace

TEST(one_path_is_that_of_the_batch_for_every_planner) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  const std::vector<Point> starts{{1, 1}, {1, 19}, {10, 1}}, goals{{19, 1}, {2, 2}, {19, 19}};
  const std::vector<double> radii(3, 0.0);
  for (const PlannerSpec& planner : world_planners()) {
    if (!planner.start) continue;
    const Answers answers = find_paths(world, planner, starts, goals, radii, 2);
    CHECK(answers.version == world.version());
    std::size_t rows = 0;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const Answer answer = find_path(world, planner, starts[i], goals[i], 0.0);
      CHECK(answer.path.length == answers.paths[i].length);
      CHECK(answer.path.status == answers.paths[i].status);
      CHECK(answer.rows.size() == answer.path.channel.size());
      rows += answer.rows.size();
      const PolylineAnswer line = find_polyline(world, planner, starts[i], goals[i], 0.0);
      CHECK(line.status == answer.path.status);
      CHECK(line.points == points_of(answer.path.segments));
    }
    CHECK(answers.rows.size() == rows);
    CHECK(answers.paths[2].status == Status::start_blocked);
  }
  CHECK_THROWS(InvalidInput, planner_named("fastest"));
  CHECK_THROWS(InvalidInput, find_path(world, planner_named("thpa*"), {1, 1}, {2, 2}, 0));
  CHECK_THROWS(InvalidInput, find_paths(world, planner_named("optimal"), starts, goals, {}, 1));
}

TEST(handles_are_reserved_without_waiting_for_readers) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  const WorldReading reading(world);  // an edit would wait for it
  CHECK(world.reserve_handles(3) == 0);
  std::vector<std::thread> threads;
  std::atomic<Handle> sum = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 1000; ++k) sum += world.reserve_handles(1);
    });
  for (std::thread& t : threads) t.join();
  CHECK(world.reserve_handles(0) == 4003);
  CHECK(sum == 4000 * (3 + 4002) / 2);  // each one once
}

TEST(queries_outside_the_numeric_domain_are_refused) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  const PlannerSpec& planner = planner_named("optimal");
  const Point inside{1, 1}, invalid{std::nan(""), 1};
  CHECK_THROWS(InvalidInput, find_path(world, planner, invalid, inside, 0.0));
  CHECK_THROWS(InvalidInput, find_path(world, planner, inside, {0x1p101, 1}, 0.0));
  CHECK_THROWS(InvalidInput, find_path(world, planner, inside, inside, -1.0));
  CHECK_THROWS(InvalidInput, distances(world, {&inside, 1}, {&invalid, 1}, 0.0));
  CHECK_THROWS(InvalidInput, find_nearest(world, inside, {&inside, 1}, std::nan("")));
  const std::vector<Point> good{inside}, bad{invalid}, far{{1, -0x1p101}};
  const std::vector<double> radii{0.0}, negative{-1.0};
  for (const std::vector<Point>& wrong : {bad, far}) {
    CHECK_THROWS(InvalidInput, are_free(world, wrong, 0.0));
    CHECK_THROWS(InvalidInput, clearances(world, wrong));
    CHECK_THROWS(InvalidInput, snap_points(world, wrong, 0.0));
    CHECK_THROWS(InvalidInput, cast_rays(world, good, wrong, 0.0));
    CHECK_THROWS(InvalidInput, locate_rows(world, wrong));
    CHECK_THROWS(InvalidInput, reachable(world, wrong, good, radii));
    CHECK_THROWS(InvalidInput, max_radii(world, good, wrong));
    CHECK_THROWS(InvalidInput, narrowest_on(world, wrong[0], inside, {}, {}));
    const std::vector<Segment> line{{inside, wrong[0], {}}};
    CHECK_THROWS(InvalidInput, narrowest_on(world, inside, inside, line, {}));
    CHECK_THROWS(InvalidInput, swept_rows(world, line, 0.0));
    CHECK_THROWS(InvalidInput, visible_regions(world, wrong, SightMethod::triangles));
    CHECK_THROWS(InvalidInput, visible_corners(world, wrong, SightMethod::bsp));
    CHECK_THROWS(InvalidInput, world.watch(line, inside, 0.0, false, world.version()));
    CHECK_THROWS(InvalidInput, world.watch({}, wrong[0], 0.0, false, world.version()));
  }
  CHECK_THROWS(InvalidInput, are_free(world, good, -1.0));
  CHECK_THROWS(InvalidInput, snap_points(world, good, std::nan("")));
  CHECK_THROWS(InvalidInput, cast_rays(world, good, good, 0x1p101));
  CHECK_THROWS(InvalidInput, random_points(world, 1, -1.0, 0));
  CHECK_THROWS(InvalidInput, reachable(world, good, good, negative));
}

TEST(a_batch_of_queries_answers_in_the_order_of_its_points) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  const std::vector<Point> points{{10, 1}, {1, 10}, {10, 10}}, goals{{10, 1}, {8, 10}, {19, 10}};
  CHECK((are_free(world, points, 0.5) == std::vector<std::uint8_t>{0, 1, 1}));
  CHECK((are_free(world, points, 2.0) == std::vector<std::uint8_t>{0, 0, 0}));
  CHECK((clearances(world, points) == std::vector<double>{0, 1, 1}));
  const std::vector<Point> free = snap_points(world, points, 1.0);
  CHECK(free[1] == points[1] && free[2] == points[2]);
  CHECK((are_free(world, free, 1.0) == std::vector<std::uint8_t>{1, 1, 1}));
  CHECK(std::isnan(snap_points(world, points, 50.0)[0].x));
  const auto hits = cast_rays(world, points, goals, 0.5);
  CHECK(hits[0] && hits[0]->distance == 0 && !hits[1] && !hits[2]);
  CHECK(cast_rays(world, points, std::vector<Point>{{9, 9}, {10, 5}, {10, 0}}, 0.0)[1].has_value());
  CHECK(random_points(world, 5, 1.0, 7).size() == 5);
  CHECK(random_points(world, 5, 50.0, 7).empty());
  CHECK_THROWS(InvalidInput, cast_rays(world, points, {}, 0.0));
}

TEST(planners_for_points_refuse_discs) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  const std::vector<Point> starts{{1, 1}, {1, 10}}, goals{{2, 2}, {19, 10}};
  const std::vector<double> radii{0.0, 1.5};
  for (const PlannerSpec& planner : world_planners()) {
    if (!planner.start) continue;
    if (planner.takes_discs) {
      CHECK(find_paths(world, planner, starts, goals, radii, 1).paths[1].status != Status::found);
      continue;
    }
    CHECK(find_path(world, planner, starts[1], goals[1], 0.0).path.status == Status::found);
    CHECK_THROWS(InvalidInput, find_path(world, planner, starts[1], goals[1], 1.5));
    std::string text;
    std::int64_t index = -1;
    try {
      find_paths(world, planner, starts, goals, radii, 2);
    } catch (const InvalidInput& e) {
      text = e.what();
      index = e.index;
    }
    CHECK(index == 1);
    CHECK(text.find("radius 1.5: planner '" + std::string(planner.name) + "'") == 0);
    CHECK(text.find("optimal") != text.npos && text.find("vg,") == text.npos);
  }
}

TEST(options_are_set_by_name) {
  const PlannerSpec& channel = planner_named("channel");
  const std::vector<NamedValue> values{{"metric", 2}, {"limit", 100}, {"partial", 1}};
  const SearchOptions options = search_options(channel, values);
  CHECK(options.metric == 2 && options.limit == 100 && options.partial);
  CHECK(options.weight == SearchOptions{}.weight);
  CHECK_THROWS(InvalidInput, search_options(channel, std::vector<NamedValue>{{"metric", 5}}));
  CHECK_THROWS(InvalidInput, search_options(channel, std::vector<NamedValue>{{"speed", 5}}));
}

TEST(what_is_kept_follows_edits) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  const std::vector<Point> a{{1, 10}}, b{{19, 10}};
  CHECK(max_radii(world, a, b)[0] == 1);
  const auto before = WorldReading(world).mesh();
  CHECK(before == WorldReading(world).mesh());
  CHECK(before->version == world.version());
  CHECK(triangle_widths(*before).size() == before->triangles.size());
  const TerrainSnapshot terrain = terrain_snapshot(world);
  CHECK(terrain.levels.size() == before->ids.size());
  world.apply({}, one(7, Role::post, {{10, 10}}));
  CHECK(max_radii(world, a, b)[0] == 0.5);
  CHECK(WorldReading(world).mesh() != before);
  const TerrainSnapshot repaired = terrain_snapshot(world);
  CHECK(repaired.version == world.version() && repaired.version != terrain.version);
  const LocatedRows at = locate_rows(world, a);
  CHECK(at.rows[0] >= 0);
  CHECK(locate_rows(world, std::vector<Point>{{50, 50}}).rows[0] == -1);
}

TEST(reach_above_max_radius_is_that_of_find_path) {
  for (const double most : {0.0, 0.5, std::numeric_limits<double>::infinity()}) {
    SharedWorld world(worlds::ground(box(0, 0, 20, 20)), most);
    fill(world);
    for (const double radius : {0.3, 1.0, std::nextafter(1.0, 2.0), 4.0}) {
      const std::vector<Point> a{{5, 10}}, b{{15, 10}};
      const bool is_found =
          find_path(world, planner_named("optimal"), a[0], b[0], radius).path.status ==
          Status::found;
      CHECK(reachable(world, a, b, std::vector{radius})[0] == is_found);
      CHECK(is_found == (radius <= 1));
    }
  }
}

TEST(watches_and_observers_hear_of_edits) {
  struct Counter : EditObserver {
    int edits = 0;
    std::vector<Handle> handles;
    void edited(const World&, const Obstacles& removed, std::span<const Handle> added) override {
      ++edits;
      handles.assign(added.begin(), added.end());
      handles.insert(handles.end(), removed.handles.begin(), removed.handles.end());
    }
  };
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  auto counter = std::make_shared<Counter>();
  world.observe(counter);
  const Answer path = find_path(world, planner_named("optimal"), {1, 10}, {19, 10}, 0.4);
  const auto id = world.watch(path.path.segments, {1, 10}, 0.4, false, path.version);
  world.apply({}, one(7, Role::post, {{5, 2}}));
  CHECK(counter->edits == 1 && counter->handles == std::vector<Handle>{7});
  CHECK(world.reports().list.empty());
  world.apply(std::vector<Handle>{7}, one(8, Role::post, {{10, 10}}));
  CHECK(counter->edits == 2 && counter->handles.size() == 2);
  const Watches::Reports reports = world.reports();
  CHECK(reports.list.size() == 1 && reports.list[0].id == id);
  CHECK(world.accept_reports(reports.serial));
  CHECK(!world.is_watched(id));
  counter.reset();
  world.apply(std::vector<Handle>{8}, {});  // no observer is left
}

TEST(readers_see_one_version_while_others_edit) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  std::atomic<bool> is_done{false};
  std::thread editor([&] {
    for (Handle h = 0; h < 200; ++h) {
      world.apply({}, one(h, Role::shell, box(9, -1, 11, 21)));
      world.apply(std::vector{h}, {});
    }
    is_done = true;
  });
  const std::vector<Point> starts(8, {1, 10}), goals(8, {19, 10});
  const std::vector<double> radii(8, 0.5);
  bool is_mixed = false;
  do {
    const Answers answers = find_paths(world, planner_named("optimal"), starts, goals, radii, 2);
    for (const std::uint8_t status : answers.paths.status)
      is_mixed = is_mixed || status != answers.paths.status[0];
    const std::vector<double> lengths = distances(world, starts, goals, 0.5);
    for (const double length : lengths) is_mixed = is_mixed || length != lengths[0];
  } while (!is_done);
  editor.join();
  CHECK(!is_mixed);
}

TEST(every_improvement_ends_at_an_edit_and_with_a_proof_without_one) {
  worlds::Random random{5};
  SharedWorld world(worlds::ground(box(0, 0, 30, 30)));
  Obstacles posts;
  for (Handle h = 0; h < 60; ++h)
    posts.add(h, Role::post, worlds::Chain{{random.real(3, 27), random.real(3, 27)}});
  world.apply({}, posts);
  Handle next = 100;
  for (const PlannerSpec& planner : world_planners())
    for (const PlannerSpec::Mode& mode : planner.improve_modes) {
      const ImproveQuery query{{1, 1}, {29, 29}, 0.3, {}};
      Improvement improvement(world, planner, mode.name, query);
      double last = std::numeric_limits<double>::infinity();
      while (const auto answer = improvement.next()) {
        CHECK(answer->path.status == Status::found);
        CHECK(answer->path.length <= last);
        last = answer->path.length;
      }
      CHECK(improvement.best().path.optimal);
      const double shortest =
          find_path(world, planner_named("optimal"), {1, 1}, {29, 29}, 0.3).path.length;
      CHECK(std::fabs(last - shortest) < 1e-9 * shortest);

      Improvement stale(world, planner, mode.name, query);
      world.apply({}, one(next++, Role::post, {{2, 28}}));
      CHECK_THROWS(Refused, stale.next());
      CHECK_THROWS(Refused, stale.best());
    }
  CHECK_THROWS(InvalidInput, Improvement(world, planner_named("optimal"), "search", {}));
}

TEST(sight_by_triangles_and_by_bsp_agree) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  const std::vector<Point> from{{1, 10}, {10, 10}, {10, 5}};
  const PointLists a = visible_corners(world, from, SightMethod::triangles);
  const PointLists b = visible_corners(world, from, SightMethod::bsp);
  CHECK(a.starts == b.starts && a.points.size() == b.points.size());
  CHECK(a.starts[1] == 4 && a.starts[2] == 8 && a.starts[3] == 8);
  CHECK(visible_regions(world, from, SightMethod::triangles).starts[3] > 0);
  const GraphData graph = visibility_graph(world, false), pruned = visibility_graph(world, true);
  CHECK(graph.corners.size() == 4 && pruned.edges.size() <= graph.edges.size());
  CHECK(prepare_graph(world, false, 2).edges == graph.edges.size() / 2);
  CHECK(prepare_bsp(world).segments > 0);
}

TEST(the_nodes_of_the_bsp_form_a_tree) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  const BspData data = bsp_data(world);
  const std::size_t count = data.points.size() / 2;
  CHECK(count == prepare_bsp(world).nodes);
  CHECK(data.children.size() == 2 * count);
  std::vector<int> parents(count, 0);
  for (const std::int32_t child : data.children)
    if (child >= 0) ++parents[static_cast<std::size_t>(child)];
  CHECK(parents[0] == 0);
  for (std::size_t i = 1; i < count; ++i) CHECK(parents[i] == 1);
  for (std::size_t i = 0; i < count; ++i) CHECK(!(data.points[2 * i] == data.points[2 * i + 1]));
}

TEST(blocked_ends_are_moved_in_the_version_that_the_search_sees) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  const std::vector<Point> starts{{10, 1}, {1, 1}}, goals{{19, 1}, {9.5, 3}};
  const std::vector<double> radii{0.0, 0.25};
  for (const PlannerSpec& planner : world_planners()) {
    if (!planner.start || !planner.takes_discs) continue;
    Snapping snapping;
    snapping.most = 1.0;
    const Answers found = find_paths(world, planner, starts, goals, radii, 2, {}, &snapping);
    CHECK(found.paths[0].status == Status::found && found.paths[1].status == Status::found);
    CHECK((snapping.is_start_moved == std::vector<std::uint8_t>{1, 0}));
    CHECK((snapping.is_goal_moved == std::vector<std::uint8_t>{0, 1}));
    CHECK(snapping.starts[1] == starts[1] && snapping.goals[0] == goals[0]);
    CHECK(std::abs(snapping.goals[1].x - 8.75) < 1e-12);
    snapping.most = 0.5;
    const Answers near = find_paths(world, planner, starts, goals, radii, 2, {}, &snapping);
    CHECK(near.paths[0].status == Status::start_blocked && snapping.starts[0] == starts[0]);
  }
  Snapping snapping;
  snapping.most = 1.0;
  CHECK(std::isfinite(distances(world, starts, goals, 0.0, &snapping)[1]));
  CHECK(find_nearest(world, {10.4, 1}, goals, 0.0, &snapping).goal == 0);  // moved to (11, 1)
  CHECK(snapping.is_start_moved[0] == 1);
}

TEST(what_a_search_expands_is_reported_in_order) {
  SharedWorld world(worlds::ground(box(0, 0, 20, 20)));
  fill(world);
  for (const PlannerSpec& planner : world_planners()) {
    if (!planner.reports_triangles) {
      CHECK_THROWS(InvalidInput, explore(world, planner, {1, 1}, {19, 1}, 0.0));
      continue;
    }
    for (const double radius : {0.0, 0.5}) {
      const Exploration found = explore(world, planner, {1, 1}, {19, 1}, radius);
      CHECK(found.version == world.version() && !found.rows.empty());
      const Exploration straight = explore(world, planner, {1, 1}, {8, 1}, radius);
      CHECK(!straight.rows.empty());
    }
    CHECK(explore(world, planner, {10, 1}, {19, 1}, 0.0).rows.empty());
  }
}

}  // namespace CLEARWAY_TEST_FILE
