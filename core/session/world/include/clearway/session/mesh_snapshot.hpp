// The mesh of one version as compact arrays: rows instead of slots, without the frame.
#pragma once

#include <cstdint>
#include <vector>

namespace clearway {

struct MeshSnapshot {
  std::uint64_t version = 0;
  std::vector<double> vertices;           // V x 2
  std::vector<std::int32_t> triangles;    // T x 3, rows of `vertices`, counter-clockwise
  std::vector<std::int32_t> neighbours;   // T x 3, rows of `triangles`; -1: none
  std::vector<std::uint8_t> constrained;  // T x 3
  std::vector<std::uint8_t> blocked;      // T
  std::vector<std::int32_t> ids;          // T: slots of the world's mesh
  std::vector<double> clearances;         // T x 3: turn widths
  std::vector<std::uint8_t> refined;      // V: refinement vertices
};

// Demyen's widths of triangles (2007, 6.3.5), T x 3: at the corner from which each side starts; -1
// where the triangle is blocked. Computed at each call.
std::vector<double> triangle_widths(const MeshSnapshot& mesh);

}  // namespace clearway
