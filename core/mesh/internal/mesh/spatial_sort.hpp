// An order of points in which incremental insertion is fast: rounds of doubling size, each
// along a Hilbert curve (Amenta, Choi and Rote; deterministic here).
#pragma once

#include <span>
#include <vector>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

// Indices of `points` in insertion order. Linear time.
std::vector<Index> insertion_order(std::span<const Point> points);

}  // namespace clearway
