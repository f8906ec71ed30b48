// Finds the edges whose cached paths an edit may have touched, by triangle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abstract_graph.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class PathIndex {
 public:
  void resize(std::size_t slots) { by_slot_.resize(slots); }
  void clear() noexcept { by_slot_.clear(); }
  std::size_t slots() const { return by_slot_.size(); }

  // Enters an edge under every triangle that its discs sweep or that its channels contain. Needs
  // the segments of its paths. For radii between the two of a path other triangles may be swept;
  // the path is pulled tight for its radius before use, so it is legal anyway.
  void add(const World& world, const AbstractGraph& graph, EdgeId edge);
  // Appends the edges under a triangle to `out` and forgets them.
  void take(const AbstractGraph& graph, TriangleId slot, std::vector<EdgeId>& out);
  bool contains(TriangleId slot, EdgeId edge, std::uint32_t stamp) const;
  std::size_t bytes() const;

 private:
  struct Entry {
    EdgeId edge;
    std::uint32_t stamp;  // of the edge at that time; another one now: the entry is stale
  };
  IdVector<TriangleId, std::vector<Entry>> by_slot_;
};

}  // namespace clearway
