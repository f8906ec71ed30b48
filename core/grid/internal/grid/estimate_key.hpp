// Entries of heaps over abstract graphs as one number. High 32 bits: by how much the estimate of a
// node exceeds that of the start, rounded down to a multiple of 2^-8 steps, at most 2^24. Low 32
// bits: the node.
#pragma once

#include <algorithm>
#include <cstdint>

namespace clearway {

constexpr double key_units_per_step = 256.0;

inline std::uint64_t estimate_key(double steps_over, std::uint32_t node) {
  constexpr double most = 4294967295.0;
  const double units = std::clamp(steps_over * key_units_per_step, 0.0, most);
  return static_cast<std::uint64_t>(units) << 32 | node;
}
inline double steps_over_of(std::uint64_t key) {
  return static_cast<double>(key >> 32) / key_units_per_step;
}
inline std::uint32_t node_of(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

}  // namespace clearway
