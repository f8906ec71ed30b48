// Signed 256-bit integers, with the operations that a determinant of 62-bit integers needs.
#pragma once

#include <cstdint>

namespace clearway::exact {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

// A sum of products of 128-bit integers. Needs a total magnitude below 2^255.
class ProductSum {
 public:
  // Adds a * b. Needs |a| and |b| below 2^127.
  void add(Int128 a, Int128 b) {
    const bool negative = (a < 0) != (b < 0);
    const Uint128 m = a < 0 ? -Uint128(a) : Uint128(a), n = b < 0 ? -Uint128(b) : Uint128(b);
    const std::uint64_t m1 = m >> 64, m0 = std::uint64_t(m), n1 = n >> 64, n0 = std::uint64_t(n);
    const Uint128 bottom = Uint128{m0} * n0;
    const Uint128 cross = Uint128{m1} * n0 + (bottom >> 64);
    const Uint128 middle = Uint128{m0} * n1 + std::uint64_t(cross);
    Uint128 low = (middle << 64) | std::uint64_t(bottom);
    Uint128 high = Uint128{m1} * n1 + (cross >> 64) + (middle >> 64);
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
  Uint128 low_ = 0;
  Uint128 high_ = 0;  // two's complement
};

}  // namespace clearway::exact
