#include "clearway/planners/hierarchy_stats.hpp"

#include <algorithm>
#include <cmath>

namespace clearway {
namespace {

constexpr double most_decay = 0.5;

bool differ(std::size_t a, std::size_t b) {
  const std::size_t less = std::min(a, b), more = std::max(a, b);
  return more - less > 2 && more > 2 * less;
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
