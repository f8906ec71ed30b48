// The cover of all triangles at once.
#pragma once

#include <cstdint>

#include "triangulation/chains.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

// The cover of every triangle, by slot. One traversal of the dual graph from the frame flips the
// parity of each ring that it crosses. Linear in the size of the mesh, however deeply rings are
// nested.
IdVector<TriangleId, std::uint32_t> sweep_cover(const Triangulation& triangulation,
                                                const Chains& chains);

}  // namespace clearway
