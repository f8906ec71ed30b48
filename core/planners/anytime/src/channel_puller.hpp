// Turns a channel into the shortest path inside it.
#pragma once

#include <vector>

#include "clearway/path/path.hpp"
#include "funnel/disc_funnel.hpp"

namespace clearway {

class ChannelPuller {
 public:
  explicit ChannelPuller(const Mesh& mesh) : mesh_(mesh), funnel_(mesh) {}

  // The channel begins with the triangle `first`, which contains the start; `portals` are the
  // half-edges by which the next triangles are entered. The goal lies in the last one. Writes
  // segments, length and channel to `path`. False: the funnel failed; `path` is undefined then.
  bool pull(TriangleId first, const std::vector<HalfEdgeId>& portals, const Point& start,
            const Point& goal, double radius, Path& path);

 private:
  bool contains(HalfEdgeId portal, const Point& p) const;

  const Mesh& mesh_;
  DiscFunnel funnel_;
};

}  // namespace clearway
