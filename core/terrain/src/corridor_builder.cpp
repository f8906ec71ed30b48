#include "corridor_builder.hpp"

#include <algorithm>

#include "clearway/base/interrupt.hpp"
#include "levels.hpp"
#include "mesh/corners.hpp"
#include "portal_sum.hpp"
#include "tree_builder.hpp"

namespace clearway {

StructureId CorridorBuilder::build(HalfEdgeId side) {
  const StructureId id = t_.new_corridor();
  Corridor c;
  c.end[0] = side;
  c.first = static_cast<Index>(t_.path.size());
  walk_forward(c);
  add_triangles(c, id);
  narrowest_.locate(c);
  narrowest_.add_closing_gates(c);
  walk_backward(c);
  for (const HalfEdgeId end : c.end) {
    t_.structure(end) = id;
    t_.link(end).corner = angle_between(mesh_, Mesh::prev(end), end);
  }
  t_.corridors[id] = c;
  build_side_trees(c);
  return id;
}

void CorridorBuilder::build_ring(TriangleId first) {
  const StructureId id = t_.new_corridor();
  Corridor c;
  c.first = static_cast<Index>(t_.path.size());
  c.label = t_.new_label();
  HalfEdgeId in = Mesh::half_edge(first, 0);
  while (mesh_.constrained(in) || t_.level[Mesh::triangle_of(mesh_.twin(in))] != 2)
    in = Mesh::next(in);
  do {
    check_interrupt();
    const HalfEdgeId out = find_onward(mesh_, t_, in);
    t_.path.push_back({Mesh::triangle_of(in), in, out});
    narrowest_.add(c, in, out);
    in = mesh_.twin(out);
  } while (Mesh::triangle_of(in) != first);
  add_triangles(c, id);
  narrowest_.locate(c);
  t_.corridors[id] = c;
  build_side_trees(c);
}

// From end[0] to the next decision node, where it sets end[1]. Sets the links back to end[0].
void CorridorBuilder::walk_forward(Corridor& c) {
  const HalfEdgeId side = c.end[0];
  narrowest_.begin(c, side);
  widths_.clear();
  angles_.clear();
  PortalSum sum(mesh_, side);
  Link back{Mesh::triangle_of(side), side, c.width};
  HalfEdgeId in = mesh_.twin(side);
  while (t_.level[Mesh::triangle_of(in)] == 2) {
    check_interrupt();
    const HalfEdgeId out = find_onward(mesh_, t_, in);
    t_.path.push_back({Mesh::triangle_of(in), in, out});
    t_.link(in) = back;
    widths_.push_back(narrowest_.add(c, in, out));
    angles_.push_back(angle_between(mesh_, in, out));
    sum.add(out);
    back.choke = c.width;
    back.angle += angles_.back();
    back.length = sum.sum();
    in = mesh_.twin(out);
  }
  t_.link(in) = back;
  c.end[1] = in;
  c.angle = back.angle;
  c.length = back.length;
}

// Sets the links on to end[1]. Angle and length of the whole corridor get the same value at both
// ends: sums in the two directions differ by rounding, and the length bounds by more.
void CorridorBuilder::walk_backward(Corridor& c) {
  const HalfEdgeId side = c.end[0], in = c.end[1];
  const Step* const steps = t_.path.data() + c.first;
  PortalSum sum(mesh_, in);
  Link ahead{Mesh::triangle_of(in), in, world_.width(c.count > 0 ? in : side)};
  for (Index k = c.count; k-- > 0;) {
    check_interrupt();
    t_.link(steps[k].ahead) = ahead;
    ahead.choke = std::min(ahead.choke, widths_[k]);
    ahead.angle += angles_[k];
    sum.add(k > 0 ? steps[k - 1].ahead : side);
    ahead.length = sum.sum();
  }
  c.length = std::max(ahead.length, c.length);
  ahead.length = c.length;
  ahead.angle = c.angle;
  t_.link(side) = ahead;
  t_.link(in).length = c.length;
}

// Enters the steps from c.first to the end of the path in the tables.
void CorridorBuilder::add_triangles(Corridor& c, StructureId id) {
  c.count = static_cast<Index>(t_.path.size()) - c.first;
  for (Index k = 0; k < c.count; ++k) {
    const Step& step = t_.path[c.first + k];
    t_.position[step.triangle] = k;
    t_.set_structure(step.triangle, id);
    t_.back[step.triangle] = step.back;
    t_.ahead[step.triangle] = step.ahead;
  }
}

void CorridorBuilder::build_side_trees(const Corridor& c) {
  for (Index k = 0; k < c.count; ++k) {
    const Step step = t_.path[c.first + k];  // a copy: the path grows
    build_side_tree(world_, t_, step);
  }
}

}  // namespace clearway
