#include <cmath>
#include <random>
#include <string>

#include "check.hpp"
#include "clearway/grid/raster.hpp"
#include "clearway/grid/smooth_outlines.hpp"
#include "clearway/grid/trace.hpp"

namespace CLEARWAY_TEST_FILE {

namespace {

using namespace clearway;

struct Mask {
  std::vector<std::uint8_t> cells;
  std::int32_t width, height;
};

Mask mask(std::initializer_list<std::string> rows) {
  Mask m{
      {}, static_cast<std::int32_t>(rows.begin()->size()), static_cast<std::int32_t>(rows.size())};
  for (const auto& row : rows)
    for (const char c : row) m.cells.push_back(c == '#');
  return m;
}

Outlines trace(const Mask& m) { return clearway::trace(m.cells, m.width, m.height); }

std::int64_t doubled_area(const Outlines& o) {
  std::int64_t sum = 0;
  for (std::size_t r = 0; r + 1 < o.ring_starts.size(); ++r) {
    const auto from = o.ring_starts[r], to = o.ring_starts[r + 1];
    for (auto i = from; i < to; ++i) {
      const auto a = o.points[std::size_t(i)],
                 b = o.points[std::size_t(i + 1 == to ? from : i + 1)];
      sum += std::int64_t(a.x) * b.y - std::int64_t(b.x) * a.y;
    }
  }
  return sum;
}

}  // namespace

TEST(a_cell_is_a_square) {
  const Outlines o = trace(mask({"..", ".#"}));
  CHECK((o.points == std::vector<LatticePoint>{{2, 1}, {2, 2}, {1, 2}, {1, 1}}));
  CHECK((o.region_starts == std::vector<std::int64_t>{0, 1}));
}

TEST(corners_part_regions_and_holes) {
  CHECK(trace(mask({"#.", ".#"})).region_starts.size() == 3);
  // Two holes that touch in a corner are two rings of one region.
  const Outlines o = trace(mask({"####", "#.##", "##.#", "####"}));
  CHECK((o.region_starts == std::vector<std::int64_t>{0, 3}));
  CHECK(doubled_area(o) == 2 * 14);
  // A region that touches itself in a corner: an outer ring and a hole.
  const Outlines ring = trace(mask({"###", "#.#", "##."}));
  CHECK((ring.region_starts == std::vector<std::int64_t>{0, 2}));
}

TEST(areas_of_random_masks) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    Mask m{{}, 1 + std::int32_t(random() % 20), 1 + std::int32_t(random() % 20)};
    const unsigned share = random() % 10;
    std::int64_t count = 0;
    for (std::int32_t i = 0; i < m.width * m.height; ++i) {
      m.cells.push_back(random() % 10 < share);
      count += m.cells.back();
    }
    const Outlines o = trace(m);
    CHECK(doubled_area(o) == 2 * count);
    const Outlines s = smooth_outlines(o, m.width, m.height, 1.0);
    CHECK(s.region_starts == o.region_starts);
    CHECK(s.ring_starts.size() == o.ring_starts.size());
    CHECK(s.points.size() <= o.points.size());
  }
}

TEST(staircases_go_and_squares_stay) {
  Mask stairs{std::vector<std::uint8_t>(40 * 40), 40, 40};
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 40; ++x) stairs.cells[std::size_t(y * 40 + x)] = x > y;
  const Outlines sharp = trace(stairs);
  CHECK(sharp.points.size() > 70);
  CHECK(smooth_outlines(sharp, 40, 40, 1.0).points.size() < 8);
  CHECK(smooth_outlines(sharp, 40, 40, 0.5).points.size() == sharp.points.size());
  const Outlines square = trace(mask({"....", ".##.", ".##.", "...."}));
  CHECK(smooth_outlines(square, 4, 4, 3.0).points == square.points);
}

TEST(a_pocket_between_two_corners_stays) {
  // One free cell whose blocked neighbours touch at two of its corners.
  const Mask m = mask({".###.", "##.##", "#.#.#", "##.##", ".###."});
  const Outlines o = trace(m);
  const Outlines s = smooth_outlines(o, 5, 5, 2.0);
  CHECK(s.ring_starts.size() == o.ring_starts.size());
  for (std::size_t r = 0; r + 1 < s.ring_starts.size(); ++r)
    CHECK(s.ring_starts[r + 1] - s.ring_starts[r] >= 3);
}

TEST(cells_under_segments) {
  const std::vector<double> lines{0, 1, 2, 3};
  const auto marked = [&](Point a, Point b, bool closed) {
    std::vector<std::uint8_t> cells(9);
    const std::vector<Point> ends{a, b};
    mark_cells(ends, {lines, lines}, closed, cells);
    std::string out;
    for (const auto c : cells) out += c ? '#' : '.';
    return out;
  };
  CHECK(marked({0, 0}, {3, 3}, false) == "#...#...#");
  CHECK(marked({0, 0}, {3, 3}, true) == "##.###.##");
  CHECK(marked({1, 0}, {1, 3}, false) == ".........");
  CHECK(marked({1, 0}, {1, 3}, true) == "##.##.##.");
  CHECK(marked({1.5, 1.5}, {1.5, 1.5}, false) == "....#....");
  CHECK(marked({1, 1}, {1, 1}, true) == "##.##....");
  CHECK(marked({-5, 1.5}, {9, 1.5}, false) == "...###...");
  CHECK(marked({-5, -5}, {-1, 9}, true) == ".........");
  CHECK(marked({0, 1}, {3, 2}, false) == "...###...");
  CHECK(marked({0, 0}, {3, 1}, false) == "###......");
}

}  // namespace CLEARWAY_TEST_FILE
