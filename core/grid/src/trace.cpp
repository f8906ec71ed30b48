#include "clearway/grid/trace.hpp"

#include <algorithm>

#include "clearway/base/interrupt.hpp"

namespace clearway {
namespace {

using Ints = std::vector<std::int32_t>;

// Directions counter-clockwise, so that +1 turns left.
constexpr LatticePoint step[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

struct Tracer {
  std::span<const std::uint8_t> mask;
  std::int32_t width, height;
  Ints label = Ints(mask.size(), -1);
  std::vector<std::uint8_t> walked = std::vector<std::uint8_t>(mask.size());  // lower sides
  // By corner at which regions touch: its position on the trail; -1: it is not there.
  Ints place = Ints((std::size_t(width) + 1) * (std::size_t(height) + 1), -1);
  std::vector<LatticePoint> trail{};
  std::vector<std::vector<LatticePoint>> rings{};
  Ints owners{};

  std::size_t index(std::int32_t x, std::int32_t y) const {
    return std::size_t(y) * std::size_t(width) + std::size_t(x);
  }
  bool at(std::int32_t x, std::int32_t y) const {
    return x >= 0 && x < width && y >= 0 && y < height && mask[index(x, y)];
  }

  std::int32_t label_regions() {
    std::int32_t count = 0;
    Ints stack;
    for (std::size_t first = 0; first < mask.size(); ++first) {
      check_interrupt();
      if (!mask[first] || label[first] >= 0) continue;
      stack.push_back(static_cast<std::int32_t>(first));
      label[first] = count;
      while (!stack.empty()) {
        check_interrupt();
        const std::int32_t cell = stack.back();
        stack.pop_back();
        const std::int32_t x = cell % width, y = cell / width;
        for (const auto& d : step) {
          if (!at(x + d.x, y + d.y)) continue;
          const std::size_t next = index(x + d.x, y + d.y);
          if (label[next] >= 0) continue;
          label[next] = count;
          stack.push_back(static_cast<std::int32_t>(next));
        }
      }
      ++count;
    }
    return count;
  }

  // The cell left (or right) of a side that leaves p in direction d.
  bool left(LatticePoint p, int d) const { return beside(p, d); }
  bool right(LatticePoint p, int d) const { return beside(p, (d + 3) & 3); }
  bool beside(LatticePoint p, int d) const {
    static constexpr LatticePoint shift[4] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    return at(p.x + shift[d].x, p.y + shift[d].y);
  }
  bool regions_touch(LatticePoint p) const {
    const bool a = beside(p, 0), b = beside(p, 1), c = beside(p, 2), d = beside(p, 3);
    return a == c && b == d && a != b;
  }

  void corner(LatticePoint p, std::int32_t owner) {
    if (!regions_touch(p)) {
      trail.push_back(p);
      return;
    }
    auto& before = place[std::size_t(p.y) * (std::size_t(width) + 1) + std::size_t(p.x)];
    if (before < 0) {
      before = static_cast<std::int32_t>(trail.size());
      trail.push_back(p);
      return;
    }
    // The ring touches itself here: the part in between becomes a ring of its own.
    const std::int32_t from = before;
    cut(from, owner);
    before = from;
    trail.push_back(p);
  }

  void cut(std::int32_t from, std::int32_t owner) {
    rings.emplace_back(trail.begin() + from, trail.end());
    owners.push_back(owner);
    for (auto p = trail.begin() + from; p != trail.end(); ++p)
      place[std::size_t(p->y) * (std::size_t(width) + 1) + std::size_t(p->x)] = -1;
    trail.resize(std::size_t(from));
  }

  // Walks around the cell whose lower side is (x, y) -> (x + 1, y), region on the left.
  void walk(std::int32_t x, std::int32_t y) {
    const std::int32_t owner = label[index(x, y)];
    LatticePoint p{x, y};
    int d = 0;
    do {
      if (d == 0) walked[index(p.x, p.y)] = 1;
      p = {p.x + step[d].x, p.y + step[d].y};
      const int before = d;
      if (!left(p, d)) {
        d = (d + 1) & 3;  // around the same cell, also where another one touches its corner
      } else if (right(p, d)) {
        d = (d + 3) & 3;
      }
      if (d != before) corner(p, owner);
    } while (!(d == 0 && walked[index(p.x, p.y)]));
    if (!trail.empty()) cut(0, owner);
  }
};

std::int64_t doubled_area(const std::vector<LatticePoint>& ring) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto &a = ring[i], &b = ring[i + 1 == ring.size() ? 0 : i + 1];
    sum += std::int64_t(a.x) * b.y - std::int64_t(b.x) * a.y;
  }
  return sum;
}

}  // namespace

Outlines trace(std::span<const std::uint8_t> mask, std::int32_t width, std::int32_t height) {
  Tracer tracer{mask, width, height};
  const std::int32_t regions = tracer.label_regions();
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) {
      check_interrupt();
      if (tracer.at(x, y) && !tracer.at(x, y - 1) && !tracer.walked[tracer.index(x, y)])
        tracer.walk(x, y);
    }
  }

  // Grouped by region, the outer ring first; otherwise in the order of their discovery.
  std::vector<std::size_t> order(tracer.rings.size());
  std::vector<std::int64_t> area(order.size());
  for (std::size_t r = 0; r < order.size(); ++r) {
    order[r] = r;
    area[r] = doubled_area(tracer.rings[r]);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (tracer.owners[a] != tracer.owners[b]) return tracer.owners[a] < tracer.owners[b];
    if ((area[a] > 0) != (area[b] > 0)) return area[a] > 0;
    return a < b;
  });
  Outlines out;
  out.region_starts.assign(std::size_t(regions) + 1, 0);
  for (const std::size_t r : order) {
    check_interrupt();
    out.points.insert(out.points.end(), tracer.rings[r].begin(), tracer.rings[r].end());
    out.ring_starts.push_back(static_cast<std::int64_t>(out.points.size()));
    ++out.region_starts[std::size_t(tracer.owners[r]) + 1];
  }
  for (std::size_t k = 1; k < out.region_starts.size(); ++k)
    out.region_starts[k] += out.region_starts[k - 1];
  return out;
}

}  // namespace clearway
