#include "clearway/grid/raster.hpp"

#include <algorithm>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"

namespace clearway {
namespace {

struct Range {
  std::ptrdiff_t from, to;  // to: one past
};

// Cells along one axis whose inside (or closed: border too) meets [low, high].
Range range(std::span<const double> lines, double low, double high, bool closed) {
  const auto begin = lines.begin(), end = lines.end();
  // Open: the first cell whose upper line lies above low, the last whose lower line lies below
  // high.
  auto from = closed ? std::lower_bound(begin, end, low) : std::upper_bound(begin, end, low);
  auto to = closed ? std::upper_bound(begin, end, high) : std::lower_bound(begin, end, high);
  return {std::max<std::ptrdiff_t>(from - begin - 1, 0),
          std::min<std::ptrdiff_t>(to - begin, end - begin - 1)};
}

}  // namespace

void mark_cells(std::span<const Point> ends, const CellLines& lines, bool closed,
                std::span<std::uint8_t> cells) {
  const auto columns = std::ptrdiff_t(lines.xs.size()) - 1;
  for (std::size_t s = 0; s + 1 < ends.size(); s += 2) {
    const Point a = ends[s], b = ends[s + 1];
    const double left = std::min(a.x, b.x), right = std::max(a.x, b.x);
    const Range rows = range(lines.ys, std::min(a.y, b.y), std::max(a.y, b.y), closed);
    const Range all = range(lines.xs, left, right, closed);
    for (auto j = rows.from; j < rows.to; ++j) {
      check_interrupt();
      const double y0 = lines.ys[std::size_t(j)], y1 = lines.ys[std::size_t(j) + 1];
      Range row = all;
      if (a.x != b.x && a.y != b.y) {
        // Rounded ends of the piece of the segment in this row, with a cell to spare on each
        // side; the signs below decide.
        const double slope = (b.x - a.x) / (b.y - a.y);
        const double u = a.x + (std::max(y0, std::min(a.y, b.y)) - a.y) * slope;
        const double v = a.x + (std::min(y1, std::max(a.y, b.y)) - a.y) * slope;
        const Range piece = range(lines.xs, std::min(u, v), std::max(u, v), true);
        row = {std::max(all.from, piece.from - 1), std::min(all.to, piece.to + 1)};
      }
      for (auto i = row.from; i < row.to; ++i) {
        check_interrupt();
        auto& cell = cells[std::size_t(j * columns + i)];
        if (cell) continue;
        if (a != b) {
          const double x0 = lines.xs[std::size_t(i)], x1 = lines.xs[std::size_t(i) + 1];
          // The line meets a box where not all corners lie on one side of it.
          const int signs[4] = {orientation(a, b, {x0, y0}), orientation(a, b, {x1, y0}),
                                orientation(a, b, {x0, y1}), orientation(a, b, {x1, y1})};
          const int most = *std::max_element(signs, signs + 4);
          const int least = *std::min_element(signs, signs + 4);
          if (closed ? least > 0 || most < 0 : least >= 0 || most <= 0) continue;
        }
        cell = 1;
      }
    }
  }
}

}  // namespace clearway
