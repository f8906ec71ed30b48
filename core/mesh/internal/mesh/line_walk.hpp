// The channel of a polyline over corners, found by walking along it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/location.hpp"

namespace clearway {

enum class Walked : std::uint8_t {
  arrived,  // the polyline is legal, and the channel known
  stopped,  // it crosses a constrained edge
  unsure    // it runs along walls or through vertices, where a walk on one side does not decide
};

// Appends the triangles that the polyline crosses if it arrives; consecutive ones share an
// unconstrained edge. Its points between the ends are vertices of the mesh; it has at least two
// points, and consecutive points differ. One orientation for each triangle. If the result is not
// `arrived`, the channel is as it was.
Walked walk_line(const Mesh& mesh, std::span<const Point> polyline, const Location& start,
                 const Location& goal, std::vector<TriangleId>& channel);

}  // namespace clearway
