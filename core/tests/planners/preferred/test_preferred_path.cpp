// Paths with a preferred clearance, and the routes behind them.
#include <cmath>
#include <limits>

#include "check.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/query/queries.hpp"
#include "planners/preferred/preferred_path.hpp"
#include "planners/preferred/src/piece_finder.hpp"
#include "query/crossed_gates.hpp"
#include "query/narrowest.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); }

// A wall across a room of 20 by 10 with a gap of 1 in the middle and one of 3 at the bottom.
World two_gaps() {
  World world(worlds::ground(worlds::box(0, 0, 20, 10)));
  Obstacles o;
  o.add(0, Role::shell, worlds::box(9, 3, 11, 4.5));
  o.add(1, Role::shell, worlds::box(9, 5.5, 11, 10));
  world.apply({}, o);
  return world;
}

struct Preferring {
  explicit Preferring(const World& w)
      : world(w),
        bottlenecks(w),
        gates(w),
        tree(gates),
        optimal(w),
        routes{world, bottlenecks, tree} {}

  Path find(const Point& a, const Point& b, double radius, double prefer,
            SearchOptions options = {}) {
    options.prefer = prefer;
    return find_preferred_path(
        routes,
        [&](const Point& start, const Point& goal, double r, const SearchOptions& o) {
          return optimal.find(start, goal, r, o);
        },
        {a, b, radius, options});
  }

  const World& world;
  Bottlenecks bottlenecks;
  GateSet gates;
  GateTree tree;
  OptimalSearch optimal;
  WidestRoutes routes;
};

}  // namespace

TEST(preferred_path_is_the_shortest_one_where_the_clearance_can_be_kept) {
  const World world = two_gaps();
  Preferring paths(world);
  const Point a{2, 5}, b{18, 5};
  CHECK(is_close(paths.find(a, b, 0.2, 0.4).length, 16));
  const Path wide = paths.find(a, b, 0.2, 1.0), exact = paths.optimal.find(a, b, 1.0);
  CHECK(wide.optimal && wide.length == exact.length && wide.length > 16);
}

TEST(preferred_path_crosses_narrow_gates_in_the_middle) {
  const World world = two_gaps();
  Preferring paths(world);
  for (const double prefer : {1.75, 2.0, infinity}) {
    const Path path = paths.find({2, 5}, {18, 5}, 0.2, prefer);
    CHECK(path.status == Status::found && !path.optimal && path.lower_bound == 16);
    for (const double x : {9.0, 11.0}) {
      bool is_passed = false;
      for (const Segment& s : path.segments) is_passed |= s.end == Point{x, 1.5};
      CHECK(is_passed);
    }
    for (const Segment& s : path.segments) CHECK(clearance(world, s.end) >= 1.5 * (1 - 1e-9));
  }
}

TEST(preferred_path_has_the_statuses_of_the_radius) {
  const World world = two_gaps();
  Preferring paths(world);
  CHECK(paths.find({2, 5}, {18, 5}, 1.6, 2.0).status == Status::no_path);
  CHECK(paths.find({10, 4}, {18, 5}, 0.1, 2.0).status == Status::start_blocked);
  CHECK(paths.find({2, 5}, {10, 4}, 0.1, 2.0).status == Status::goal_blocked);
  SearchOptions partial;
  partial.partial = true;
  const Path path = paths.find({2, 5}, {18, 5}, 1.6, 2.0, partial);
  CHECK(path.status == Status::partial && !path.segments.empty());
  SearchOptions limited;
  limited.limit = 1;
  const Path none = paths.find({2, 5}, {18, 5}, 0.2, infinity, limited);
  CHECK(none.status == Status::found || none.lower_bound == 16);
}

// If the gates said that there is more clearance than there is, the answer is the widest path, not
// one with the bare radius, and it is not called optimal.
TEST(a_piece_with_more_clearance_than_there_is_becomes_the_widest) {
  const World world = two_gaps();
  Preferring paths(world);
  const FindPath find = [&](const Point& a, const Point& b, double r, const SearchOptions& o) {
    return paths.optimal.find(a, b, r, o);
  };
  SearchOptions options;
  options.prefer = 2.0;
  PieceFinder pieces(paths.routes, find, 0.2, options);
  const auto path = pieces.find({2, 5}, {18, 5}, 2.0);
  CHECK(path && path->status == Status::found && !path->optimal);
  const Path widest = paths.optimal.find({2, 5}, {18, 5}, 1.5);
  CHECK(path && is_close(path->length, widest.length));
}

TEST(gate_tree_has_routes_as_wide_as_the_bottleneck) {
  Random random{5};
  const World world = worlds::scattered_scene(random, 5).world();
  const Preferring paths(world);
  int crossing = 0;
  for (int k = 0; k < 300; ++k) {
    const Point a{random.real(0, 5), random.real(0, 5)}, b{random.real(0, 5), random.real(0, 5)};
    const double widest = paths.bottlenecks.max_radius(a, b);
    if (widest <= 0) continue;
    const CellId from = paths.tree.cell(a), to = paths.tree.cell(b);
    CHECK(from != none && to != none);
    double narrowest = infinity;
    for (const CrossedGate& gate : paths.tree.route(from, to, infinity))
      narrowest = std::min(narrowest, paths.gates[gate.id].width);
    crossing += narrowest < infinity;
    // The largest disc is stopped by that gate, or does not fit at an end.
    const double room = std::min(clearance(world, a), clearance(world, b));
    CHECK(is_close(widest, std::min(0.5 * narrowest, room)));
    const auto back = paths.tree.route(to, from, infinity);
    CHECK(back.size() == paths.tree.route(from, to, infinity).size());
  }
  CHECK(crossing > 30);
}

TEST(gates_lie_between_the_cells_beside_them) {
  Random random{6};
  const World world = worlds::scattered_scene(random, 4).world();
  const Preferring paths(world);
  std::size_t parting = 0;
  for (Index i = 0; i < paths.gates.size(); ++i) {
    const GateId gate(i);
    const CellId left = paths.tree.cell(gate, true), right = paths.tree.cell(gate, false);
    CHECK(left != none && right != none);
    parting += left != right;
  }
  CHECK(2 * parting > paths.gates.size());
}

TEST(crossed_gates_lie_between_the_ends_of_a_channel) {
  const World world = two_gaps();
  OptimalSearch optimal(world);
  Preferring paths(world);
  const Path path = paths.find({2, 5}, {18, 5}, 0.2, infinity);
  std::vector<HalfEdgeId> portals;
  CHECK(portals_between(world.mesh(), path.channel, portals));
  const GateSet& gates = paths.gates;
  const auto all = crossed_gates(gates, path.channel[0], portals, {2, 5}, {18, 5}, infinity);
  CHECK(all.size() == 2 && gates[all[0].id].width == 3 && gates[all[1].id].width == 3);
  CHECK(gates.middle(all[0].id) == (Point{9, 1.5}) && gates.middle(all[1].id) == (Point{11, 1.5}));
  CHECK(crossed_gates(gates, path.channel[0], portals, {2, 5}, {18, 5}, 3.0).empty());
}

}  // namespace CLEARWAY_TEST_FILE
