#include "agent_grid.hpp"

#include <bit>

namespace clearway {

void AgentGrid::build(const IdVector<AgentId, Agent>& agents, std::span<const AgentId> present,
                      double cell) {
  cell_ = cell;
  inverse_ = 1 / cell;
  largest_radius_ = 0.0;
  const std::size_t buckets = std::bit_ceil(2 * present.size() + 1);
  mask_ = buckets - 1;
  first_.assign(buckets + 1, 0);
  bucket_.resize(present.size());
  large_.clear();
  const auto is_large = [&](AgentId id) { return agents[id].radius > cell; };
  std::size_t in_cells = 0;
  for (std::size_t i = 0; i < present.size(); ++i) {
    if (is_large(present[i])) continue;
    const Point p = agents[present[i]].position;
    bucket_[i] = static_cast<std::uint32_t>(bucket_of(column(p.x), column(p.y)));
    ++first_[bucket_[i] + 1];
    ++in_cells;
  }
  entries_.resize(in_cells);
  for (std::size_t b = 0; b < buckets; ++b) first_[b + 1] += first_[b];
  // Fills each bucket from its beginning; afterwards `first_` is shifted by one bucket.
  for (std::size_t i = 0; i < present.size(); ++i) {
    const Agent& a = agents[present[i]];
    const double share = a.is_walking() ? 1 - a.progress : 0.0;
    const Vector claim{a.velocity.x + share * (a.wish.x - a.velocity.x),
                       a.velocity.y + share * (a.wish.y - a.velocity.y)};
    const Entry entry{a.position,           a.velocity,           claim,     a.radius,
                      column(a.position.x), column(a.position.y), present[i]};
    if (is_large(present[i])) {
      large_.push_back(entry);
      continue;
    }
    largest_radius_ = std::max(largest_radius_, a.radius);
    entries_[first_[bucket_[i]]++] = entry;
  }
  for (std::size_t b = buckets; b > 0; --b) first_[b] = first_[b - 1];
  first_[0] = 0;
}

}  // namespace clearway
