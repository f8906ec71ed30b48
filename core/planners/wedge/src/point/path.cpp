#include "path.hpp"

#include "clearway/base/error.hpp"

namespace clearway {
namespace {

// Appends the triangles over which the wedge of the node has advanced, up to `last`.
void append_wedge(const Mesh& mesh, const PointRoots& roots, const PointNode& node, TriangleId last,
                  std::vector<TriangleId>& channel) {
  HalfEdgeId ahead = node.first;
  channel.push_back(Mesh::triangle_of(ahead));
  if (channel.back() == last) return;
  const Ray left = boundary_ray(mesh, roots, roots[node.root], node.left);
  for (;;) {
    const bool is_right = left.side(mesh.point(mesh.apex(ahead))) >= 0;
    const Index twin = mesh.raw_twin(is_right ? Mesh::next(ahead) : Mesh::prev(ahead));
    if (twin & Mesh::constrained_bit) throw InternalError("a wedge crosses an obstacle");
    ahead = HalfEdgeId(twin);
    channel.push_back(Mesh::triangle_of(ahead));
    if (channel.back() == last) return;
  }
}

// Appends the triangles around the corner after the channel's last, up to `last`.
void append_fan(const Mesh& mesh, VertexId corner, bool ccw_first, TriangleId last,
                std::vector<TriangleId>& channel) {
  const std::size_t size = channel.size();
  for (const bool ccw : {ccw_first, !ccw_first}) {
    TriangleId t = channel.back();
    while (t != last) {
      HalfEdgeId h = Mesh::half_edge(t, 0);
      while (mesh.origin(h) != corner) ++h;
      const HalfEdgeId out = ccw ? Mesh::prev(h) : h;
      if (mesh.constrained(out)) break;
      t = Mesh::triangle_of(mesh.twin(out));
      channel.push_back(t);
      if (t == channel[size - 1]) break;
    }
    if (t == last) return;
    channel.resize(size);
  }
  throw InternalError("a path bends through an obstacle");
}

}  // namespace

void add_path_corner(const Point& corner, std::vector<Point>& corners) {
  if (corner == corners.back()) return;
  if (const std::size_t n = corners.size();
      n > 1 && orientation(corner, corners[n - 2], corners[n - 1]) == 0 &&
      between(corner, corners[n - 2], corners[n - 1]))
    corners.pop_back();
  corners.push_back(corner);
}

void append_segments(const std::vector<Point>& corners, Path& path) {
  for (std::size_t i = corners.size(); i-- > 1;)
    path.segments.push_back({corners[i], corners[i - 1], {}, 0.0, 0});
}

void PointPathWriter::write(const Mesh& mesh, const PointRoots& roots, const PointNodes& nodes,
                            SearchNodeId last, const Point& goal, Path& path) {
  corners_.assign(1, goal);
  for (PointRootId r = nodes[last].root; r != none; r = roots[r].parent)
    add_path_corner(roots[r].at, corners_);
  append_segments(corners_, path);
  chain_.clear();
  for (SearchNodeId n = last; n != none; n = nodes[n].parent) chain_.push_back(n);
  for (std::size_t i = chain_.size(); i-- > 0;) {
    const PointNode& n = nodes[chain_[i]];
    const TriangleId ahead = Mesh::triangle_of(n.first);
    // The triangle from which this node was created.
    const TriangleId before =
        n.kind == PointNode::wedge ? Mesh::triangle_of(mesh.twin(n.first)) : ahead;
    if (path.channel.empty())
      path.channel.push_back(before);
    else if (const PointNode& parent = nodes[chain_[i + 1]]; parent.kind == PointNode::wedge)
      append_wedge(mesh, roots, parent, before, path.channel);
    else
      append_fan(mesh, parent.left, parent.kind == PointNode::bend_left, before, path.channel);
  }
}

}  // namespace clearway
