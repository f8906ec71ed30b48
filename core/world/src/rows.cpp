#include "world/rows.hpp"

namespace clearway {

namespace {

// std::popcount calls a function where the processor may lack the instruction.
std::int32_t count_bits(std::uint64_t word) {
  word -= word >> 1 & 0x5555555555555555;
  word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<std::int32_t>(word * 0x0101010101010101 >> 56);
}

}  // namespace

void Rows::set(const Mesh& mesh, TriangleId slot) {
  const std::uint64_t bit = std::uint64_t{1} << (slot.number() & 63);
  if (mesh.is_live(slot) && !mesh.touches_frame(slot)) {
    shown_[slot.number() >> 6] |= bit;
  } else {
    shown_[slot.number() >> 6] &= ~bit;
  }
}

void Rows::rebuild(const Mesh& mesh) {
  is_stale_ = true;
  is_current_ = false;
  shown_.assign((mesh.triangles.size() + 63) / 64, 0);
  for (const TriangleId slot : mesh.triangles.ids()) set(mesh, slot);
  is_stale_ = false;
}

void Rows::update(const Mesh& mesh, const Edit& edit) {
  is_current_ = false;
  if (is_stale_) return;
  is_stale_ = true;
  shown_.resize((mesh.triangles.size() + 63) / 64, 0);
  for (const std::vector<TriangleId>* slots : {&edit.removed, &edit.added})
    for (const TriangleId slot : *slots)
      if (slot < mesh.triangles.end_id()) set(mesh, slot);
  is_stale_ = false;
}

void Rows::update_rows(const Mesh& mesh) {
  if (is_current_) return;
  if (is_stale_) rebuild(mesh);
  before_.clear();
  std::int32_t rows = 0;
  before_.reserve(shown_.size() + 1);
  for (const std::uint64_t word : shown_) {
    before_.push_back(rows);
    rows += count_bits(word);
  }
  before_.push_back(rows);
  is_current_ = true;
}

std::int32_t Rows::row(TriangleId slot) const {
  const std::size_t word = slot.number() >> 6;
  const std::uint64_t bit = std::uint64_t{1} << (slot.number() & 63);
  if (word >= shown_.size() || !(shown_[word] & bit)) return -1;
  return before_[word] + count_bits(shown_[word] & (bit - 1));
}

}  // namespace clearway
