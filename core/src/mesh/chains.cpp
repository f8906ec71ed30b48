#include "clearway/mesh/chains.hpp"

#include <algorithm>
#include <bit>

namespace clearway {

Index Chains::take(FreeList& free, Index length, std::size_t end) {
  const auto it = free.find(length);
  if (it == free.end() || it->second.empty()) return static_cast<Index>(end);
  const Index at = it->second.back();
  it->second.pop_back();
  return at;
}

void Chains::reserve(std::size_t more_obstacles, std::size_t more_chains,
                     std::size_t more_corners) {
  // Exact only for the first bulk load; afterwards the vectors' own growth is cheaper.
  if (!obstacles.empty() && obstacles.size() > more_obstacles) return;
  obstacles.reserve(obstacles.size() + more_obstacles);
  chains.reserve(chains.size() + more_chains);
  corner_vertex.reserve(corner_vertex.size() + more_corners);
  corner_chain.reserve(corner_chain.size() + more_corners);
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(16, 2 * (live_ + more_obstacles)));
  if (slots > by_handle_.size()) rehash(slots);
}

void Chains::rehash(std::size_t slots) {
  by_handle_.assign(slots, none);
  for (Index i = 0; i < obstacles.size(); ++i) {
    if (obstacles[i].count == 0) continue;
    std::size_t at = home(obstacles[i].handle);
    while (by_handle_[at] != none) at = (at + 1) & (slots - 1);
    by_handle_[at] = i;
  }
}

Index Chains::allocate(Handle handle, std::size_t chain_count) {
  if (2 * (live_ + 1) > by_handle_.size()) rehash(std::max<std::size_t>(16, 2 * by_handle_.size()));
  Index slot;
  if (free_obstacles_.empty()) {
    slot = static_cast<Index>(obstacles.size());
    obstacles.emplace_back();
  } else {
    slot = free_obstacles_.back();
    free_obstacles_.pop_back();
  }
  const Index count = static_cast<Index>(chain_count);
  const Index first = take(free_chains_, count, chains.size());
  if (first == chains.size()) chains.resize(first + count);
  obstacles[slot] = {handle, first, count};
  ++live_;
  std::size_t at = home(handle);
  while (by_handle_[at] != none) at = (at + 1) & (by_handle_.size() - 1);
  by_handle_[at] = slot;
  return slot;
}

void Chains::allocate_chain(Index chain, Index obstacle, Role role, std::size_t corners) {
  const Index count = static_cast<Index>(corners);
  const Index first = take(free_corners_, count, corner_vertex.size());
  if (first == corner_vertex.size()) {
    corner_vertex.resize(first + count);
    corner_chain.resize(first + count);
  }
  chains[chain] = {first, count, obstacle, role};
  std::fill_n(corner_vertex.begin() + first, count, none);
  std::fill_n(corner_chain.begin() + first, count, chain);
}

void Chains::release(Index slot) {
  ObstacleRecord& record = obstacles[slot];
  const std::size_t mask = by_handle_.size() - 1;
  std::size_t gap = home(record.handle);
  while (by_handle_[gap] != slot) gap = (gap + 1) & mask;
  for (std::size_t i = (gap + 1) & mask; by_handle_[i] != none; i = (i + 1) & mask) {
    const std::size_t wanted = home(obstacles[by_handle_[i]].handle);
    if (((i - wanted) & mask) >= ((i - gap) & mask)) {
      by_handle_[gap] = by_handle_[i];
      gap = i;
    }
  }
  by_handle_[gap] = none;
  for (Index k = record.first; k < record.first + record.count; ++k) {
    free_corners_[chains[k].count].push_back(chains[k].first);
    std::fill_n(corner_chain.begin() + chains[k].first, chains[k].count, none);
  }
  free_chains_[record.count].push_back(record.first);
  free_obstacles_.push_back(slot);
  record.count = 0;
  --live_;
}

Index Chains::find(Handle handle) const {
  if (by_handle_.empty()) return none;
  const std::size_t mask = by_handle_.size() - 1;
  for (std::size_t at = home(handle); by_handle_[at] != none; at = (at + 1) & mask)
    if (obstacles[by_handle_[at]].handle == handle) return by_handle_[at];
  return none;
}

std::size_t Chains::memory() const {
  return chains.capacity() * sizeof(Chain) + obstacles.capacity() * sizeof(ObstacleRecord) +
         (corner_vertex.capacity() + corner_chain.capacity() + by_handle_.capacity()) *
             sizeof(Index);
}

}  // namespace clearway
