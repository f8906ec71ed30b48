// 128-bit integers of two 64-bit halves, for compilers that have none of their own. They are always
// compiled, so that the tests can compare them with the compiler's. All arithmetic is modulo 2^128;
// nothing is undefined.
#pragma once

#include <compare>
#include <cstdint>

namespace clearway::exact {

class PortableInt128;

class PortableUint128 {
 public:
  constexpr PortableUint128(std::uint64_t low = 0) : low_(low) {}
  constexpr PortableUint128(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}
  explicit constexpr PortableUint128(const PortableInt128& value);  // keeps the bits

  explicit constexpr operator std::uint64_t() const { return low_; }
  constexpr std::uint64_t high() const { return high_; }

  friend constexpr PortableUint128 operator+(PortableUint128 a, PortableUint128 b) {
    const std::uint64_t low = a.low_ + b.low_;
    return {a.high_ + b.high_ + (low < a.low_), low};
  }
  friend constexpr PortableUint128 operator-(PortableUint128 a, PortableUint128 b) {
    return {a.high_ - b.high_ - (a.low_ < b.low_), a.low_ - b.low_};
  }
  friend constexpr PortableUint128 operator*(PortableUint128 a, PortableUint128 b) {
    const PortableUint128 low = product(a.low_, b.low_);
    return {low.high_ + a.high_ * b.low_ + a.low_ * b.high_, low.low_};
  }
  // Needs a count below 128.
  friend constexpr PortableUint128 operator<<(PortableUint128 a, unsigned count) {
    if (count == 0) return a;
    if (count >= 64) return {a.low_ << (count - 64), 0};
    return {a.high_ << count | a.low_ >> (64 - count), a.low_ << count};
  }
  friend constexpr PortableUint128 operator>>(PortableUint128 a, unsigned count) {
    if (count == 0) return a;
    if (count >= 64) return a.high_ >> (count - 64);
    return {a.high_ >> count, a.low_ >> count | a.high_ << (64 - count)};
  }
  friend constexpr PortableUint128 operator|(PortableUint128 a, PortableUint128 b) {
    return {a.high_ | b.high_, a.low_ | b.low_};
  }
  constexpr PortableUint128 operator~() const { return {~high_, ~low_}; }
  constexpr PortableUint128 operator-() const { return PortableUint128{} - *this; }
  constexpr PortableUint128& operator+=(PortableUint128 b) { return *this = *this + b; }
  friend constexpr auto operator<=>(const PortableUint128&, const PortableUint128&) = default;

 private:
  // The whole product, from four products of 32-bit halves. No sum below exceeds 64 bits.
  static constexpr PortableUint128 product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t half = 0xffffffff;
    const std::uint64_t low = (a & half) * (b & half);
    const std::uint64_t cross = (a >> 32) * (b & half) + (low >> 32);
    const std::uint64_t middle = (a & half) * (b >> 32) + (cross & half);
    return {(a >> 32) * (b >> 32) + (cross >> 32) + (middle >> 32), middle << 32 | (low & half)};
  }

  // In the order that comparison needs.
  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
};

// Two's complement. Products, sums and differences wrap around.
class PortableInt128 {
 public:
  constexpr PortableInt128(std::int64_t value = 0)
      : high_(value < 0 ? -1 : 0), low_(static_cast<std::uint64_t>(value)) {}
  explicit constexpr PortableInt128(PortableUint128 bits)
      : high_(static_cast<std::int64_t>(bits.high())), low_(static_cast<std::uint64_t>(bits)) {}

  friend constexpr PortableInt128 operator+(PortableInt128 a, PortableInt128 b) {
    return PortableInt128(PortableUint128(a) + PortableUint128(b));
  }
  friend constexpr PortableInt128 operator-(PortableInt128 a, PortableInt128 b) {
    return PortableInt128(PortableUint128(a) - PortableUint128(b));
  }
  friend constexpr PortableInt128 operator*(PortableInt128 a, PortableInt128 b) {
    return PortableInt128(PortableUint128(a) * PortableUint128(b));
  }
  constexpr PortableInt128 operator-() const { return PortableInt128(-PortableUint128(*this)); }
  friend constexpr auto operator<=>(const PortableInt128&, const PortableInt128&) = default;

 private:
  friend class PortableUint128;

  // In the order that comparison needs.
  std::int64_t high_;
  std::uint64_t low_;
};

constexpr PortableUint128::PortableUint128(const PortableInt128& value)
    : high_(static_cast<std::uint64_t>(value.high_)), low_(value.low_) {}

}  // namespace clearway::exact
