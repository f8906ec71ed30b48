// Rows: slots of triangles <-> rows of the mesh that users see.
//
// Users see the live triangles that do not touch the frame, in the order of their slots, without
// gaps. An edit shifts rows, so that maintaining a table of rows would cost the whole mesh per
// edit. This class numbers the slots within blocks of 64 and counts per block instead: an edit
// costs as much as it changed, a row two reads.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

class Rows {
 public:
  // Computes everything from scratch.
  void rebuild(const Mesh& mesh);
  // Follows an edit. The slots in `edit` must be all that changed. If it throws, the next
  // update_rows() recomputes everything.
  void update(const Mesh& mesh, const Edit& edit);
  // Makes row() and count() valid; idempotent. Must not run concurrently with other calls.
  void update_rows(const Mesh& mesh);
  // The row of a slot; -1 if users do not see it. Requires update_rows() since the last change.
  std::int32_t row(TriangleId slot) const {
    const std::size_t at = slot.number();
    if (at >= within_.size() || within_[at] == hidden) return -1;
    return before_[at >> 6] + within_[at];
  }
  std::int32_t count() const { return before_.empty() ? 0 : before_.back(); }

 private:
  // std::popcount calls a function where the processor may lack the instruction.
  static std::int32_t count_bits(std::uint64_t word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<std::int32_t>(word * 0x0101010101010101 >> 56);
  }
  void set(const Mesh& mesh, TriangleId slot);
  void number(std::size_t word);
  static constexpr std::uint8_t hidden = 255;
  std::vector<std::uint64_t> shown_;  // one bit per slot
  std::vector<std::uint8_t> within_;  // by slot: its row within its block; hidden
  std::vector<std::size_t> changed_;  // blocks to be numbered again
  std::vector<std::int32_t> before_;  // the number of rows before each block; the total last
  bool is_current_ = false, is_stale_ = true;
};

}  // namespace clearway
