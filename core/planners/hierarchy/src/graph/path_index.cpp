#include "path_index.hpp"

#include <algorithm>

#include "query/swept_triangles.hpp"

namespace clearway {

void PathIndex::add(const World& world, const AbstractGraph& graph, EdgeId e) {
  const AbstractGraph::Edge& edge = graph.edges()[e];
  std::vector<TriangleId> touched;
  const auto append = [&](const std::vector<TriangleId>& more) {
    touched.insert(touched.end(), more.begin(), more.end());
  };
  for (const CachedPath& path : edge.paths) {
    append(path.channel);
    append(swept_triangles(world, path.segments, path.most));
    if (!path.wide_segments.empty()) append(swept_triangles(world, path.wide_segments, path.most));
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const TriangleId t : touched) {
    std::vector<Entry>& entries = by_slot_[t];
    if (entries.size() == entries.capacity())  // stale entries make room before the list grows
      std::erase_if(entries,
                    [&](const Entry& old) { return graph.edges()[old.edge].stamp != old.stamp; });
    entries.push_back({e, edge.stamp});
  }
}

void PathIndex::take(const AbstractGraph& graph, TriangleId slot, std::vector<EdgeId>& out) {
  for (const auto& [e, stamp] : by_slot_[slot])
    if (graph.edges()[e].stamp == stamp && graph.edges()[e].is_live()) out.push_back(e);
  by_slot_[slot].clear();
}

bool PathIndex::contains(TriangleId slot, EdgeId edge, std::uint32_t stamp) const {
  const std::vector<Entry>& entries = by_slot_[slot];
  return std::any_of(entries.begin(), entries.end(),
                     [&](const Entry& e) { return e.edge == edge && e.stamp == stamp; });
}

std::size_t PathIndex::bytes() const {
  std::size_t out = 0;
  for (const auto& entries : by_slot_) out += sizeof(entries) + entries.capacity() * sizeof(Entry);
  return out;
}

}  // namespace clearway
