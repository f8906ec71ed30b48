// The parts of a segment where a disc fits.
//
// The disc is blocked within its radius of walls and vertices. So the segment is cut where it
// crosses the lines beside walls and the circles around vertices at this distance; between two cuts
// the disc fits everywhere or nowhere, which fits() decides in the middle.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

// The segment ab in the closure of a free triangle; the disc fits at all its points, up to
// rounding.
struct FreePart {
  Point a, b;
  TriangleId triangle;
  bool continues;  // it begins where the part before it ends, and a disc can move on
  double radius;   // that of the query; less, by rounding, for a point in a gap that is too narrow
                   // by rounding (FreeEnd)
};

// In the order from a to b, cut at the edges of the mesh; b may equal a. Cost: the triangles within
// the radius of ab, and fits() for each cut.
std::vector<FreePart> free_parts(const World& world, const Point& a, const Point& b, double radius);

}  // namespace clearway
