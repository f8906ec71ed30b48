// Searches that keep what they know through edits, held against searches made after each edit.
#include <cmath>
#include <new>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "clearway/planners/channel.hpp"
#include "clearway/planners/optimal.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

constexpr double size = 12;

// Boxes, walls and posts on a lattice: they overlap, touch and coincide.
struct Edits {
  worlds::Random random;
  double scale;
  std::vector<Handle> known;
  Handle next = 0;

  double place(double most) { return scale * random.below(static_cast<int>(4 * most)) / 4.0; }
  void add(worlds::Obstacles& added) {
    const double x = place(size - 2), y = place(size - 2), w = scale * (1 + random.below(6)) / 4.0,
                 h = scale * (1 + random.below(6)) / 4.0;
    switch (random.below(4)) {
      case 0:
        worlds::add(added, next, Role::shell, worlds::box(x, y, x + w, y + h));
        break;
      case 1:
        worlds::add(added, next, Role::wall, {{x, y}, {x + w, y}, {x + w, y + h}});
        break;
      case 2:
        worlds::add(added, next, Role::wall, {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}});
        break;
      default:
        worlds::add(added, next, Role::post, {{x + w, y + h}});
    }
    known.push_back(next++);
  }
  void apply(World& world) {
    worlds::Obstacles added;
    std::vector<Handle> removed;
    const bool is_cleared = random.below(60) == 0;
    for (int k = is_cleared ? static_cast<int>(known.size()) : random.below(3);
         k > 0 && !known.empty(); --k) {
      const auto at = known.begin() + random.below(static_cast<int>(known.size()));
      removed.push_back(*at);
      known.erase(at);
    }
    for (int k = random.below(30) == 0 || known.empty() ? 40 : random.below(3); k > 0; --k)
      add(added);
    world.apply(removed, added);
  }
  Point point() { return {scale * random.real(0, size), scale * random.real(0, size)}; }
};

bool is_equal(double a, double b) { return a == b || std::abs(a - b) <= 1e-9 * std::abs(a); }

void check_queries(Edits& edits, OptimalSearch& kept, ChannelSearch& channels, World& world,
                   int count) {
  OptimalSearch fresh(world);
  ChannelSearch fresh_channels(world);
  for (int k = 0; k < count; ++k) {
    const Point a = edits.point(), b = edits.point();
    const double radius = k % 3 == 2 ? 0.2 * edits.scale : 0;
    const Path now = kept.find(a, b, radius), right = fresh.find(a, b, radius);
    CHECK(now.status == right.status);
    CHECK(is_equal(now.length, right.length));
    const Path one = channels.find(a, b, radius), other = fresh_channels.find(a, b, radius);
    CHECK(one.status == right.status && one.length == other.length);
    CHECK(one.status != Status::found || one.length >= right.length * (1 - 1e-9));
  }
}

}  // namespace

TEST(searches_follow_edits) {
  for (const double scale : {1.0, 0x1p80, 0x1p-80}) {
    Edits edits{{41}, scale, {}};
    World world(worlds::ground(worlds::box(0, 0, size * scale, size * scale)));
    OptimalSearch kept(world);
    ChannelSearch channels(world);
    for (int edit = 0; edit < 400; ++edit) {
      edits.apply(world);
      // Sometimes several edits between two queries; often so many queries that dead ends are
      // known.
      if (edits.random.below(4) == 0) continue;
      check_queries(edits, kept, channels, world, edits.random.below(3) == 0 ? 30 : 3);
    }
  }
}

// Memory runs out in the first query after an edit, at each of its allocations in turn; later
// queries are right.
TEST(searches_recover_when_memory_runs_out_after_an_edit) {
  int failures = 0;
  for (const double radius : {0.0, 0.2}) {
    Edits edits{{7}, 1.0, {}};
    World world(worlds::ground(worlds::box(0, 0, size, size)));
    worlds::Obstacles first;
    for (int k = 0; k < 60; ++k) edits.add(first);
    world.apply({}, first);
    OptimalSearch kept(world);
    ChannelSearch channels(world);
    check_queries(edits, kept, channels, world, 60);
    for (long most = 0; most < 60; ++most) {
      edits.apply(world);
      const Point a = edits.point(), b = edits.point();
      check::allocations_left = most;
      try {
        kept.find(a, b, radius);
      } catch (const std::bad_alloc&) {
        ++failures;
      }
      check::allocations_left = -1;
      check_queries(edits, kept, channels, world, 12);
    }
  }
  CHECK(failures > 10);
}

}  // namespace CLEARWAY_TEST_FILE
