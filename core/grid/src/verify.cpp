#include "clearway/grid/verify.hpp"

#include <algorithm>
#include <cmath>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {

namespace {

double to_segment(double px, double py, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  double t = square > 0 ? ((px - a.x) * dx + (py - a.y) * dy) / square : 0;
  t = std::clamp(t, 0.0, 1.0);
  return std::hypot(a.x + t * dx - px, a.y + t * dy - py);
}

double to_box(const Point& p, double x0, double y0, double x1, double y1) {
  return std::hypot(std::max({x0 - p.x, 0.0, p.x - x1}), std::max({y0 - p.y, 0.0, p.y - y1}));
}

// Whether the line has a point in the open box.
bool enters(const Point& a, const Point& b, double x0, double y0, double x1, double y1) {
  double from = 0, to = 1;
  const auto clip = [&](double start, double step, double low, double high) {
    if (step == 0) return start > low && start < high;
    const double t0 = (low - start) / step, t1 = (high - start) / step;
    from = std::max(from, std::min(t0, t1));
    to = std::min(to, std::max(t0, t1));
    return true;
  };
  if (!clip(a.x, b.x - a.x, x0, x1) || !clip(a.y, b.y - a.y, y0, y1)) return false;
  if (a == b) return true;
  return from < to;
}

double to_cell(const Point& a, const Point& b, const Cell& c) {
  const double x0 = c.x, y0 = c.y, x1 = c.x + 1.0, y1 = c.y + 1.0;
  if (enters(a, b, x0, y0, x1, y1)) return 0;
  // If they are disjoint, the least distance is at an end of the line or a corner of the cell.
  double out = std::min(to_box(a, x0, y0, x1, y1), to_box(b, x0, y0, x1, y1));
  for (const double x : {x0, x1})
    for (const double y : {y0, y1}) out = std::min(out, to_segment(x, y, a, b));
  return out;
}

// One line, in units of cells, about one cell long at most.
void measure(const Grid& grid, const Point& a, const Point& b, GridVerdict& v) {
  const double w = grid.width(), h = grid.height();
  for (const Point& p : {a, b}) {
    const double margin = std::min({p.x, p.y, w - p.x, h - p.y});
    v.crosses |= margin < 0;
    if (std::max(margin, 0.0) < v.clearance) v.clearance = std::max(margin, 0.0), v.nearest = -1;
  }
  const auto column = [](double c, double end) {
    return static_cast<std::int32_t>(std::clamp(std::floor(c), 0.0, end - 1));
  };
  const std::int32_t x0 = column(std::min(a.x, b.x), w), x1 = column(std::max(a.x, b.x), w);
  const std::int32_t y0 = column(std::min(a.y, b.y), h), y1 = column(std::max(a.y, b.y), h);
  const auto look = [&](std::int32_t x, std::int32_t y) {
    if (!grid.contains({x, y}) || grid.is_free(Cell{x, y})) return;
    v.crosses |= enters(a, b, x, y, x + 1.0, y + 1.0);
    const double d = to_cell(a, b, {x, y});
    if (d < v.clearance) v.clearance = d, v.nearest = std::int64_t{y} * grid.width() + x;
  };
  // Rings of cells around the box of the line; cells of ring k are at least k - 1 away.
  const std::int32_t last = std::max(grid.width(), grid.height());
  for (std::int32_t k = 0; k <= last && k - 1 < v.clearance; ++k) {
    for (std::int32_t y = y0 - k; y <= y1 + k; ++y) {
      check_interrupt();
      const bool whole = k == 0 || y == y0 - k || y == y1 + k;
      for (std::int32_t x = x0 - k; x <= x1 + k; x += whole ? 1 : std::max(1, x1 - x0 + 2 * k))
        look(x, y);
    }
  }
}

}  // namespace

GridVerdict verify(const Grid& grid, const Frame& frame, std::span<const Segment> path) {
  GridVerdict v;
  if (path.empty()) return v;
  v.clearance = infinity;
  const auto unit = [&frame](const Point& p) {
    return Point{(p.x - frame.origin.x) / frame.cell, (p.y - frame.origin.y) / frame.cell};
  };
  for (std::size_t k = 0; k < path.size(); ++k) {
    if (k > 0)
      v.gap = std::max(v.gap, std::hypot(path[k].start.x - path[k - 1].end.x,
                                         path[k].start.y - path[k - 1].end.y));
    const Point a = unit(path[k].start), b = unit(path[k].end);
    const double pieces =
        std::max(1.0, std::ceil(std::max(std::abs(b.x - a.x), std::abs(b.y - a.y))));
    Point from = a;
    for (double i = 1; i <= pieces; ++i) {
      const double t = i / pieces;
      const Point to = i == pieces ? b : Point{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
      measure(grid, from, to, v);
      from = to;
    }
  }
  const Point first = unit(path.front().start);
  const Cell c{static_cast<std::int32_t>(std::floor(first.x)),
               static_cast<std::int32_t>(std::floor(first.y))};
  v.inside = grid.is_free(c);
  v.clearance *= frame.cell;
  return v;
}

}  // namespace clearway
