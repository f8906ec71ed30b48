#include "hierarchy_state.hpp"

#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "call.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Numbers = Vector<std::int32_t>;

auto hierarchy_state(const BoundHierarchy& h) {
  SharedHierarchy::State s = without_gil([&] { return h->state(); });
  return std::make_tuple(s.version, vector_out(std::move(s.clusters)),
                         points_out(std::move(s.positions)), vector_out(std::move(s.node_clusters)),
                         vector_out(std::move(s.edges)), vector_out(std::move(s.path_counts)),
                         vector_out(std::move(s.paths)), vector_out(std::move(s.channel_counts)),
                         vector_out(std::move(s.channels)));
}

template <class Array>
auto copy(const Array& array) {
  const auto items = view(array);
  return std::vector(items.begin(), items.end());
}

bool restore(BoundHierarchy& h, const Numbers& ids, const Numbers& clusters,
             const Points& positions, const Numbers& node_clusters, const Numbers& edges,
             const Numbers& path_counts, const Vector<double>& paths, const Numbers& channel_counts,
             const Numbers& channel, std::uint64_t version) {
  const SharedHierarchy::State state{
      version,           copy(clusters), copy(positions),      copy(node_clusters), copy(edges),
      copy(path_counts), copy(paths),    copy(channel_counts), copy(channel)};
  const Call call;
  return h->restore(view(ids), state);
}

}  // namespace

void add_hierarchy_state(nb::class_<BoundHierarchy>& hierarchy) {
  hierarchy
      .def(
          "state", &hierarchy_state,
          "Version, clusters(); nodes: positions, clusters; edges: nodes, numbers of paths; paths: "
          "radii and lengths, numbers of triangles, triangles.")
      .def("restore", &restore, "ids"_a, "clusters"_a, "positions"_a, "node_clusters"_a, "edges"_a,
           "path_counts"_a, "paths"_a, "channel_counts"_a, "channel"_a, "version"_a,
           "Restores what state() returned, on an equal mesh; False: the world has another "
           "version.");
}

}  // namespace clearway::bindings
