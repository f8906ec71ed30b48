// Rows of bits, one per cell, set where the cell is free. Clear bits separate the rows, and clear
// rows surround them, so every cell has eight neighbours and a scan along a row ends by itself.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace clearway {

static_assert(std::endian::native == std::endian::little, "windows of bits are read as bytes");

class Bitmap {
 public:
  // How many bits of `forward` and `backward` are valid.
  static constexpr std::uint32_t window = 57;

  Bitmap(std::uint32_t width, std::uint32_t height)
      : stride_((width / 64 + 1) * 64), words_(std::size_t{stride_ / 64} * (height + 2) + 2, 0) {}

  // Cells from one row to the next.
  std::uint32_t stride() const { return stride_; }
  // One more than the largest index of any bit, guards included.
  std::uint32_t size() const { return static_cast<std::uint32_t>((words_.size() - 2) * 64); }
  std::size_t bytes() const { return words_.size() * sizeof(std::uint64_t); }

  // Column c of row r; -1 and one past the last are guards.
  std::uint32_t index(std::int64_t c, std::int64_t r) const {
    return static_cast<std::uint32_t>((r + 1) * stride_ + c);
  }
  bool test(std::uint32_t i) const { return words_[(i >> 6) + 1] >> (i & 63) & 1; }
  void set(std::uint32_t i, bool free) {
    const std::uint64_t bit = std::uint64_t{1} << (i & 63);
    std::uint64_t& word = words_[(i >> 6) + 1];
    word = free ? word | bit : word & ~bit;
  }

  // Bits i, i + 1, ... from the lowest up.
  std::uint64_t forward(std::uint32_t i) const {
    std::uint64_t out;
    std::memcpy(&out, bytes_at((i >> 3) + 8), 8);
    return out >> (i & 7);
  }
  // Bits i, i - 1, ... from the highest down.
  std::uint64_t backward(std::uint32_t i) const {
    std::uint64_t out;
    std::memcpy(&out, bytes_at((i >> 3) + 1), 8);
    return out << (7 - (i & 7));
  }
  // Bits i - 1, i, i + 1.
  std::uint32_t three(std::uint32_t i) const {
    std::uint16_t out;
    std::memcpy(&out, bytes_at((i + 63) >> 3), 2);
    return out >> ((i + 63) & 7) & 7;
  }
  // Whether bits i to i + count - 1 are all set.
  bool all(std::uint32_t i, std::uint32_t count) const;

 private:
  const char* bytes_at(std::uint32_t byte) const {
    return reinterpret_cast<const char*>(words_.data()) + byte;
  }

  std::uint32_t stride_;
  std::vector<std::uint64_t> words_;  // one before the first bit and one after the last
};

}  // namespace clearway
