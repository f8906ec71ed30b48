// Lengths on a grid: counts of straight moves of length 1 and diagonal moves of length sqrt(2). A
// length is computed from the counts in one step, so equal counts give equal lengths and no error
// accumulates. The lengths of unequal counts below 2^24 differ by more than rounding.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numbers>

#include "clearway/grid/cell.hpp"

namespace clearway {

struct Steps {
  std::uint32_t straight = 0, diagonal = 0;
  double length() const { return straight + diagonal * std::numbers::sqrt2; }
  friend bool operator==(const Steps&, const Steps&) = default;
  friend Steps operator+(const Steps& a, const Steps& b) {
    return {a.straight + b.straight, a.diagonal + b.diagonal};
  }
};

inline int sign(std::int64_t v) { return (v > 0) - (v < 0); }

// The octile distance: the steps between two cells of an empty grid. No path is shorter.
inline Steps octile(const Cell& a, const Cell& b) {
  const auto dx = static_cast<std::uint32_t>(std::abs(a.x - b.x));
  const auto dy = static_cast<std::uint32_t>(std::abs(a.y - b.y));
  const std::uint32_t diagonal = std::min(dx, dy);
  return {std::max(dx, dy) - diagonal, diagonal};
}

}  // namespace clearway
