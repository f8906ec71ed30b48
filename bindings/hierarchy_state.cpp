#include "hierarchy_state.hpp"

#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/base/error.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Numbers = Vector<std::int32_t>;

template <class I>
std::vector<std::int32_t> flat(const std::vector<std::pair<I, I>>& pairs) {
  std::vector<std::int32_t> out;
  for (const auto& [a, b] : pairs) {
    out.push_back(static_cast<std::int32_t>(position(a)));
    out.push_back(static_cast<std::int32_t>(position(b)));
  }
  return out;
}

// The version; the cluster of each row of mesh(); positions of the nodes, two clusters of each, two
// nodes of each edge, the number of paths of each edge; of the paths two radii and two lengths
// each, the number of triangles of each, and all their triangles as rows of mesh().
auto state_of(const BoundHierarchy& h) {
  SharedHierarchy::State saved = without_gil([&] { return h->state(); });
  HierarchyState& state = saved.state;
  std::vector<std::int32_t> path_counts, channel_counts;
  std::vector<double> numbers;
  for (const std::vector<CachedPath>& of_edge : state.paths) {
    path_counts.push_back(static_cast<std::int32_t>(of_edge.size()));
    for (const CachedPath& path : of_edge) {
      numbers.insert(numbers.end(), {path.least, path.most, path.shortest, path.longest});
      channel_counts.push_back(static_cast<std::int32_t>(path.channel.size()));
    }
  }
  return std::make_tuple(saved.version, vector_out(std::move(saved.clusters)),
                         points_out(std::move(state.positions)),
                         vector_out(flat(state.node_clusters)), vector_out(flat(state.edges)),
                         vector_out(std::move(path_counts)), vector_out(std::move(numbers)),
                         vector_out(std::move(channel_counts)), vector_out(std::move(saved.rows)));
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

// The paths of each edge: `numbers` and `channel` as state_of() returns them.
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

// Checks only that the numbers fit the arrays; Hierarchy::restore() checks what they mean.
bool restore(BoundHierarchy& h, const Numbers& ids, const Numbers& clusters,
             const Points& positions, const Numbers& node_clusters, const Numbers& edges,
             const Numbers& path_counts, const Vector<double>& paths, const Numbers& channel_counts,
             const Numbers& channel, std::uint64_t version) {
  const auto slots = view(ids), labels = view(clusters);
  const auto points = view(positions);
  HierarchyState state;
  state.positions.assign(points.begin(), points.end());
  state.node_clusters = pairs_in<ClusterId>(view(node_clusters));
  state.edges = pairs_in<Index>(view(edges));
  if (labels.size() != slots.size() || view(path_counts).size() != state.edges.size() ||
      view(paths).size() != 4 * view(channel_counts).size())
    throw InvalidInput("the arrays of a hierarchy differ in length");
  state.paths =
      paths_in(view(path_counts), view(paths), view(channel_counts), view(channel), slots);
  const Call call;
  return h->restore(slots, labels, std::move(state), version);
}

}  // namespace

void add_hierarchy_state(nb::class_<BoundHierarchy>& hierarchy) {
  hierarchy
      .def(
          "state", &state_of,
          "Version, clusters(); nodes: positions, clusters; edges: nodes, numbers of paths; paths: "
          "radii and lengths, numbers of triangles, triangles.")
      .def("restore", &restore, "ids"_a, "clusters"_a, "positions"_a, "node_clusters"_a, "edges"_a,
           "path_counts"_a, "paths"_a, "channel_counts"_a, "channel"_a, "version"_a,
           "Restores what state() returned, on an equal mesh; False: the world has another "
           "version.");
}

}  // namespace clearway::bindings
