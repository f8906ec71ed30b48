// Signed 256-bit integers, with the operations that a determinant of 62-bit integers needs.
#pragma once

#include <cstdint>

#include "int128.hpp"

namespace clearway::exact {

// A sum of products of 128-bit integers. Needs a total magnitude below 2^255.
template <class Int, class Uint>
class BasicProductSum {
 public:
  // Adds a * b. Needs |a| and |b| below 2^127.
  void add(Int a, Int b) {
    const bool negative = (a < 0) != (b < 0);
    const Uint m = a < 0 ? -Uint(a) : Uint(a), n = b < 0 ? -Uint(b) : Uint(b);
    const std::uint64_t m1 = std::uint64_t(m >> 64), m0 = std::uint64_t(m);
    const std::uint64_t n1 = std::uint64_t(n >> 64), n0 = std::uint64_t(n);
    const Uint bottom = Uint{m0} * n0;
    const Uint cross = Uint{m1} * n0 + (bottom >> 64);
    const Uint middle = Uint{m0} * n1 + std::uint64_t(cross);
    Uint low = (middle << 64) | std::uint64_t(bottom);
    Uint high = Uint{m1} * n1 + (cross >> 64) + (middle >> 64);
    if (negative) {
      low = -low;
      high = ~high + (low == 0);
    }
    low_ += low;
    high_ += high + (low_ < low);
  }

  int sign() const {
    if (high_ == 0) return low_ != 0;
    return high_ >> 127 != 0 ? -1 : 1;
  }

 private:
  Uint low_ = 0;
  Uint high_ = 0;  // two's complement
};

using ProductSum = BasicProductSum<Int128, Uint128>;

}  // namespace clearway::exact
