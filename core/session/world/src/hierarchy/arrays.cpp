#include "arrays.hpp"

#include <utility>
#include <vector>

#include "clearway/base/error.hpp"

namespace clearway {
namespace {

template <class I>
std::vector<std::int32_t> flat(const std::vector<std::pair<I, I>>& pairs) {
  std::vector<std::int32_t> out;
  for (const auto& [a, b] : pairs) {
    out.push_back(static_cast<std::int32_t>(position(a)));
    out.push_back(static_cast<std::int32_t>(position(b)));
  }
  return out;
}

template <class I>
std::vector<std::pair<I, I>> pairs_in(std::span<const std::int32_t> flat) {
  if (flat.size() % 2) throw InvalidInput("pairs of a hierarchy are incomplete");
  std::vector<std::pair<I, I>> out;
  for (std::size_t i = 0; i + 1 < flat.size(); i += 2) {
    if (flat[i] < 0 || flat[i + 1] < 0)
      throw InvalidInput("a number of a hierarchy is negative", static_cast<std::int64_t>(i));
    out.push_back({static_cast<I>(flat[i]), static_cast<I>(flat[i + 1])});
  }
  return out;
}

// Counts must not be negative, and must add up to the sum.
void check_counts(std::span<const std::int32_t> counts, std::size_t sum) {
  std::size_t left = sum;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] < 0 || static_cast<std::size_t>(counts[i]) > left)
      throw InvalidInput("a count of a hierarchy is out of range", static_cast<std::int64_t>(i));
    left -= static_cast<std::size_t>(counts[i]);
  }
  if (left) throw InvalidInput("the counts of a hierarchy do not add up");
}

// The paths of each edge: see SharedHierarchy::State.
std::vector<std::vector<CachedPath>> paths_in(std::span<const std::int32_t> path_counts,
                                              std::span<const double> numbers,
                                              std::span<const std::int32_t> channel_counts,
                                              std::span<const std::int32_t> channel,
                                              std::span<const std::int32_t> slots) {
  check_counts(path_counts, channel_counts.size());
  check_counts(channel_counts, channel.size());
  std::vector<std::vector<CachedPath>> out;
  std::size_t p = 0, c = 0;
  for (const std::int32_t count : path_counts) {
    std::vector<CachedPath>& of_edge = out.emplace_back();
    for (std::int32_t k = 0; k < count; ++k, ++p) {
      CachedPath& path = of_edge.emplace_back();
      path.least = numbers[4 * p], path.most = numbers[4 * p + 1];
      path.shortest = numbers[4 * p + 2], path.longest = numbers[4 * p + 3];
      for (std::int32_t i = 0; i < channel_counts[p]; ++i, ++c) {
        if (channel[c] < 0 || static_cast<std::size_t>(channel[c]) >= slots.size())
          throw InvalidInput("a triangle of a hierarchy is out of range",
                             static_cast<std::int64_t>(c));
        path.channel.push_back(TriangleId(slots[static_cast<std::size_t>(channel[c])]));
      }
    }
  }
  return out;
}

}  // namespace

SharedHierarchy::State arrays_of(const HierarchyState& state, const Rows& rows) {
  SharedHierarchy::State out;
  out.positions = state.positions;
  out.node_clusters = flat(state.node_clusters);
  out.edges = flat(state.edges);
  for (const std::vector<CachedPath>& of_edge : state.paths) {
    out.path_counts.push_back(static_cast<std::int32_t>(of_edge.size()));
    for (const CachedPath& path : of_edge) {
      out.paths.insert(out.paths.end(), {path.least, path.most, path.shortest, path.longest});
      out.channel_counts.push_back(static_cast<std::int32_t>(path.channel.size()));
      for (const TriangleId slot : path.channel) out.channels.push_back(rows.row(slot));
    }
  }
  return out;
}

HierarchyState state_of(const SharedHierarchy::State& arrays, std::span<const std::int32_t> slots) {
  HierarchyState out;
  out.positions = arrays.positions;
  out.node_clusters = pairs_in<ClusterId>(arrays.node_clusters);
  out.edges = pairs_in<Index>(arrays.edges);
  if (arrays.clusters.size() != slots.size() || arrays.path_counts.size() != out.edges.size() ||
      arrays.paths.size() != 4 * arrays.channel_counts.size())
    throw InvalidInput("the arrays of a hierarchy differ in length");
  out.paths =
      paths_in(arrays.path_counts, arrays.paths, arrays.channel_counts, arrays.channels, slots);
  return out;
}

}  // namespace clearway
