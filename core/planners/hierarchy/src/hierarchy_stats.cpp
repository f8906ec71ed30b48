#include "clearway/planners/hierarchy_stats.hpp"

#include <algorithm>
#include <cmath>

namespace clearway {
namespace {

constexpr double most_decay = 0.5;
// A number of clusters is too far from another one if it is more than so many times as large, and
// larger by more than so many.
constexpr std::size_t most_times = 2, most_more = 2;

bool differ(std::size_t a, std::size_t b) {
  const std::size_t less = std::min(a, b), more = std::max(a, b);
  return more - less > most_more && more > most_times * less;
}

}  // namespace

std::size_t intended_clusters(std::size_t triangles, std::optional<std::size_t> wanted) {
  const auto root = static_cast<std::size_t>(std::llround(std::sqrt(triangles)));
  return std::min(triangles, wanted.value_or(std::max<std::size_t>(1, root)));
}

bool needs_partition(const HierarchyQuality& now, const HierarchyQuality& before,
                     std::optional<std::size_t> wanted) {
  return now.decay > most_decay || differ(now.clusters, before.clusters) ||
         differ(intended_clusters(now.triangles, wanted),
                intended_clusters(before.triangles, wanted));
}

}  // namespace clearway
