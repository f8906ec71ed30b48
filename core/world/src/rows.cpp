#include "world/rows.hpp"

#include <bit>

namespace clearway {

namespace {
constexpr std::size_t words_per_block = 8;
}

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
  for (std::size_t word = 0; word < shown_.size(); ++word) {
    if (word % words_per_block == 0) before_.push_back(rows);
    rows += std::popcount(shown_[word]);
  }
  before_.push_back(rows);
  is_current_ = true;
}

std::int32_t Rows::row(TriangleId slot) const {
  const std::size_t word = slot.number() >> 6;
  const std::uint64_t bit = std::uint64_t{1} << (slot.number() & 63);
  if (word >= shown_.size() || !(shown_[word] & bit)) return -1;
  const std::size_t block = word / words_per_block;
  std::int32_t rows = before_[block];
  for (std::size_t w = block * words_per_block; w < word; ++w) rows += std::popcount(shown_[w]);
  return rows + std::popcount(shown_[word] & (bit - 1));
}

}  // namespace clearway
