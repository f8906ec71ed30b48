#include "mesh/spatial_sort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace clearway {

namespace {

constexpr int curve_bits = 14;  // per coordinate
constexpr int round_bits = 4;
constexpr int first_round = 64;  // points; smaller rounds gain nothing

std::uint32_t hilbert(std::uint32_t x, std::uint32_t y) {
  std::uint32_t d = 0;
  for (std::uint32_t s = 1u << (curve_bits - 1); s > 0; s >>= 1) {
    const bool rx = x & s, ry = y & s;
    d = d << 2 | (rx ? 3u - (ry ? 1u : 0u) : (ry ? 1u : 0u));
    if (!ry) {
      if (rx) x = ~x, y = ~y;
      std::swap(x, y);
    }
  }
  return d;
}

std::uint32_t scramble(std::uint32_t i) {
  i = (i ^ (i >> 16)) * 0x7feb352du;
  i = (i ^ (i >> 15)) * 0x846ca68bu;
  return i ^ (i >> 16);
}

struct Entry {
  std::uint32_t key;
  Index index;
};

void radix_sort(std::vector<Entry>& entries, int bits) {
  std::vector<Entry> other(entries.size());
  constexpr int digit = 11;
  for (int shift = 0; shift < bits; shift += digit) {
    std::array<std::uint32_t, (1 << digit) + 1> start{};
    for (const Entry& e : entries) ++start[((e.key >> shift) & ((1 << digit) - 1)) + 1];
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    for (const Entry& e : entries) other[start[(e.key >> shift) & ((1 << digit) - 1)]++] = e;
    entries.swap(other);
  }
}

}  // namespace

std::vector<Index> insertion_order(std::span<const Point> points) {
  const std::size_t n = points.size();
  const int doublings = (std::bit_width(n / first_round) + 1) / 2;
  const int rounds = std::clamp<int>(doublings, 1, (1 << round_bits) - 1);
  std::vector<Index> order(n);
  if (n == 0) return order;
  Point low = points[0], high = points[0];
  for (const Point& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const double extent = std::max(high.x - low.x, high.y - low.y);
  const double scale = extent > 0 ? ((1 << curve_bits) - 1) / extent : 0.0;
  std::vector<Entry> entries(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<std::uint32_t>((points[i].x - low.x) * scale);
    const auto y = static_cast<std::uint32_t>((points[i].y - low.y) * scale);
    // A point is in the last round with probability 3/4, in the one before with 3/16, ...
    const int back = std::min(
        std::countr_zero(scramble(static_cast<std::uint32_t>(i)) | 0x80000000u) / 2, rounds - 1);
    const auto round = static_cast<std::uint32_t>(rounds - 1 - back);
    entries[i] = {round << (2 * curve_bits) | hilbert(x, y), static_cast<Index>(i)};
  }
  radix_sort(entries, 2 * curve_bits + round_bits);
  for (std::size_t i = 0; i < n; ++i) order[i] = entries[i].index;
  return order;
}

}  // namespace clearway
