#include "contact_test.hpp"

#include <cmath>

#include "clearway/mesh/location.hpp"

namespace clearway {
namespace {

// After this many illegal tangents the disc is tested at the contact before the tangent is
// measured: where posts are closer together than the disc is wide, a root sees many and can touch
// few.
constexpr std::uint64_t max_illegal = 256;

}  // namespace

void DiscContactTest::begin(double radius, double scale) {
  r_ = radius;
  collision_.emplace(world_, radius, scale);
  tangents_.forget();
  illegal_ = 0;
}

bool DiscContactTest::make_root(const Contact& contact, DiscRoot& root) {
  const auto& [vertex, side, parent, direction, cost, end_distance] = contact;
  const Circle circle{mesh_.point(vertex), side * r_};
  const Point touch = circle.touch(direction);
  const DiscRoot& from = roots_[parent];
  const double max_turn = corners_.max_turn(vertex, end_distance);
  root = {circle, side, vertex, parent, none, none, from.depth + 1, direction, cost, 0.0, 0.0};
  const auto set_reach = [&](double reach) {
    root.reach = reach;
    root.limit = std::min(reach, max_turn);
  };
  const bool is_isolated = corners_.is_isolated(vertex, collision_->reach());
  const Vector outwards{side * direction.y, -side * direction.x};
  if (!is_isolated && illegal_ > max_illegal && !corners_.can_stand(vertex, outwards)) return false;
  if (is_isolated) {
    set_reach(corners_.isolated_reach(vertex, outwards, side, collision_->wall_angle()));
    if (!roots_.is_needed(root)) return false;
  }
  TangentCache::Tangent* known = nullptr;
  if (from.vertex != none) known = &tangents_.between(from.vertex, from.side, vertex, side);
  if (known && known->is_legal == TangentCache::no) return false;
  const bool is_new = !known || known->near == none;
  root.near = is_new ? walk(mesh_, touch, mesh_.vertices[vertex].edge).half_edge : known->near;
  if (!is_isolated) {
    const double bearing = std::atan2(touch.y - circle.center.y, touch.x - circle.center.x);
    set_reach(is_new ? collision_->roll(vertex, bearing, side, Mesh::triangle_of(root.near))
                     : known->reach);
    if (!roots_.is_needed(root)) return false;
  }
  if (known) known->near = root.near, known->reach = root.reach;
  if (!known || known->is_legal == TangentCache::unknown) {
    const Point start = from.circle.touch(direction);
    const bool is_legal =
        (is_isolated && from.vertex != none &&
         corners_.is_isolated(from.vertex, collision_->reach()) &&
         collision_->is_line_empty(touch, start, vertex, from.vertex, root.near)) ||
        collision_->line(start, touch, from.near);
    if (known) known->is_legal = is_legal ? TangentCache::yes : TangentCache::no;
    if (!is_legal) {
      ++illegal_;
      return false;
    }
  }
  return true;
}

}  // namespace clearway
