// The path of a settled goal, from the nodes of the search for points.
#pragma once

#include "clearway/path/path.hpp"
#include "nodes.hpp"

namespace clearway {

// Appends a corner to those of a path, from the goal to the start: once, and without the one before
// it if the path passes that without a bend. (Whether such a corner is a root depends on earlier
// searches.)
void add_path_corner(const Point& corner, std::vector<Point>& corners);
// Appends the segments between these corners, which lead from the goal to the start.
void append_segments(const std::vector<Point>& corners, Path& path);

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
