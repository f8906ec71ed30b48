#include "repair.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "collision/measure.hpp"
#include "geometry/tolerances.hpp"
#include "obstacles/input_chains.hpp"
#include "path/find_channel.hpp"

namespace clearway {
namespace {

// If an edit adds more obstacles than this, paths are searched for again without testing whether
// the obstacles leave them as they are.
constexpr std::size_t max_tested_obstacles = 16;

template <class T>
void sort_unique(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

// Marks the clusters whose next steps the edit has changed, besides those that have lost or gained
// triangles.
void mark_next_steps(HierarchyData& data, const Edit& edit) {
  // Steps that lead to their node through a triangle of another cluster.
  for (const ClusterId c : IdRange<ClusterId>(data.tables.size()))
    for (const TriangleId t : data.tables[c].outside)
      if (t != none && data.changed[t] == data.generation) data.stale.mark_shape(c);
  if (data.radii.least > 0)
    for (const TriangleId t : edit.measured)
      if (const ClusterId c = data.partition.of(t); c != none) data.stale.mark_shape(c);
}

// Requests the edges that may have become shorter, or may have a path now, through the space that
// removed obstacles have freed. `touched`: the clusters of the edit.
void request_improvable(AbstractGraph& graph, const Obstacles& removed,
                        std::span<const ClusterId> touched) {
  const std::vector<InputChain> chains = input_chains(removed);
  if (chains.empty()) return;
  Box box = chains.front().box;
  for (const InputChain& chain : chains) box.add(chain.box.low), box.add(chain.box.high);
  IdVector<NodeId, double> to_box(graph.nodes().size());
  for (const NodeId i : graph.nodes().ids()) {
    const Point& p = graph.nodes()[i].position;
    to_box[i] = box.distance(box_of(p, p));
  }
  for (const EdgeId e : graph.edges().ids()) {
    const AbstractGraph::Edge& edge = graph.edges()[e];
    if (!edge.is_live() || edge.is_pending ||
        to_box[edge.u] + to_box[edge.v] >= edge.improvable_below)
      continue;
    const Point &u = graph.nodes()[edge.u].position, &v = graph.nodes()[edge.v].position;
    if (least_way(chains, u, v) < edge.improvable_below) graph.request(e);
  }
  // In the clusters of the edit: requests every edge without a path for some of its radii.
  for (const ClusterId c : touched)
    for (const NodeId node : graph.nodes_in(c))
      for (const AbstractGraph::Link& link : graph.links(node)) {
        const AbstractGraph::Edge& edge = graph.edges()[link.edge];
        if (edge.paths.empty() || edge.paths.back().most < graph.max_radius(edge))
          graph.request(link.edge);
      }
}

// Whether a path keeps its distance from the added obstacles, beyond rounding.
bool stays_clear(const World& world, std::span<const Handle> added,
                 std::span<const Segment> segments, double radius) {
  double size = radius;
  for (const Segment& s : segments) size = std::max({size, std::abs(s.end.x), std::abs(s.end.y)});
  const Verdict verdict = measure(input_chains(world.obstacles(added)), segments);
  return verdict.inside && !verdict.crosses &&
         verdict.clearance >= radius + tolerance::joint * size;
}

// If the added obstacles leave the path of an edge as it is, looks up its triangles again. The
// caller knows that nothing removed makes it shorter, so it is still the shortest. Only for discs:
// a point's path passes through vertices and cannot be traced.
bool keep_path(HierarchyData& data, const World& world, EdgeId e, std::span<const Handle> added) {
  const AbstractGraph::Edge& edge = data.graph.edges()[e];
  const double radius = data.radii.least;
  if (!data.radii.is_one() || radius == 0 || edge.paths.empty() ||
      added.size() > max_tested_obstacles)
    return false;
  const std::vector<Segment>& segments = edge.paths.front().segments;
  if (!added.empty() && !stays_clear(world, added, segments, radius)) return false;
  std::vector<HalfEdgeId> portals;
  const HalfEdgeId near = world.locate(data.graph.nodes()[edge.u].position).half_edge;
  if (segments.empty() || !find_channel(world.mesh(), near, segments, portals)) return false;
  std::vector<TriangleId> channel{Mesh::triangle_of(near)};
  for (const HalfEdgeId portal : portals) channel.push_back(Mesh::triangle_of(portal));
  data.graph.set_channel(e, std::move(channel), data.generation);
  data.index_paths(world, e);
  return true;
}

// Measures the nodes again that the edit may have touched, and removes those where no disc fits.
void check_nodes(HierarchyData& data, const World& world, std::span<const ClusterId> touched) {
  std::vector<NodeId> near;
  for (const EdgeId e : data.graph.pending())
    if (const AbstractGraph::Edge& edge = data.graph.edges()[e]; edge.is_live())
      near.insert(near.end(), {edge.u, edge.v});
  for (const ClusterId c : touched) {
    const std::vector<NodeId>& nodes = data.graph.nodes_in(c);
    near.insert(near.end(), nodes.begin(), nodes.end());
  }
  sort_unique(near);
  const NodePlacement placement = data.placement(world);
  for (const NodeId node : near) {
    const Point position = data.graph.nodes()[node].position;
    const double reach = placement.reach_at(position);
    data.graph.set_reach(node, reach);
    if (reach < 0 || placement.is_enclosed(position)) data.graph.remove_node(node, data.generation);
  }
}

}  // namespace

void repair(HierarchyData& data, const World& world, const Obstacles& removed,
            std::span<const Handle> added) {
  const Mesh& mesh = world.mesh();
  const Edit& edit = world.last_edit();
  data.resize(mesh.triangles.size());
  for (const auto* slots : {&edit.removed, &edit.added})
    for (const TriangleId t : *slots) data.changed[t] = data.generation;
  std::vector<ClusterId> touched;
  std::vector<EdgeId> passing;  // edges with a path through removed triangles
  for (const TriangleId t : edit.removed) {
    data.path_index.take(data.graph, t, passing);
    if (data.partition.of(t) == none) continue;
    touched.push_back(data.partition.of(t));
    data.partition.move(t, none);
  }
  data.partition.add(mesh, edit.added, touched);
  mark_next_steps(data, edit);
  sort_unique(touched);
  request_improvable(data.graph, removed, touched);
  sort_unique(passing);
  for (const EdgeId e : passing)
    if (!data.graph.edges()[e].is_pending && !keep_path(data, world, e, added))
      data.graph.request(e);
  check_nodes(data, world, touched);
  data.place_nodes(world, edit.added);
  data.unchecked.insert(data.unchecked.begin(), touched.begin(), touched.end());
}

}  // namespace clearway
