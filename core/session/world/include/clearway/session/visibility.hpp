// Visibility in a shared world. Graphs and the BSP are built when first needed after an edit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/session/shared_world.hpp"

namespace clearway {

// How visibility is computed: by expansion through the mesh, or with the BSP. The answers differ
// only in their order.
enum class SightMethod : std::uint8_t { triangles, bsp };

// Lists of points, one for each viewpoint: list i is points[starts[i] to starts[i + 1]).
struct PointLists {
  std::vector<Point> points;
  std::vector<std::int64_t> starts{0};
};
// The visible region of each point as a ring, counter-clockwise: the closure of the interior,
// without parts that have no width. Vertices of the mesh are exact, other points rounded. A
// viewpoint on a boundary is a point of the ring, once for each blocked sector around it. Empty for
// a blocked point. And the corners (visibility/corners.hpp) that each point sees. InvalidInput for
// a viewpoint outside the numeric domain.
PointLists visible_regions(const SharedWorld& shared, std::span<const Point> from,
                           SightMethod method);
PointLists visible_corners(const SharedWorld& shared, std::span<const Point> from,
                           SightMethod method);

struct GraphData {
  std::vector<Point> corners;
  std::vector<std::int32_t> edges;  // M x 2: corners that see each other
};
// `is_pruned`: only edges that a shortest path may use (planner "vgo").
GraphData visibility_graph(const SharedWorld& shared, bool is_pruned);

// The sizes of the prepared data, which is built if necessary; `seconds` is the time of its
// construction.
struct GraphCost {
  std::size_t corners, edges, bytes;
  double seconds;
};
GraphCost prepare_graph(const SharedWorld& shared, bool is_pruned, std::size_t threads);
struct BspCost {
  std::size_t segments, fragments, nodes, depth, bytes;
  double seconds;
};
BspCost prepare_bsp(const SharedWorld& shared);

// The inner nodes of the BSP, the root first. Node i divides its cell by the line from points[2 i]
// to points[2 i + 1]; children[2 i] and children[2 i + 1] are the nodes to its left and to its
// right, -1 where the cell is not divided further.
struct BspData {
  std::vector<Point> points;
  std::vector<std::int32_t> children;
};
BspData bsp_data(const SharedWorld& shared);

}  // namespace clearway
