// What grid searches are made of: steps, buckets, rows of bits, searches over cells and boxes.
#include <algorithm>
#include <numbers>
#include <random>
#include <vector>

#include "check.hpp"
#include "clearway/grid/cell.hpp"
#include "clearway/grid/detail/bitmap.hpp"
#include "grid/box_search.hpp"
#include "grid/cell_route.hpp"
#include "grid/cell_search.hpp"
#include "grid/step_buckets.hpp"
#include "grid/steps.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

// Steps from a cell to every cell of a box, by relaxing until nothing changes.
std::vector<double> lengths(const Grid& grid, const CellBox& box, const Cell& source) {
  const std::int32_t width = box.x1 - box.x0;
  std::vector<double> out(static_cast<std::size_t>(width) * (box.y1 - box.y0), 1e300);
  const auto at = [&](const Cell& c) -> double& {
    return out[static_cast<std::size_t>((c.y - box.y0) * width + c.x - box.x0)];
  };
  at(source) = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::int32_t y = box.y0; y < box.y1; ++y)
      for (std::int32_t x = box.x0; x < box.x1; ++x) {
        const Cell c{x, y};
        if (!grid.is_free(c)) continue;
        for (unsigned d = 0; d < 8; ++d) {
          const Cell n{x + direction_x[d], y + direction_y[d]};
          if (!(grid.exits(grid.index(c)) >> d & 1)) continue;
          if (n.x < box.x0 || n.x >= box.x1 || n.y < box.y0 || n.y >= box.y1) continue;
          const double way = at(c) + (d & 1 ? std::numbers::sqrt2 : 1);
          if (way < at(n) - 1e-9) {
            at(n) = way;
            changed = true;
          }
        }
      }
  }
  return out;
}

Grid noise(unsigned seed, std::int32_t width, std::int32_t height, bool corner_cutting = false) {
  std::mt19937 random(seed);
  std::vector<std::uint8_t> cells(static_cast<std::size_t>(width) * height);
  for (auto& c : cells) c = random() % 100 < 30;
  return Grid(width, height, cells, corner_cutting);
}

}  // namespace

TEST(steps_count_what_they_are_made_of) {
  CHECK(octile({0, 0}, {0, 0}) == Steps{});
  CHECK(octile({2, 3}, {5, -4}) == (Steps{4, 3}) && octile({5, -4}, {2, 3}) == (Steps{4, 3}));
  CHECK((Steps{1, 2} + Steps{3, 4}) == (Steps{4, 6}));
  CHECK((Steps{3, 0}).length() == 3 && (Steps{0, 2}).length() == 2 * std::numbers::sqrt2);
}

TEST(buckets_give_entries_in_order_of_their_eighths) {
  StepBuckets open;
  open.clear(10);
  CHECK(open.empty());
  open.push(1, 12.0);
  open.push(2, 10.5);
  open.push(3, 10.5);
  open.push(4, 9.99999);  // less than the least by rounding
  CHECK(open.advance() == 10 && open.pop() == 4);
  CHECK(open.advance() == 10.5 && open.pop() == 3 && open.pop() == 2);
  open.push(5, 10.5 + StepBuckets::span - 0.125);
  CHECK(open.advance() == 12 && open.pop() == 1);
  CHECK(open.advance() == 14.375 && open.pop() == 5 && open.empty());
  open.push(6, 15);
  open.clear(0);
  CHECK(open.empty());
}

TEST(bitmaps_have_guards_and_know_full_stretches) {
  Bitmap bits(70, 2);
  for (std::int64_t c = 0; c < 70; ++c) bits.set(bits.index(c, 1), c != 40);
  CHECK(!bits.test(bits.index(-1, 1)) && !bits.test(bits.index(70, 1)));
  CHECK(!bits.test(bits.index(5, 0)) && !bits.test(bits.index(5, 2)));
  CHECK(bits.all(bits.index(0, 1), 40) && !bits.all(bits.index(0, 1), 41));
  CHECK(bits.all(bits.index(41, 1), 29) && !bits.all(bits.index(41, 1), 30));
  CHECK(bits.all(bits.index(40, 1), 0));
  CHECK(bits.three(bits.index(40, 1)) == 0b101 && bits.three(bits.index(0, 1)) == 0b110);
  bits.set(bits.index(40, 1), true);
  CHECK(bits.all(bits.index(0, 1), 70) && bits.bytes() > 0);
}

TEST(routes_keep_only_cells_where_the_direction_changes) {
  CellRoute route;
  for (const Cell c : {Cell{0, 0}, Cell{1, 1}, Cell{2, 2}, Cell{3, 2}, Cell{4, 2}})
    extend(route, c);
  CHECK(route.corners == (std::vector<Cell>{{0, 0}, {2, 2}, {4, 2}}));
  CHECK(route.steps() == (Steps{2, 2}));
  extend_bent(route, {7, 4});  // two diagonal steps, one straight
  CHECK(route.corners == (std::vector<Cell>{{0, 0}, {2, 2}, {4, 2}, {6, 4}, {7, 4}}));
  CHECK(CellRoute{}.steps() == Steps{});
}

TEST(frames_place_cells_by_their_middles) {
  const Frame frame{0.5, {10, -2}};
  CHECK(frame.centre({0, 0}) == Point{10.25, -1.75});
  CHECK(frame.centre({3, 2}) == Point{11.75, -0.75});
}

TEST(box_searches_stay_in_their_box) {
  const Grid grid = noise(1, 30, 20);
  BoxSearch search(grid);
  std::vector<std::uint32_t> explored;
  search.log(&explored);
  int ways = 0;
  for (std::int32_t k = 0; k < 40; ++k) {
    const CellBox box{k % 20, k % 12, k % 20 + 10, k % 12 + 8};
    const Cell source{box.x0 + k % 10, box.y0 + k % 8};
    if (!grid.is_free(source)) continue;
    const auto owed = lengths(grid, box, source);
    search.find_all(box, source);
    std::size_t i = 0;
    for (std::int32_t y = box.y0; y < box.y1; ++y)
      for (std::int32_t x = box.x0; x < box.x1; ++x, ++i) {
        const Cell c{x, y};
        if (!grid.is_free(c)) continue;
        CHECK(search.reached(c) == (owed[i] < 1e300));
        if (owed[i] < 1e300) CHECK(std::abs(search.steps(c).length() - owed[i]) < 1e-9);
      }
    const Cell target{box.x1 - 1, box.y1 - 1};
    if (!grid.is_free(target) || target == source) continue;
    CellRoute route;
    extend(route, source);
    const bool found = search.find(box, source, target, route);
    CHECK(found == (owed.back() < 1e300));
    if (!found) continue;
    ++ways;
    CHECK(route.corners.back() == target && std::abs(route.steps().length() - owed.back()) < 1e-9);
  }
  CHECK(ways > 5 && search.expanded() == explored.size());
}

TEST(corner_cutting_needs_one_free_cell_beside_a_diagonal_step) {
  // a blocked cell to the east, free ones else; then also one to the south
  const std::vector<std::uint8_t> one{0, 0, 0, 0, 0, 1, 0, 0, 0}, two{0, 0, 0, 0, 0, 1, 0, 1, 0};
  const auto leads = [](const std::vector<std::uint8_t>& cells, bool cutting) {
    const Grid grid(3, 3, cells, cutting);
    CHECK(grid.corner_cutting() == cutting);
    return (grid.exits(grid.index({1, 1})) >> south_east & 1) != 0;
  };
  CHECK(!leads(one, false) && leads(one, true));
  CHECK(!leads(two, false) && !leads(two, true));
}

TEST(floods_reach_every_cell_at_its_distance) {
  for (const bool cutting : {false, true}) {
    const Grid grid = noise(3, 25, 25, cutting);
    Cell sources[] = {{3, 3}, {20, 15}};
    for (Cell& c : sources)
      while (!grid.is_free(c)) ++c.y;
    CellSearch search(grid);
    search.flood({sources, 1});  // scratch is used again
    search.flood(sources);
    const CellBox all{0, 0, 25, 25};
    const auto a = lengths(grid, all, sources[0]), b = lengths(grid, all, sources[1]);
    for (std::int32_t y = 0; y < 25; ++y)
      for (std::int32_t x = 0; x < 25; ++x) {
        const std::size_t i = static_cast<std::size_t>(y) * 25 + x;
        const double owed = std::min(a[i], b[i]), is = search.distance(grid.index({x, y}));
        CHECK(owed == 1e300 ? is > 1e300 : std::abs(is - owed) < 1e-9);
      }
  }
}

TEST(cell_searches_find_shortest_ways_among_allowed_cells) {
  for (const bool cutting : {false, true}) {
    const Grid grid = noise(2, 25, 25, cutting);
    const CellBox all{0, 0, 25, 25};
    CellSearch search(grid);
    const Cell start{3, 3};
    CHECK(grid.is_free(start));
    const auto owed = lengths(grid, all, start);
    std::size_t found = 0;
    for (std::int32_t y = 0; y < 25; ++y)
      for (std::int32_t x = 0; x < 25; ++x) {
        const Cell goal{x, y};
        if (!grid.is_free(goal) || goal == start) continue;
        const double length = owed[static_cast<std::size_t>(y * 25 + x)];
        SearchStats stats;
        std::size_t noted = 0;
        const auto note = [&](std::uint32_t) { ++noted; };
        for (const Heuristic h :
             {Heuristic::none, Heuristic::octile, Heuristic::euclidean, Heuristic::manhattan}) {
          noted = 0;
          stats = {};
          const auto run = [&]<Heuristic k>() {
            return search.run<k>(start, goal, stats, AnyCell{}, note);
          };
          const bool reached = h == Heuristic::none        ? run.operator()<Heuristic::none>()
                               : h == Heuristic::octile    ? run.operator()<Heuristic::octile>()
                               : h == Heuristic::euclidean ? run.operator()<Heuristic::euclidean>()
                                                           : run.operator()<Heuristic::manhattan>();
          CHECK(reached == (length < 1e300) && noted == stats.expanded);
          if (!reached) continue;
          ++found;
          CellRoute route;
          search.trace(start, goal, route);
          CHECK(route.corners.front() == start && route.corners.back() == goal);
          const double more = route.steps().length() - length;
          CHECK(h == Heuristic::manhattan ? more > -1e-9 : std::abs(more) < 1e-9);
        }
        const auto nowhere = [](std::uint32_t) { return false; };
        CHECK(!search.run<Heuristic::octile>(start, goal, stats, nowhere, note));
      }
    CHECK(found > 100);
  }
}

}  // namespace CLEARWAY_TEST_FILE
