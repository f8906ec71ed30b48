#include "query/gate_tree.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "mesh/half_edge_order.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {
namespace {

Point between(const Point& a, const Point& b, double s) {
  return {a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)};
}

// Where the line through two points crosses ab, which they lie on different sides of: the fraction
// of ab before it. Rounded.
double crossing(const Point& from, const Point& to, const Point& a, const Point& b) {
  const auto off = [&](const Point& p) {
    return std::abs((to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x));
  };
  const double before = off(a), after = off(b);
  return before + after > 0 ? before / (before + after) : 0.5;
}

// The representative of an element's union.
template <class I>
I find(IdVector<I, I>& top, I element) {
  while (top[element] != element) element = top[element] = top[top[element]];
  return element;
}

}  // namespace

GateTree::GateTree(const GateSet& gates) : gates_(gates) {
  add_regions();
  join_regions();
  grow();
  top_ = {};
  edges_ = {};
}

GateTree::Sides GateTree::sides_at(TriangleId t, const Point& p) const {
  Sides out;
  for (const GateId gate : gates_.inside(t)) out.push_back(gates_.is_left(gate, p));
  return out;
}

GateTree::RegionId GateTree::region(TriangleId t, const Sides& sides) const {
  if (plain_[t] != none) return plain_[t];
  const auto known = several_.find(t);
  if (known != several_.end())
    for (const RegionId r : known->second)
      if (regions_[r].sides == sides) return r;
  return none;
}

GateTree::RegionId GateTree::add_region(TriangleId t, const Sides& sides) {
  if (const RegionId known = region(t, sides); known != none) return known;
  const RegionId out = regions_.end_id();
  regions_.push_back({sides, none});
  top_.push_back(out);
  if (sides.empty())
    plain_[t] = out;
  else
    several_[t].push_back(out);
  return out;
}

// The regions on both sides of each gate inside a triangle, joined by that gate.
void GateTree::add_regions() {
  const Mesh& mesh = gates_.world().mesh();
  plain_.assign(mesh.triangles.size(), none);
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    const auto inside = gates_.inside(t);
    if (inside.empty()) add_region(t, {});
    for (std::size_t i = 0; i < inside.size(); ++i) {
      // The middle of the chord: of the points where the gate meets the sides.
      const Gate& gate = gates_[inside[i]];
      std::vector<Point> ends;
      for (Index k = 0; k < 3; ++k) {
        const HalfEdgeId e = Mesh::half_edge(t, k);
        const Point a = mesh.point(mesh.origin(e)), b = mesh.point(mesh.target(e));
        const int side_a = orientation(gate.from, gate.to, a),
                  side_b = orientation(gate.from, gate.to, b);
        if (side_a == 0) ends.push_back(a);
        if (side_a * side_b < 0) ends.push_back(between(a, b, crossing(gate.from, gate.to, a, b)));
      }
      if (ends.size() < 2) continue;  // rounding
      Sides sides = sides_at(t, between(ends[0], ends[1], 0.5));
      sides[i] = true;
      const RegionId left = add_region(t, sides);
      sides[i] = false;
      edges_.push_back({inside[i], left, add_region(t, sides)});
    }
  }
}

// Across portals: a portal that gates cross has a part in several regions.
void GateTree::join_regions() {
  const Mesh& mesh = gates_.world().mesh();
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    for (Index k = 0; k < 3; ++k) {
      const HalfEdgeId e = Mesh::half_edge(t, k);
      if (!mesh.constrained(e) && e < mesh.twin(e)) join_across(e);
    }
  }
}

void GateTree::join_across(HalfEdgeId portal) {
  const Mesh& mesh = gates_.world().mesh();
  const TriangleId here = Mesh::triangle_of(portal), there = Mesh::triangle_of(mesh.twin(portal));
  const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
  std::vector<double> cuts{0.0, 1.0};
  for (const TriangleId t : {here, there})
    for (const GateId id : gates_.inside(t)) {
      const Point from = gates_[id].from, to = gates_[id].to;
      if (orientation(from, to, a) * orientation(from, to, b) < 0)
        cuts.push_back(crossing(from, to, a, b));
    }
  std::sort(cuts.begin(), cuts.end());
  const GateId gate = gates_.at(portal);
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    const Point p = between(a, b, 0.5 * (cuts[i - 1] + cuts[i]));
    const RegionId x = add_region(here, sides_at(here, p)),
                   y = add_region(there, sides_at(there, p));
    if (gate == none) {
      top_[find(top_, x)] = find(top_, y);
    } else {
      const bool left = gates_.is_left(gate, mesh.point(mesh.apex(portal)));
      edges_.push_back({gate, left ? x : y, left ? y : x});
    }
  }
}

// Numbers the cells, and joins them by the widest gates first (Kruskal).
void GateTree::grow() {
  IdVector<RegionId, CellId> number(regions_.size(), none);
  IdVector<CellId, CellId> top;  // unions of cells
  for (const RegionId r : regions_.ids()) {
    CellId& cell = number[find(top_, r)];
    if (cell == none) top.push_back(cell = top.end_id());
    regions_[r].cell = cell;
  }
  // Gates are sorted by width, narrowest first.
  std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) {
    check_interrupt();
    return a.gate != b.gate ? a.gate > b.gate
                            : std::pair(a.left, a.right) < std::pair(b.left, b.right);
  });
  IdVector<CellId, std::vector<std::pair<CellId, CrossedGate>>> links(top.size());
  for (const Edge& edge : edges_) {
    check_interrupt();
    const CellId left = regions_[edge.left].cell, right = regions_[edge.right].cell;
    const CellId x = find(top, left), y = find(top, right);
    if (x == y) continue;
    top[x] = y;
    links[left].push_back({right, {edge.gate, true}});  // towards `left`, as seen from `right`
    links[right].push_back({left, {edge.gate, false}});
  }
  nodes_.assign(top.size(), {});
  IdVector<CellId, char> seen(top.size(), 0);
  std::vector<CellId> queue;
  for (const CellId root : nodes_.ids()) {
    if (seen[root]) continue;
    seen[root] = 1;
    queue.assign(1, root);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      check_interrupt();
      const CellId at = queue[i];
      for (const auto& [other, towards] : links[at]) {
        if (seen[other]) continue;
        seen[other] = 1;
        nodes_[other] = {at, towards, nodes_[at].depth + 1};
        queue.push_back(other);
      }
    }
  }
}

CellId GateTree::cell(const Point& p) const {
  const World& world = gates_.world();
  const Mesh& mesh = world.mesh();
  CellId out = none;
  // In order: a point on a gate is in the same cell whatever edits have made the world.
  for_each_triangle_at(mesh, in_order(mesh, world.locate(p)), [&](TriangleId t) {
    if (out != none || !mesh.is_free(t)) return;
    const RegionId known = region(t, sides_at(t, p));
    if (known != none) out = regions_[known].cell;
  });
  return out;
}

CellId GateTree::cell(GateId gate, bool left) const {
  const Mesh& mesh = gates_.world().mesh();
  const HalfEdgeId portal = gates_[gate].portal;
  TriangleId t = gates_[gate].triangle;
  if (portal != none) {
    const bool here = gates_.is_left(gate, mesh.point(mesh.apex(portal))) == left;
    t = Mesh::triangle_of(here ? portal : mesh.twin(portal));
  }
  Sides sides = sides_at(t, gates_.middle(gate));
  const auto inside = gates_.inside(t);
  for (std::size_t i = 0; i < inside.size(); ++i)
    if (inside[i] == gate) sides[i] = left;
  const RegionId known = region(t, sides);
  return known == none ? CellId(none) : regions_[known].cell;
}

std::vector<CrossedGate> GateTree::route(CellId from, CellId to, double below) const {
  std::vector<CrossedGate> out, back;
  if (from == none || to == none) return out;
  const auto add = [&](std::vector<CrossedGate>& list, CrossedGate gate, bool is_back) {
    if (!(gates_[gate.id].width < below)) return;
    if (is_back) gate.left_next = !gate.left_next;
    list.push_back(gate);
  };
  while (from != to) {
    check_interrupt();
    const Node &a = nodes_[from], &b = nodes_[to];
    if (a.depth >= b.depth) {
      if (a.parent == none) return {};
      add(out, a.gate, false);
      from = a.parent;
    } else {
      add(back, b.gate, true);
      to = b.parent;
    }
  }
  out.insert(out.end(), back.rbegin(), back.rend());
  return out;
}

}  // namespace clearway
