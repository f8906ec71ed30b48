#include "world/rows.hpp"

namespace clearway {

void Rows::set(const Mesh& mesh, TriangleId slot) {
  const std::uint64_t bit = std::uint64_t{1} << (slot.number() & 63);
  if (mesh.is_live(slot) && !mesh.touches_frame(slot)) {
    shown_[slot.number() >> 6] |= bit;
  } else {
    shown_[slot.number() >> 6] &= ~bit;
  }
}

void Rows::number(std::size_t word) {
  std::uint8_t row = 0;
  for (std::size_t i = 0; i < 64; ++i)
    within_[64 * word + i] = shown_[word] >> i & 1 ? row++ : hidden;
}

void Rows::rebuild(const Mesh& mesh) {
  is_stale_ = true;
  is_current_ = false;
  shown_.assign((mesh.triangles.size() + 63) / 64, 0);
  for (const TriangleId slot : mesh.triangles.ids()) set(mesh, slot);
  within_.resize(64 * shown_.size());
  changed_.clear();
  for (std::size_t word = 0; word < shown_.size(); ++word) number(word);
  is_stale_ = false;
}

void Rows::update(const Mesh& mesh, const Edit& edit) {
  is_current_ = false;
  if (is_stale_) return;
  is_stale_ = true;
  shown_.resize((mesh.triangles.size() + 63) / 64, 0);
  within_.resize(64 * shown_.size(), hidden);
  for (const std::vector<TriangleId>* slots : {&edit.removed, &edit.added})
    for (const TriangleId slot : *slots) {
      if (slot >= mesh.triangles.end_id()) continue;
      set(mesh, slot);
      const std::size_t word = slot.number() >> 6;
      if (changed_.empty() || changed_.back() != word) changed_.push_back(word);
    }
  // Many edits between two queries: numbering all blocks costs less than these.
  is_stale_ = changed_.size() > 2 * shown_.size() + 16;
}

void Rows::update_rows(const Mesh& mesh) {
  if (is_current_) return;
  if (is_stale_) rebuild(mesh);
  for (const std::size_t word : changed_)
    if (word < shown_.size()) number(word);
  changed_.clear();
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

}  // namespace clearway
