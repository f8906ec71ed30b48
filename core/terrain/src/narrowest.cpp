#include "narrowest.hpp"

#include <algorithm>

#include "clearance/clearance.hpp"
#include "clearance/sleeve.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/corners.hpp"
#include "world/access.hpp"

namespace clearway {

namespace {

// An order of edges by the coordinates of their ends, whatever their direction.
bool edge_lies_before(const Mesh& mesh, HalfEdgeId a, HalfEdgeId b) {
  const auto ends = [&](HalfEdgeId e) {
    const Point p = mesh.point(mesh.origin(e)), q = mesh.point(mesh.target(e));
    return before(q, p) ? std::pair(q, p) : std::pair(p, q);
  };
  const auto [p, q] = ends(a);
  const auto [u, v] = ends(b);
  return p != u ? before(p, u) : before(q, v);
}

double squared_length(const Mesh& mesh, HalfEdgeId e) {
  const Point p = mesh.point(mesh.origin(e)), q = mesh.point(mesh.target(e));
  return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

}  // namespace

void NarrowestFinder::begin(Corridor& c, HalfEdgeId portal) {
  turns_.clear();
  portal_ = c.narrow = portal;
  portal_width_ = c.width = world_.width(portal);
}

double NarrowestFinder::add(Corridor& c, HalfEdgeId in, HalfEdgeId out) {
  const double width = clearance_of(world_).turn_width(corner_between(in, out));
  const bool is_first = c.narrow == none;
  if (is_first || width <= c.width) {
    if (is_first || width < c.width) turns_.clear();
    c.width = width;
    c.narrow = in;
    turns_.push_back({Mesh::triangle_of(in), in, out});
  }
  return width;
}

// Where a turn is as narrow as `width`, its turn width; and whether that is a gate.
std::pair<HalfEdgeId, bool> NarrowestFinder::narrow_place(const Step& step, double width) const {
  const Mesh& mesh = world_.mesh();
  const HalfEdgeId in = step.back, out = step.ahead;
  // Rounding of the width does not matter for where it is.
  const double longest = width * width * (1 + tolerance::product_filter);
  const double length_in = squared_length(mesh, in), length_out = squared_length(mesh, out);
  if (std::min(length_in, length_out) <= longest) {
    const bool is_out =
        length_out < length_in || (length_out == length_in && edge_lies_before(mesh, out, in));
    return {is_out ? out : in, false};
  }
  const HalfEdgeId base = out == Mesh::next(in) ? Mesh::prev(in) : Mesh::next(in);
  if (mesh.constrained(base) && world_.height(base) <= width) return {base, false};
  // A gate elsewhere in its sleeve is charged to this turn: the one of that width.
  HalfEdgeId found = none;
  clearance_of(world_).for_gates_at(step.triangle, [&](HalfEdgeId corner, double) {
    const auto gate = find_sleeve(world_, corner);
    if (!gate || gate->width != width || (found != none && !edge_lies_before(mesh, corner, found)))
      return;
    found = corner;
  });
  return found == none ? std::pair(in, false) : std::pair(found, true);
}

void NarrowestFinder::locate(Corridor& c) {
  const bool is_at_portal = !c.is_ring() && c.width == portal_width_;
  c.narrow = none;
  const auto offer = [&](HalfEdgeId place, bool is_gate) {
    if (c.narrow != none && !edge_lies_before(world_.mesh(), place, c.narrow)) return;
    c.narrow = place;
    c.is_gate = is_gate;
  };
  if (is_at_portal) offer(portal_, false);
  for (const Step& step : turns_) {
    const auto [place, is_gate] = narrow_place(step, c.width);
    offer(place, is_gate);
  }
}

void NarrowestFinder::add_closing_gates(Corridor& c) const {
  for (const HalfEdgeId end : c.end) {
    const auto [width, corner] = clearance_of(world_).limiting_gate(end);
    if (width > c.width) continue;
    if (width == c.width && !edge_lies_before(world_.mesh(), corner, c.narrow)) continue;
    c.width = width;
    c.narrow = corner;
    c.is_gate = true;
  }
}

}  // namespace clearway
