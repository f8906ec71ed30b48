// The bytes of a fuzzer as numbers and points. When they run out, everything is zero.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "clearway/geometry/point.hpp"

namespace fuzz {

using clearway::Point;

class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> data) : data_(data) {}
  bool empty() const { return at_ >= data_.size(); }
  unsigned next() { return empty() ? 0U : data_[at_++]; }
  unsigned below(unsigned n) { return next() % n; }

 private:
  std::span<const std::uint8_t> data_;
  std::size_t at_ = 0;
};

// Points that cause trouble: lattice points, repetitions of earlier points, points on the line
// through two earlier ones, and in one world of eight points that differ from an earlier one in the
// last bit. `unit` and `offset` set the scale of the whole world.
class Places {
 public:
  static constexpr int size = 16;  // of the world, in units

  explicit Places(Bytes& bytes) : bytes_(bytes) {
    constexpr double units[] = {1.0, 0.1, 0x1p-90, 0x1p90, 1e6, 1e-6};
    unit_ = units[bytes.below(6)];
    constexpr double offsets[] = {0.0, 0.0, 0.0, 1e9, -1e3, 1.0 / 3};
    offset_ = offsets[bytes.below(6)] * unit_;
    if (std::abs(offset_) > clearway::max_coordinate / 2) offset_ = 0;
    has_slivers_ = bytes.below(8) == 0;
  }

  double unit() const { return unit_; }
  // Whether there are gaps of one bit: the verifier, which tolerates rounding, cannot tell their
  // sides.
  bool has_slivers() const { return has_slivers_; }
  double low() const { return offset_; }
  double high() const { return offset_ + size * unit_; }

  Point next() {
    const auto flushed = [](double v) { return std::abs(v) < clearway::min_coordinate ? 0.0 : v; };
    Point p = fresh();
    p = {flushed(p.x), flushed(p.y)};
    if (known_.size() < most_known)
      known_.push_back(p);
    else
      known_[bytes_.next() % most_known] = p;
    return p;
  }

 private:
  static constexpr std::size_t most_known = 64;

  Point lattice() {
    const unsigned b = bytes_.next();
    return {offset_ + (b & 15) * unit_, offset_ + (b >> 4) * unit_};
  }
  Point known() { return known_[bytes_.next() % known_.size()]; }
  Point fresh() {
    const unsigned kind = bytes_.below(8);
    if (known_.empty() || kind < 2) return lattice();
    switch (kind) {
      case 2:
        return known();
      case 3: {  // on a line, up to rounding
        const Point a = known(), b = known();
        const double t = bytes_.below(5) / 4.0;
        return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
      }
      case 4: {
        Point p = known();
        if (!has_slivers_) return p;
        constexpr double far = std::numeric_limits<double>::infinity();
        (bytes_.below(2) ? p.x : p.y) = std::nextafter(p.x, bytes_.below(2) ? far : -far);
        return p;
      }
      case 5:  // the same row or column
        return {known().x, known().y};
      default: {
        const auto share = [&] { return (bytes_.next() + bytes_.next() / 256.0) / 256.0; };
        const double x = share(), y = share();
        return {offset_ + (x * 20 - 2) * unit_, offset_ + (y * 20 - 2) * unit_};
      }
    }
  }

  Bytes& bytes_;
  double unit_, offset_;
  bool has_slivers_;
  std::vector<Point> known_;
};

}  // namespace fuzz
