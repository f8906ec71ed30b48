// Rows: slots of triangles <-> rows of the mesh that users see.
//
// Users see the live triangles that do not touch the frame, in the order of their slots, without
// gaps. An edit shifts rows, so that maintaining a table of rows would cost the whole mesh per
// edit. This class keeps one bit per slot and a count per word of them instead: an edit costs as
// much as it changed, a row one word.
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
    const std::size_t word = slot.number() >> 6;
    const std::uint64_t bit = std::uint64_t{1} << (slot.number() & 63);
    if (word >= shown_.size() || !(shown_[word] & bit)) return -1;
    return before_[word] + count_bits(shown_[word] & (bit - 1));
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
  std::vector<std::uint64_t> shown_;  // one bit per slot
  std::vector<std::int32_t> before_;  // the number of rows before each word; the total last
  bool is_current_ = false, is_stale_ = true;
};

}  // namespace clearway
