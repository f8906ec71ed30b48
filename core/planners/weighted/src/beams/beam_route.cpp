#include "beam_route.hpp"

#include <algorithm>
#include <cmath>

namespace clearway {

namespace {

// Where the line from a source to a target crosses the side of a node.
Point crossing(const WeightedMesh& mesh, const BeamNode& node, const BeamSource& source,
               const Point& target) {
  SidePart part = side_of(mesh, node.entered);
  part.from = node.from;
  part.to = node.to;
  const Vector back =
      source.is_plane ? Vector{-source.ahead.x, -source.ahead.y} : source.at - target;
  const Vector to = part.origin - target;
  const double s = cross(back, to) / cross(part.along, back);
  return part.at(std::isfinite(s) ? std::clamp(s, part.from, part.to) : part.from);
}

// Crosses the sides around the pivot up to a triangle.
void turn_to(const WeightedMesh& mesh, TriangleId triangle, VertexId pivot, TriangleId& at,
             std::vector<RouteCrossing>& out) {
  if (at == triangle) return;
  const Mesh& m = mesh.mesh;
  HalfEdgeId first = Mesh::half_edge(at, 0);
  while (m.origin(first) != pivot) first = Mesh::next(first);
  const std::size_t before = out.size();
  for (const bool is_ccw : {true, false}) {
    out.resize(before);
    for (HalfEdgeId e = first;;) {
      const HalfEdgeId side = is_ccw ? Mesh::prev(e) : e;
      if (!mesh.regions.is_open(side)) break;
      out.push_back({m.twin(side), m.point(pivot)});
      e = is_ccw ? m.rotate_ccw(e) : m.rotate_cw(e);
      at = Mesh::triangle_of(e);
      if (at == triangle) return;
    }
  }
}

}  // namespace

std::vector<RouteCrossing> route_of(const WeightedMesh& mesh,
                                    const IdVector<BeamNodeId, BeamNode>& nodes, BeamNodeId last,
                                    const Point& goal, TriangleId& first) {
  // Backwards: the nodes with the points where they are crossed.
  struct Step {
    BeamNodeId node;
    Point at;
  };
  std::vector<Step> steps;
  Point target = goal;
  BeamNodeId child = last;
  for (BeamNodeId i = nodes[last].parent; i != none; child = i, i = nodes[i].parent) {
    const BeamNode& node = nodes[i];
    const BeamSource& source =
        node.kind == BeamNode::Kind::line ? nodes[child].source : node.source;
    if (node.kind == BeamNode::Kind::corner)
      target = node.source.at;
    else if (node.kind == BeamNode::Kind::line && nodes[child].kind == BeamNode::Kind::line)
      target = side_of(mesh, node.entered).at(node.from);
    else if (node.kind == BeamNode::Kind::line && nodes[child].kind == BeamNode::Kind::corner)
      target = side_of(mesh, node.entered).at(node.to);
    else if (node.kind == BeamNode::Kind::line && !source.is_plane)
      target = source.at;
    else
      target = crossing(mesh, node, source, target);
    steps.push_back({i, target});
  }
  first = nodes[child].first;
  std::reverse(steps.begin(), steps.end());
  const Mesh& m = mesh.mesh;
  std::vector<RouteCrossing> out;
  TriangleId at = first;
  VertexId pivot = none;
  for (const Step& step : steps) {
    const BeamNode& node = nodes[step.node];
    if (node.kind == BeamNode::Kind::corner) {
      turn_to(mesh, Mesh::triangle_of(node.entered), pivot, at, out);
      pivot = m.origin(node.entered);
      continue;
    }
    turn_to(mesh, Mesh::triangle_of(m.twin(node.entered)), pivot, at, out);
    out.push_back({node.entered, step.at});
    at = Mesh::triangle_of(node.entered);
  }
  turn_to(mesh, Mesh::triangle_of(nodes[last].entered), pivot, at, out);
  return out;
}

}  // namespace clearway
