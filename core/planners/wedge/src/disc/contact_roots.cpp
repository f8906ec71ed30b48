#include "contact_roots.hpp"

#include <cmath>

#include "mesh/half_edge_order.hpp"
#include "mesh/location.hpp"

namespace clearway {
namespace {

// After this many illegal tangents, the disc is tested at the contact before the tangent is
// measured: where posts are closer together than the disc is wide, a root sees many and can touch
// few.
constexpr std::uint64_t max_illegal = 256;

}  // namespace

// The cheap tests come first; measuring the tangent costs most.
DiscRootId DiscContactRoots::make_root(const DiscNode& node) {
  const VertexId vertex = node.vertex();
  if (roots_.is_dominated(vertex, node.side(), node.direction(), node.cost())) return none;
  const DiscCollision& collision = *query_.collision;
  const Circle circle{mesh_.point(vertex), node.side() * query_.r};
  const Point contact = circle.touch(node.direction());
  const DiscRoot& from = roots_[node.root()];
  const double end_distance = std::min(length(circle.center - roots_[start_root].circle.center),
                                       query_.goals->least_distance(circle.center));
  const double max_turn = corners_.max_turn(vertex, end_distance);
  DiscRoot root{circle,         node.side(),      vertex,      node.root(), none, none,
                from.depth + 1, node.direction(), node.cost(), 0.0,         0.0};
  const auto set_reach = [&](double reach) {
    root.reach = reach;
    root.limit = std::min(reach, max_turn);
  };
  const bool is_isolated = corners_.is_isolated(vertex, collision.reach());
  const Vector outwards{node.side() * node.direction().y, -node.side() * node.direction().x};
  if (!is_isolated && illegal_ > max_illegal && !corners_.fits_at_contact(vertex, outwards))
    return none;
  if (is_isolated) {
    set_reach(corners_.isolated_reach(vertex, outwards, node.side(), collision.wall_angle()));
    if (!roots_.is_needed(root)) return none;
  }
  TangentCache::Tangent* known = nullptr;
  if (from.vertex != none) known = &tangents_.between(from.vertex, from.side, vertex, node.side());
  if (known && known->is_legal == TangentCache::no) return none;
  const bool is_new = !known || known->near == none;
  root.near = is_new ? in_order(mesh_, walk(mesh_, contact, mesh_.vertices[vertex].edge)).half_edge
                     : known->near;
  if (!is_isolated) {
    const double bearing = std::atan2(contact.y - circle.center.y, contact.x - circle.center.x);
    set_reach(is_new ? collision.roll(vertex, bearing, node.side(), Mesh::triangle_of(root.near))
                     : known->reach);
    if (!roots_.is_needed(root)) return none;
  }
  if (known) known->near = root.near, known->reach = root.reach;
  if (!known || known->is_legal == TangentCache::unknown) {
    const bool is = is_legal(node, contact, root.near, is_isolated);
    if (known) known->is_legal = is ? TangentCache::yes : TangentCache::no;
    if (!is) {
      ++illegal_;
      return none;
    }
  }
  return roots_.add(root);
}

// Whether the disc can follow the tangent to the contact at `end`, which is in the triangle of
// `near`. `is_isolated`: the corner is.
bool DiscContactRoots::is_legal(const DiscNode& node, const Point& end, HalfEdgeId near,
                                bool is_isolated) const {
  const DiscCollision& collision = *query_.collision;
  const DiscRoot& from = roots_[node.root()];
  const Point start = from.circle.touch(node.direction());
  return (is_isolated && from.vertex != none &&
          corners_.is_isolated(from.vertex, collision.reach()) &&
          collision.is_line_empty(end, start, node.vertex(), from.vertex, near)) ||
         collision.line(start, end, from.near);
}

}  // namespace clearway
