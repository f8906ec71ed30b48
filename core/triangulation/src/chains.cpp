#include "triangulation/chains.hpp"

#include <algorithm>
#include <bit>

namespace clearway {

void Chains::reserve(std::size_t more_obstacles, std::size_t more_chains, std::size_t more_points) {
  // Reserve exactly only for the first bulk load; afterwards geometric growth is cheaper.
  if (!obstacles.empty() && obstacles.size() > more_obstacles) return;
  obstacles.reserve(obstacles.size() + more_obstacles);
  chains.reserve(chains.size() + more_chains);
  point_vertex.reserve(point_vertex.size() + more_points);
  point_chain.reserve(point_chain.size() + more_points);
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(16, 2 * (live_ + more_obstacles)));
  if (slots > by_handle_.size()) rehash(slots);
}

void Chains::rehash(std::size_t slots) {
  std::vector<ObstacleId> fresh(slots, none);
  for (ObstacleId i{0}; i < obstacles.end_id(); ++i) {
    if (obstacles[i].count == 0) continue;
    std::size_t at = home(obstacles[i].handle, slots);
    while (fresh[at] != none) at = (at + 1) & (slots - 1);
    fresh[at] = i;
  }
  by_handle_.replace(std::move(fresh));
}

ObstacleId Chains::allocate(Handle handle, std::size_t chain_count) {
  if (2 * (live_ + 1) > by_handle_.size()) rehash(std::max<std::size_t>(16, 2 * by_handle_.size()));
  ObstacleId slot;
  if (free_obstacles_.empty()) {
    slot = static_cast<ObstacleId>(obstacles.size());
    obstacles.push_back({});
  } else {
    slot = free_obstacles_.back();
    free_obstacles_.pop_back();
  }
  const Index count = static_cast<Index>(chain_count);
  const FreeStretches* free = free_chains_.find(count);
  ChainId first(free ? free->head : none);
  if (first == none) {
    first = static_cast<ChainId>(chains.size());
    chains.resize(first.number() + count);
  } else {
    free_chains_.edit(count).head = chains[first].first.number();
  }
  obstacles.edit(slot) = {handle, first, count};
  ++live_;
  std::size_t at = home(handle, by_handle_.size());
  while (by_handle_[at] != none) at = (at + 1) & (by_handle_.size() - 1);
  by_handle_.edit(at) = slot;
  return slot;
}

void Chains::allocate_chain(ChainId chain, ObstacleId obstacle, Role role, std::size_t points) {
  const Index count = static_cast<Index>(points);
  const FreeStretches* free = free_points_.find(count);
  ChainPointId first(free ? free->head : none);
  if (first == none) {
    first = static_cast<ChainPointId>(point_vertex.size());
    point_vertex.resize(first.number() + count);
    point_chain.resize(first.number() + count);
  } else {
    free_points_.edit(count).head = point_vertex[first].number();
  }
  chains.edit(chain) = {first, count, obstacle, role};
  for (ChainPointId p = first; p < first + count; ++p) {
    point_vertex.edit(p) = none;
    point_chain.edit(p) = chain;
  }
}

void Chains::release(ObstacleId slot) {
  const ObstacleRecord record = obstacles[slot];
  const std::size_t mask = by_handle_.size() - 1;
  std::size_t gap = home(record.handle, by_handle_.size());
  while (by_handle_[gap] != slot) gap = (gap + 1) & mask;
  for (std::size_t i = (gap + 1) & mask; by_handle_[i] != none; i = (i + 1) & mask) {
    const std::size_t wanted = home(obstacles[by_handle_[i]].handle, by_handle_.size());
    if (((i - wanted) & mask) >= ((i - gap) & mask)) {
      by_handle_.edit(gap) = by_handle_[i];
      gap = i;
    }
  }
  by_handle_.edit(gap) = none;
  for (ChainId k = record.first; k < record.first + record.count; ++k) {
    const Chain chain = chains[k];
    for (ChainPointId p = chain.first; p < chain.first + chain.count; ++p)
      point_chain.edit(p) = none;
    FreeStretches& free = free_points_.insert(chain.count);
    point_vertex.edit(chain.first) = VertexId(free.head);
    free.head = chain.first.number();
  }
  FreeStretches& free = free_chains_.insert(record.count);
  chains.edit(record.first).first = ChainPointId(free.head);
  free.head = record.first.number();
  free_obstacles_.push_back(slot);
  obstacles.edit(slot).count = 0;
  --live_;
}

ObstacleId Chains::find(Handle handle) const {
  if (by_handle_.empty()) return none;
  const std::size_t mask = by_handle_.size() - 1;
  for (std::size_t at = home(handle, by_handle_.size()); by_handle_[at] != none;
       at = (at + 1) & mask)
    if (obstacles[by_handle_[at]].handle == handle) return by_handle_[at];
  return none;
}

std::size_t Chains::bytes() const {
  return chains.bytes() + obstacles.bytes() + point_vertex.bytes() + point_chain.bytes() +
         by_handle_.bytes() + free_chains_.bytes() + free_points_.bytes() + free_obstacles_.bytes();
}

}  // namespace clearway
