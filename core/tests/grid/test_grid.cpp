// Grids: bits, searches on small ones, what planners prepare against a fresh build.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/grid/grid.hpp"
#include "clearway/grid/path.hpp"
#include "clearway/grid/planner.hpp"
#include "grid/a_star.hpp"
#include "grid/clique_levels.hpp"
#include "grid/cluster_graph.hpp"
#include "grid/hpa_star.hpp"
#include "grid/jps.hpp"
#include "grid/pra_star.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

std::vector<std::uint8_t> noise(std::mt19937& random, std::int32_t width, std::int32_t height,
                                double share) {
  std::vector<std::uint8_t> out(static_cast<std::size_t>(width) * height);
  for (auto& v : out) v = std::uniform_real_distribution<>(0, 1)(random) < share;
  return out;
}

CellBox random_box(std::mt19937& random, const Grid& grid) {
  const auto upto = [&random](std::int32_t n) {
    return std::uniform_int_distribution<std::int32_t>(0, n - 1)(random);
  };
  const std::int32_t x = upto(grid.width()), y = upto(grid.height());
  return {x, y, std::min(x + 1 + upto(6), grid.width()), std::min(y + 1 + upto(6), grid.height())};
}

// Every law of the levels, from the grid alone.
bool is_sound(const Grid& grid, const CliqueLevels& levels) {
  const auto neighbours = [&](std::size_t k, std::uint32_t n) {
    std::vector<std::uint32_t> out;
    if (k > 0) return levels.level(k)[n].neighbours;
    if (!grid.is_free(n)) return out;
    for (unsigned d = 0; d < 8; ++d)
      if (grid.exits(n) >> d & 1) out.push_back(n + grid.offset(d));
    return out;
  };
  for (std::size_t k = 0; k <= levels.height(); ++k) {
    const std::uint32_t count =
        k == 0 ? grid.size() : static_cast<std::uint32_t>(levels.level(k).size());
    std::vector<std::vector<std::uint32_t>> owed;
    if (k < levels.height()) owed.resize(levels.level(k + 1).size());
    for (std::uint32_t n = 0; n < count; ++n) {
      const bool lives = k == 0 ? grid.is_free(n) : levels.level(k)[n].cell != CliqueLevels::none;
      const std::uint32_t p = levels.parent(k, n);
      const auto near = neighbours(k, n);
      if (!lives && (p != CliqueLevels::none || !near.empty())) return false;
      if (lives && near.empty() != (p == CliqueLevels::none)) return false;
      if (p == CliqueLevels::none) continue;
      if (levels.level(k + 1)[p].cell == CliqueLevels::none) return false;
      for (const std::uint32_t m : near)
        if (levels.parent(k, m) != p) owed[p].push_back(levels.parent(k, m));
    }
    for (std::size_t p = 0; p < owed.size(); ++p) {
      auto has = levels.level(k + 1)[p].neighbours;
      std::sort(has.begin(), has.end());
      std::sort(owed[p].begin(), owed[p].end());
      owed[p].erase(std::unique(owed[p].begin(), owed[p].end()), owed[p].end());
      if (has != owed[p]) return false;
    }
  }
  return true;
}

bool is_same(const ClusterGraph& a, const ClusterGraph& b) {
  for (std::uint32_t k = 0; k < a.count(); ++k) {
    const auto &p = a.cluster(k), &q = b.cluster(k);
    if (p.cells != q.cells || p.links != q.links || p.weights.size() != q.weights.size())
      return false;
    for (std::size_t i = 0; i < p.weights.size(); ++i)
      if (p.weights[i].straight != q.weights[i].straight ||
          p.weights[i].diagonal != q.weights[i].diagonal)
        return false;
  }
  return true;
}

}  // namespace

TEST(grid_bits_read_in_both_directions) {
  std::mt19937 random(1);
  for (const std::int32_t width : {1, 7, 63, 64, 65, 130}) {
    const auto cells = noise(random, width, 5, 0.3);
    const Grid grid(width, 5, cells);
    for (std::int32_t y = 0; y < 5; ++y) {
      for (std::int32_t x = 0; x < width; ++x) {
        const auto free = [&](std::int32_t u, std::int32_t v) { return grid.is_free(Cell{u, v}); };
        CHECK(free(x, y) == !cells[static_cast<std::size_t>(y) * width + x]);
        const Bitmap &rows = grid.rows(), &columns = grid.columns();
        const std::uint64_t up = rows.forward(rows.index(x, y));
        const std::uint64_t down = rows.backward(rows.index(x, y));
        const std::int32_t last =
            std::min(static_cast<std::int32_t>(Bitmap::window), width + 1 - x);
        for (std::int32_t k = 0; k < last; ++k) CHECK((up >> k & 1) == free(x + k, y));
        for (std::int32_t k = 0; k <= std::min(x + 1, 56); ++k)
          CHECK((down << k >> 63) == free(x - k, y));
        CHECK(columns.test(columns.index(y, x)) == free(x, y));
      }
    }
  }
}

TEST(grid_refuses_sizes) {
  CHECK_THROWS(InvalidInput, Grid(0, 5, {}));
  CHECK_THROWS(InvalidInput, Grid(5, -1, {}));
  CHECK_THROWS(InvalidInput, Grid(1 << 20, 1 << 20, {}));
  CHECK_THROWS(InvalidInput, Grid(2, 2, std::vector<std::uint8_t>(3)));
}

TEST(grid_assign_reports_the_smallest_box) {
  Grid grid(20, 10, std::vector<std::uint8_t>(200, 0));
  const std::uint8_t blocked = 1, free = 0;
  CellBox b = grid.assign({3, 4, 6, 7}, {&blocked, 1});
  CHECK(b.x0 == 3 && b.y0 == 4 && b.x1 == 6 && b.y1 == 7);
  b = grid.assign({0, 0, 5, 6}, {&blocked, 1});
  CHECK(b.x0 == 0 && b.y0 == 0 && b.x1 == 5 && b.y1 == 6);
  CHECK(grid.version() == 2);
  CHECK(grid.assign({0, 0, 5, 6}, {&blocked, 1}).empty());
  CHECK(grid.version() == 2);
  grid.assign({-5, -5, 100, 100}, {&free, 1});
  CHECK(grid.free_cells() == 200);
}

TEST(grid_searches_agree) {
  std::mt19937 random(2);
  for (int round = 0; round < 60; ++round) {
    const std::int32_t width = 1 + static_cast<std::int32_t>(random() % 90);
    const std::int32_t height = 1 + static_cast<std::int32_t>(random() % 90);
    const Grid grid(width, height, noise(random, width, height, 0.1 + 0.05 * (round % 7)),
                    round % 3 == 0);
    const ClusterGraph graph(grid, 2 + round % 13);
    const CliqueLevels levels(grid);
    GridAStar dijkstra(grid, Heuristic::none), astar(grid, Heuristic::octile);
    JumpPointSearch jps(grid);
    HierarchicalSearch hpa(grid, graph, round % 2 == 0);
    PartialRefinementSearch pra(grid, levels, round % 6, round % 2 == 0);
    for (int k = 0; k < 20; ++k) {
      const Cell a{static_cast<std::int32_t>(random() % width),
                   static_cast<std::int32_t>(random() % height)};
      const Cell b{static_cast<std::int32_t>(random() % width),
                   static_cast<std::int32_t>(random() % height)};
      const GridPath owed = dijkstra.find(a, b, {});
      for (GridPlanner* p : {static_cast<GridPlanner*>(&astar), static_cast<GridPlanner*>(&jps)}) {
        const GridPath path = p->find(a, b, {});
        CHECK(path.status == owed.status);
        CHECK(path.length == owed.length);
      }
      for (GridPlanner* p : {static_cast<GridPlanner*>(&hpa), static_cast<GridPlanner*>(&pra)}) {
        const GridPath path = p->find(a, b, {});
        CHECK(path.status == owed.status);
        CHECK(path.length >= owed.length);
      }
    }
  }
}

TEST(grid_repair_is_a_fresh_build) {
  std::mt19937 random(3);
  for (int round = 0; round < 8; ++round) {
    Grid grid(60, 40, noise(random, 60, 40, 0.15 + 0.1 * (round % 4)), round % 2 == 1);
    ClusterGraph graph(grid, 5 + round);
    CliqueLevels levels(grid);
    CHECK(is_sound(grid, levels));
    for (int k = 0; k < 30; ++k) {
      for (unsigned n = 1 + random() % 3; n > 0; --n) {
        const std::uint8_t blocked = random() % 2;
        const CellBox changed = grid.assign(random_box(random, grid), {&blocked, 1});
        graph.touch(changed);
        levels.touch(changed);
      }
      graph.repair();
      levels.repair();
      CHECK(is_same(graph, ClusterGraph(grid, 5 + round)));
      CHECK(is_sound(grid, levels));
    }
  }
}

TEST(grid_repair_is_local) {
  std::mt19937 random(4);
  Grid grid(400, 400, noise(random, 400, 400, 0.35));
  ClusterGraph graph(grid, 10);
  CliqueLevels levels(grid);
  const std::size_t all = levels.made();
  for (int k = 0; k < 20; ++k) {
    const Cell c{static_cast<std::int32_t>(random() % 400),
                 static_cast<std::int32_t>(random() % 400)};
    const std::uint8_t blocked = grid.is_free(c);
    const CellBox changed = grid.assign({c.x, c.y, c.x + 1, c.y + 1}, {&blocked, 1});
    graph.touch(changed);
    levels.touch(changed);
    graph.repair();
    levels.repair();
    CHECK(graph.repaired() <= 3);
    CHECK(levels.made() < all / 25);
  }
}

}  // namespace CLEARWAY_TEST_FILE
