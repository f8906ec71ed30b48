// Rows: slots of triangles <-> rows of the mesh that users see.
//
// Users see the live triangles away from the frame, in the order of their slots, without gaps. An
// edit moves rows; a table of them would cost the whole mesh per edit. This class keeps one bit per
// slot and counts: an edit costs what it changed, a row costs a few words.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

class Rows {
 public:
  // From scratch.
  void rebuild(const Mesh& mesh);
  // After an edit that changed these slots and no other. When it throws, settle() starts over.
  void update(const Mesh& mesh, const Edit& edit);
  // Makes row() and count() valid; idempotent. Not safe beside other calls.
  void settle(const Mesh& mesh);
  // Row of a slot; -1 for one that users do not see. Needs settle() since the last change.
  std::int32_t row(TriangleId slot) const;
  std::int32_t count() const { return before_.empty() ? 0 : before_.back(); }

 private:
  void set(const Mesh& mesh, TriangleId slot);
  std::vector<std::uint64_t> shown_;  // one bit a slot
  std::vector<std::int32_t> before_;  // rows before each block of words, then all
  bool settled_ = false, is_stale_ = true;
};

}  // namespace clearway
