#include "tangent_cache.hpp"

#include <utility>

namespace clearway {
namespace {

// The table begins with this many slots, grows by this factor, and is shrunk while it is larger and
// has more slots per entry than this.
constexpr std::size_t small_table = 1024, growth = 4, slots_per_entry = 8;

}  // namespace

void TangentCache::forget() {
  if (count_ == 0) return;
  // With alternating radii each has few entries: shrinks, so that clearing costs what was used.
  while (slots_.size() > small_table && slots_.size() > slots_per_entry * count_)
    slots_.resize(slots_.size() / 2);
  slots_.assign(slots_.size(), Tangent{});
  count_ = 0;
}

std::size_t TangentCache::slot(std::uint64_t key) const {
  std::size_t i = (key * 0x9e3779b97f4a7c15u) >> 20 & (slots_.size() - 1);
  while (slots_[i].key != 0 && slots_[i].key != key) i = (i + 1) & (slots_.size() - 1);
  return i;
}

TangentCache::Tangent& TangentCache::between(VertexId from, int from_side, VertexId to,
                                             int to_side) {
  if (2 * count_ >= slots_.size()) grow();
  const std::uint64_t a = 2 * std::uint64_t{from.number()} + (from_side > 0);
  const std::uint64_t b = 2 * std::uint64_t{to.number()} + (to_side > 0);
  const std::uint64_t key = (a << 32 | b) + 1;
  Tangent& t = slots_[slot(key)];
  if (t.key == 0) t.key = key, ++count_;
  return t;
}

void TangentCache::grow() {
  if (slots_.size() >= most) return forget();
  std::vector<Tangent> before(slots_.empty() ? small_table : growth * slots_.size());
  before.swap(slots_);
  for (const Tangent& t : before)
    if (t.key != 0) slots_[slot(t.key)] = t;
}

}  // namespace clearway
