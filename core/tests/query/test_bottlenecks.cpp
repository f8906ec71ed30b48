// Reachability and the widest way, by hand and against a search over fine grids of places.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "check.hpp"
#include "clearance/clearance.hpp"
#include "clearway/query/queries.hpp"
#include "query/bottleneck_forest.hpp"
#include "query/bottlenecks.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(a_gap_passes_a_disc_exactly_as_wide) {
  worlds::Scene s;
  s.bounds = worlds::box(0, 0, 10, 10);
  s.pieces.push_back({Role::shell, worlds::box(4, 0, 5, 4.5)});
  s.pieces.push_back({Role::shell, worlds::box(4, 5.5, 5, 10)});
  const World w = s.world();
  const Bottlenecks reach(w);
  CHECK(reach.reachable({1, 1}, {9, 9}, 0.5));
  CHECK(!reach.reachable({1, 1}, {9, 9}, std::nextafter(0.5, 1)));
  CHECK(reach.max_radius({2, 2}, {8, 8}) == 0.5);
  CHECK(reach.max_radius({1, 1}, {0.25, 9}) == 0.25);
  CHECK(reach.max_radius({1, 1}, {4.5, 2}) == -1);
}

TEST(touching_obstacles_leave_no_way) {
  worlds::Scene s;
  s.bounds = worlds::box(0, 0, 10, 10);
  s.pieces.push_back({Role::shell, {{0, 0}, {5, 5}, {0, 10}}});
  s.pieces.push_back({Role::shell, {{10, 0}, {5, 5}, {10, 10}}});
  const World w = s.world();
  const Bottlenecks reach(w);
  CHECK(!reach.reachable({5, 1}, {5, 9}, 0));
  CHECK(reach.reachable({5, 1}, {5, 5}, 0));
  CHECK(reach.max_radius({5, 1}, {5, 9}) == -1);
  CHECK(reach.max_radius({5, 1}, {5, 5}) == 0);
}

// Kallmann's Figure 7: a corner reaches towards a long wall, and the triangle over the wall
// has another, farther corner as its apex. Widths of triangles let the disc pass; it cannot.
TEST(kallmann_figure_7) {
  worlds::Scene s;
  s.bounds = worlds::box(-4, 0, 24, 20);
  s.pieces.push_back({Role::shell, {{-4, 0}, {24, 0}, {24, 8}, {20, 8}, {0, 8}, {-4, 8}}});
  s.pieces.push_back({Role::shell, {{1, 20}, {2, 9}, {9, 9.5}, {16, 12}, {17, 20}}});
  worlds::Obstacles o;
  for (std::size_t i = 0; i < s.pieces.size(); ++i)
    worlds::add(o, static_cast<Handle>(i), s.pieces[i].role, s.pieces[i].points);
  World plain(worlds::ground(s.bounds), 0.0);
  plain.apply({}, o);
  const World w = s.world();
  const Point a{-2, 15}, b{21, 15};
  CHECK(plain.stats().refinements == 0);
  CHECK(Bottlenecks(plain).max_radius(a, b) > 0.5);
  CHECK(Bottlenecks(w).max_radius(a, b) == 0.5);
  CHECK(Bottlenecks(w).reachable(a, b, 0.5));
  CHECK(!Bottlenecks(w).reachable(a, b, 0.51));
}

namespace {

// Flood over a grid of places where a disc of this radius fits. Sound only one way: places
// joined in the grid are joined for a disc smaller by half a step of the grid's diagonal.
struct Flood {
  int n;
  std::vector<int> label;
  Flood(const World& w, double size, int steps, double radius)
      : n(steps), label(steps * steps, -1) {
    std::vector<char> free(label.size());
    for (int i = 0; i < n * n; ++i) free[i] = is_free(w, at(size, i), radius);
    int next = 0;
    for (int start = 0; start < n * n; ++start) {
      if (!free[start] || label[start] >= 0) continue;
      std::vector<int> queue{start};
      label[start] = next;
      for (std::size_t k = 0; k < queue.size(); ++k) {
        const int x = queue[k] % n, y = queue[k] / n;
        const auto go = [&](int i, int j) {
          if (i < 0 || j < 0 || i >= n || j >= n) return;
          const int c = j * n + i;
          if (free[c] && label[c] < 0) label[c] = next, queue.push_back(c);
        };
        go(x - 1, y), go(x + 1, y), go(x, y - 1), go(x, y + 1);
      }
      ++next;
    }
  }
  Point at(double size, int i) const {
    return {(i % n + 0.5) * size / n, (i / n + 0.5) * size / n};
  }
};

// The width at which two portals are joined in a forest.
double joined_in(const BottleneckForest& forest, PortalId a, PortalId b) {
  const auto ancestors = [&](PortalId node) {
    std::vector<std::pair<PortalId, double>> out{{node, std::numeric_limits<double>::infinity()}};
    for (; forest.parent(node) != none; node = forest.parent(node))
      out.emplace_back(forest.parent(node), std::min(out.back().second, forest.width(node)));
    return out;
  };
  double best = -1;
  const auto from = ancestors(a), to = ancestors(b);
  for (const auto& [x, width] : from)
    for (const auto& [y, other] : to)
      if (x == y) best = std::max(best, std::min(width, other));
  return best;
}

std::vector<HalfEdgeId> portals_of(const Mesh& mesh) {
  std::vector<HalfEdgeId> out;
  for (const TriangleId t : mesh.triangles.ids()) {
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    for (HalfEdgeId e = Mesh::half_edge(t, 0); e < Mesh::half_edge(t, 3); ++e)
      if (!mesh.constrained(e)) out.push_back(e);
  }
  return out;
}

void check_cells(const World& world, const BottleneckCells& cells, worlds::Random& random,
                 int pairs) {
  const BottleneckForest forest(world);
  const std::vector<HalfEdgeId> portals = portals_of(world.mesh());
  if (portals.empty()) return;
  for (int k = 0; k < pairs; ++k) {
    const HalfEdgeId a = portals[random.below(static_cast<int>(portals.size()))],
                     b = portals[random.below(static_cast<int>(portals.size()))];
    CHECK(cells.joined(a, b) == joined_in(forest, forest.node(a), forest.node(b)));
  }
}

void note(const World& world, std::vector<TriangleId>& touched) {
  const Edit& edit = world.last_edit();
  for (const auto* list : {&edit.removed, &edit.added, &edit.measured})
    touched.insert(touched.end(), list->begin(), list->end());
}

}  // namespace

// Boxes, walls along lines of a lattice and posts come and go, some many at once; several edits
// between two updates. Compared with a forest that is built from nothing.
TEST(bottlenecks_follow_edits) {
  worlds::Random random{23};
  for (int round = 0; round < 6; ++round) {
    const int size = round % 2 ? 8 : 30;
    World world(worlds::ground(worlds::box(0, 0, size, size)));
    BottleneckCells cells(world);
    std::vector<Handle> known;
    std::vector<TriangleId> touched;
    Handle next = 1;
    for (int edit = 0; edit < 150; ++edit) {
      worlds::Obstacles added;
      const int count = random.below(20) == 0 ? 60 : 1 + random.below(3);
      for (int k = 0; k < count; ++k) {
        const double x = random.below(4 * size) / 4.0, y = random.below(4 * size) / 4.0;
        const double w = (1 + random.below(6)) / 4.0, h = (1 + random.below(6)) / 4.0;
        const int kind = random.below(4);
        if (kind < 2)
          worlds::add(added, next, Role::shell, worlds::box(x, y, x + w, y + h));
        else if (kind == 2)
          worlds::add(added, next, Role::wall, {{x, y}, {x + (k % 2 ? w : 0), y + h}});
        else
          worlds::add(added, next, Role::post, {{x + 0.1, y}});
        known.push_back(next++);
      }
      std::vector<Handle> removed;
      const bool is_cleared = random.below(40) == 0;
      const int most = is_cleared ? static_cast<int>(known.size()) - count : random.below(3);
      for (int k = 0; k<most&& static_cast<int>(known.size())> count; ++k) {
        const int at = random.below(static_cast<int>(known.size()) - count);
        removed.push_back(known[at]);
        known.erase(known.begin() + at);
      }
      world.apply(removed, added);
      note(world, touched);
      if (random.below(3) == 0) continue;
      cells.update(touched);
      touched.clear();
      check_cells(world, cells, random, 60);
    }
  }
}

// A crowd of posts, far smaller than the world, that moves about: where it has been, cells stay
// empty, and must not pile up.
TEST(bottleneck_cells_do_not_pile_up) {
  worlds::Random random{5};
  const double size = 1024, small = 0x1p-20;
  World world(worlds::ground(worlds::box(0, 0, size, size)));
  BottleneckCells cells(world);
  std::vector<Handle> known;
  std::vector<TriangleId> touched;
  std::size_t most = 0;
  for (int move = 0; move < 120; ++move) {
    const double x = random.real(1, size - 1), y = random.real(1, size - 1);
    worlds::Obstacles added;
    std::vector<Handle> handles;
    for (int k = 0; k < 200; ++k) {
      handles.push_back(200 * move + k);
      worlds::add(added, handles.back(), Role::post,
                  {{x + random.below(4096) * small, y + random.below(4096) * small}});
    }
    world.apply(known, added);
    known = handles;
    touched.clear();
    note(world, touched);
    cells.update(touched);
    most = std::max(most, cells.cell_count());
    if (move % 20 == 0) check_cells(world, cells, random, 40);
  }
  CHECK(most < 1000);
}

TEST(reach_agrees_with_floods) {
  worlds::Random random{7};
  const double size = 4;
  const int steps = 160;
  for (int round = 0; round < 12; ++round) {
    const worlds::Scene s = worlds::scattered_scene(random, 4);
    const World w = s.world();
    w.validate();
    const Bottlenecks reach(w);
    const double half = size / steps / 2;
    for (const double r : {0.02, 0.05, 0.1}) {
      // A step of the grid moves the centre by at most half a step from a grid place.
      const Flood wide(w, size, steps, r + half), narrow(w, size, steps, r - 1.5 * half);
      for (int k = 0; k < 300; ++k) {
        const int i = random.below(steps * steps), j = random.below(steps * steps);
        const Point a = wide.at(size, i), b = wide.at(size, j);
        if (!is_free(w, a, r) || !is_free(w, b, r)) continue;
        const bool can = reach.reachable(a, b, r);
        if (wide.label[i] >= 0 && wide.label[i] == wide.label[j]) CHECK(can);
        if (narrow.label[i] != narrow.label[j]) CHECK(!can);
        CHECK(can == (r <= reach.max_radius(a, b)));
        CHECK(can == reach.reachable(b, a, r));
      }
    }
  }
}

}  // namespace CLEARWAY_TEST_FILE
