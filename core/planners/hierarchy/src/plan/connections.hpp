// Connections between the ends of a query and the nodes of their clusters.
#pragma once

#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"
#include "funnel/disc_funnel.hpp"
#include "hierarchy_data.hpp"
#include "planners/hierarchy/cached_path.hpp"

namespace clearway {

// An end of a query and a node of one of its clusters, with an estimate of the length between them.
struct Connection {
  NodeId node;
  double length;
  ClusterId cluster;
  Index row;            // of the node in the table of the cluster
  TriangleId triangle;  // where the next steps begin; none: the cluster is not connected there
};

// The nodes that the disc may reach from a point within its clusters, by looking up next steps.
void find_connections(const World& world, const HierarchyData& data, const LocatedPoint& end,
                      double radius, std::vector<Connection>& out);

// Computes the path of a connection, from the end to the node, or backwards.
class ConnectionPaths {
 public:
  ConnectionPaths(const World& world, const HierarchyData& data, const ExactSearch& exact,
                  DiscFunnel& funnel)
      : world_(world), data_(data), exact_(exact), funnel_(funnel) {}

  // Follows the next steps and pulls their channel tight; without next steps, the shortest path.
  // False: the disc cannot pass.
  bool follow(const Connection& connection, const Point& end, double radius, bool backwards,
              Path& out);

 private:
  const World& world_;
  const HierarchyData& data_;
  const ExactSearch& exact_;
  DiscFunnel& funnel_;
  std::vector<HalfEdgeId> portals_;
};

}  // namespace clearway
