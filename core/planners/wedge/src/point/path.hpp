// The path of a settled goal, from the nodes of the search for points.
#pragma once

#include "clearway/path/path.hpp"
#include "nodes.hpp"

namespace clearway {

class PointPathWriter {
 public:
  // Appends the segments and the channel of the path that ends with node `last` at `goal`. Throws
  // InternalError if the nodes lead through an obstacle. Linear in the channel.
  void write(const Mesh& mesh, const PointRoots& roots, const PointNodes& nodes, SearchNodeId last,
             const Point& goal, Path& path);

 private:
  std::vector<Point> corners_;       // from the goal to the start
  std::vector<SearchNodeId> chain_;  // the same for nodes
};

}  // namespace clearway
