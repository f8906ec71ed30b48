// The plan of a query to a hierarchy: nodes, and the channel that leads past them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clearway/path/path.hpp"
#include "planners/hierarchy/hierarchy_ids.hpp"

namespace clearway {

// Status found, or the status of an exact search. A plan without nodes has its path in `direct`.
struct Plan {
  Status status = Status::no_path;
  double radius = 0.0;
  double length = 0.0;  // of the plan; for one radius an upper bound on the taut path

  std::vector<NodeId> nodes;          // in order
  std::vector<Point> node_positions;  // of `nodes`
  std::vector<EdgeId> edges;          // between them, one less
  Path direct;
  Path first, last;            // the connections: start to first node, last node to goal
  bool is_last_rough = false;  // `last` may be much longer than the shortest path

  // The triangles of the plan, without steps that are undone at once: as far as the last node, and
  // to the goal once is_complete. node_marks[i] of them lead to node i.
  std::vector<TriangleId> channel;
  std::vector<std::size_t> node_marks;
  bool is_complete = false;
  std::size_t fixed = 0;  // the first triangles of the channel, which appending `last` keeps
  // Legs rely on the channel up to the portal into the triangle with this index.
  std::size_t relied_on = 0;

  std::uint64_t generation = 0;  // Hierarchy::generation() when the plan was made
  SearchStats stats;
};

// The position of a journey: a point, and the index in Plan::channel of the triangle with it.
struct PlanPosition {
  Point point;
  std::size_t index = 0;
};

}  // namespace clearway
