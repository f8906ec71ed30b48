// Paths under watch: which an edit blocks, and how reports are taken.
#include <cmath>

#include "check.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/watch/watch.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

// An empty room, one watched line through its middle, and edits of which watches are notified.
struct Watched {
  World world = worlds::Scene{worlds::box(0, 0, 20, 10), {}}.world();
  Watches watches;

  std::vector<Segment> line(double y) const { return {{{1, y}, {19, y}, {}, 0, 0}}; }
  Watches::Id watch(double y, double radius = 0.5, bool shorter = false) {
    return watches.add(world, line(y), {1, y}, radius, shorter, world.version());
  }
  void edit(std::vector<Handle> removed, const Obstacles& added) {
    const Obstacles gone = world.obstacles(removed);
    world.apply(removed, added);
    watches.edited(world, gone, added.handles);
  }
  void add_box(Handle handle, const worlds::Chain& box) {
    Obstacles o;
    o.add(handle, Role::shell, box);
    edit({}, o);
  }
  std::vector<Watches::Report> take() {
    const Watches::Reports reports = watches.reports(world);
    CHECK(watches.accept(reports.serial));
    return reports.list;
  }
};

}  // namespace

TEST(watches_report_the_path_that_is_blocked_and_no_other) {
  Watched w;
  const auto low = w.watch(2), high = w.watch(8);
  w.add_box(0, worlds::box(9, 1, 11, 3));
  const auto reports = w.take();
  CHECK(reports.size() == 1 && reports[0].id == low);
  CHECK(reports[0].reason == Watches::Reason::blocked);
  CHECK(reports[0].position == Point{1, 2} && reports[0].free == Point{1, 2});
  CHECK(!w.watches.contains(low) && w.watches.contains(high) && w.watches.size() == 1);
  CHECK(w.take().empty());
}

TEST(watches_let_a_disc_touch) {
  Watched w;
  w.watch(5, 0.5);
  w.add_box(0, worlds::box(9, 5.5, 11, 8));  // exactly the radius away
  CHECK(w.take().empty());
  w.add_box(1, worlds::box(12, 5.5 - 1e-9, 13, 8));
  CHECK(w.take().size() == 1);
}

TEST(watches_say_where_to_go_when_the_disc_is_inside) {
  Watched w;
  w.watch(5, 0.5);
  w.add_box(0, worlds::box(0.5, 4, 3, 6));
  const auto reports = w.take();
  CHECK(reports.size() == 1 && reports[0].reason == Watches::Reason::inside);
  const auto free = reports[0].free;
  CHECK(!(free == reports[0].position) && std::abs(free.x - 1) < 6 && std::isfinite(free.y));
}

TEST(watches_forget_what_lies_behind) {
  Watched w;
  const auto id = w.watch(5);
  w.watches.advance(id, 12);  // now at (13, 5)
  w.add_box(0, worlds::box(5, 4, 7, 6));
  CHECK(w.take().empty());
  w.add_box(1, worlds::box(16, 4, 17, 6));
  const auto reports = w.take();
  CHECK(reports.size() == 1 && reports[0].position == Point{13, 5});
  w.watches.advance(id + 100, 3);  // unknown ids are ignored
  w.watches.remove(id + 100);
}

TEST(watches_judge_the_world_as_it_is_when_asked) {
  Watched w;
  w.watch(5);
  w.add_box(0, worlds::box(9, 4, 11, 6));
  w.edit({0}, {});
  CHECK(w.take().empty() && w.watches.size() == 1);
}

TEST(watches_report_again_until_accepted) {
  Watched w;
  w.watch(5);
  w.add_box(0, worlds::box(9, 4, 11, 6));
  const auto first = w.watches.reports(w.world);
  CHECK(first.list.size() == 1 && w.watches.reports(w.world).list.size() == 1);
  const auto late = w.watches.reports(w.world);
  w.add_box(1, worlds::box(2, 8, 3, 9));
  CHECK(!w.watches.accept(late.serial));  // outdated by the edit
  CHECK(w.take().size() == 1);
}

TEST(watches_report_a_way_that_may_be_shorter) {
  Watched w;
  w.add_box(0, worlds::box(9, 2, 11, 8));
  OptimalSearch search(w.world);
  const Path path = search.find({1, 5}, {19, 5}, 0.5);
  const auto id = w.watches.add(w.world, path.segments, {1, 5}, 0.5, true, w.world.version());
  w.edit({0}, {});
  const auto reports = w.take();
  CHECK(reports.size() == 1 && reports[0].id == id);
  CHECK(reports[0].reason == Watches::Reason::shorter && w.watches.contains(id));
}

TEST(watches_of_older_paths_are_judged_against_everything) {
  Watched w;
  const auto old = w.world.version();
  w.add_box(0, worlds::box(9, 4, 11, 6));
  w.watches.add(w.world, w.line(5), {1, 5}, 0.5, false, old);
  CHECK(w.take().size() == 1);
}

}  // namespace CLEARWAY_TEST_FILE
