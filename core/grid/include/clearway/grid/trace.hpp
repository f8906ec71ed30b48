// Regions of a mask of cells as polygons with holes, exactly along the edges of cells
// (Vinther 2015, 9.2: GridToPoly).
//
// Cell (x, y) is mask[y * width + x] and covers [x, x + 1] x [y, y + 1]. Cells that share a side
// belong together; cells that share only a corner do not, and the regions on both sides of it
// touch there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace clearway {

struct LatticePoint {
  std::int32_t x, y;
  friend bool operator==(const LatticePoint&, const LatticePoint&) = default;
};

// Regions are ordered by their first cell, row by row. Ring r is
// points[ring_starts[r] .. ring_starts[r + 1]), region k owns rings
// region_starts[k] .. region_starts[k + 1], the outer one first. The region lies left of its
// rings: the outer one counter-clockwise (y up), holes clockwise. Every point is a corner, no ring
// visits a point twice, and a region's rings meet at most in points: its polygon is valid.
struct Outlines {
  std::vector<LatticePoint> points;
  std::vector<std::int64_t> ring_starts{0};
  std::vector<std::int64_t> region_starts{0};
};

// Linear in the number of cells. Needs mask.size() == width * height, each side below 2^30.
Outlines trace(std::span<const std::uint8_t> mask, std::int32_t width, std::int32_t height);

}  // namespace clearway
