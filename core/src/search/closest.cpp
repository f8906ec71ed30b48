#include "closest.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "../query/features.hpp"
#include "../query/flood.hpp"
#include "../query/settle.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/interrupt.hpp"
#include "clearway/query/around.hpp"
#include "clearway/query/queries.hpp"

namespace clearway {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

bool is_in(const World& world, const Point& p, const std::vector<char>& reached) {
  bool in = false;
  for_each_triangle_at(world.mesh(), world.locate(p), [&](Index t) { in |= reached[t] != 0; });
  return in;
}

}  // namespace

std::optional<Point> closest_point(const World& world, const Point& p,
                                   const std::vector<char>& reached) {
  const Mesh& mesh = world.mesh();
  Index best = none;
  double least = std::numeric_limits<double>::infinity();
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
    check_interrupt();
    if (!reached[t]) continue;
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i);
      if (!mesh.constrained(e)) continue;
      const double d = distance(p, mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)));
      if (d < least) least = d, best = e;
    }
  }
  if (best == none) return std::nullopt;
  const Point a = mesh.point(mesh.origin(best)), b = mesh.point(mesh.target(best));
  const Point q = in_domain(nearest_on_segment(a, b, p));
  const double size = std::max({std::abs(q.x), std::abs(q.y), min_coordinate});
  const double long_ = std::max(distance(a, b), std::numeric_limits<double>::min());
  const Point inwards{(a.y - b.y) / long_, (b.x - a.x) / long_};
  if (const auto settled = settle(q, inwards, size * epsilon,
                                  [&](const Point& x) { return is_in(world, x, reached); }))
    return settled;
  return compare_distances(p, a, b) <= 0 ? a : b;
}

ClosestDiscs::ClosestDiscs(const World& world, const Point& p, double radius,
                           std::vector<char> reached)
    : world_(world), mesh_(world.mesh()), p_(p), r_(radius), reached_(std::move(reached)) {
  collect();
}

void ClosestDiscs::collect() {
  std::vector<char> seen_vertex(mesh_.vertices.size(), 0), seen = reached_;
  for (Index t = 0; t < mesh_.triangles.size(); ++t) {
    check_interrupt();
    if (!reached_[t]) continue;
    note(t, seen_vertex);
    // A disc may touch what lies beyond a side too narrow for its center.
    for (Index i = 0; i < 3; ++i) {
      const Index exit = Mesh::half_edge(t, i);
      const Index beyond = Mesh::triangle_of(mesh_.twin(exit));
      if (mesh_.constrained(exit) || reached_[beyond]) continue;
      const Point a = mesh_.point(mesh_.origin(exit)), b = mesh_.point(mesh_.target(exit));
      flood(
          mesh_, beyond, [](Index) { return true; },
          [&](Index e) {
            if (const Index here = Mesh::triangle_of(e); !seen[here]) {
              seen[here] = 1;
              note(here, seen_vertex);
            }
            if (mesh_.constrained(e)) return Side::wall;
            const double d =
                distance(mesh_.point(mesh_.origin(e)), mesh_.point(mesh_.target(e)), a, b);
            return d > r_ ? Side::wall : Side::pass;
          });
    }
  }
  std::sort(curves_.begin(), curves_.end());
}

// Takes in the corners and constrained sides of the triangle.
void ClosestDiscs::note(Index t, std::vector<char>& seen_vertex) {
  for (Index i = 0; i < 3; ++i) {
    const Index e = Mesh::half_edge(t, i);
    const Index v = mesh_.origin(e);
    const Point a = mesh_.point(v), b = mesh_.point(mesh_.target(e));
    if (!seen_vertex[v]) curves_.push_back({distance(p_, a), v, false});
    seen_vertex[v] = 1;
    if (mesh_.constrained(e)) curves_.push_back({distance(p_, a, b), e, true});
  }
}

OffsetCurve ClosestDiscs::offset(Index item, bool is_edge) const {
  if (!is_edge) return {mesh_.point(item), mesh_.point(item)};
  return {mesh_.point(mesh_.origin(item)), mesh_.point(mesh_.target(item))};
}

// The curve's candidates, alone and with every other curve that it can meet.
void ClosestDiscs::generate(const Curve& curve) {
  const OffsetCurve own = offset(curve.item, curve.is_edge);
  const Index start =
      Mesh::triangle_of(curve.is_edge ? curve.item : mesh_.vertices[curve.item].edge);
  const auto emit = [&](const OffsetCurve* first, std::size_t count) {
    for (const Candidate& c : candidates({first, count}, r_, p_, p_)) queue_.push(c);
  };
  emit(&own, 1);
  const double reach = 2 * r_ * (1 + 0x1p-20);
  std::vector<Index> vertices, edges;
  const auto is_new = [](std::vector<Index>& seen, Index item) {
    if (std::find(seen.begin(), seen.end(), item) != seen.end()) return false;
    seen.push_back(item);
    return true;
  };
  const auto pair = [&](Index item, bool is_edge) {
    if (item == curve.item && is_edge == curve.is_edge) return;
    if (!is_new(is_edge ? edges : vertices, item)) return;
    const std::array<OffsetCurve, 2> both{own, offset(item, is_edge)};
    if (distance(both[1].a, both[1].b, own.a, own.b) <= reach) emit(both.data(), 2);
  };
  flood(
      mesh_, start, [](Index) { return true; },
      [&](Index e) {
        const Index o = mesh_.origin(e), t = mesh_.target(e), twin = mesh_.twin(e);
        if (distance(mesh_.point(o), mesh_.point(t), own.a, own.b) > reach) return Side::wall;
        const bool left = mesh_.is_free(Mesh::triangle_of(e));
        const bool right = twin != none && mesh_.is_free(Mesh::triangle_of(twin));
        if (!left && !right) return Side::pass;
        pair(o, false);
        pair(t, false);
        if (mesh_.constrained(e)) {
          if (left) pair(e, true);
          if (right) pair(twin, true);
        }
        return Side::pass;
      });
}

std::optional<Point> ClosestDiscs::settled(const Candidate& c) const {
  // Sorts out what misses by more than rounding before anything is nudged.
  const double least = r_ - 32 * c.error;
  if (!is_in(world_, c.place, reached_) ||
      !is_free(world_, c.place, least < min_coordinate ? 0.0 : least))
    return std::nullopt;
  return settle(c.place, c.away, c.error, [&](const Point& x) {
    return is_free(world_, x, r_) && is_in(world_, x, reached_);
  });
}

std::optional<Point> ClosestDiscs::next() {
  for (;;) {
    check_interrupt();
    while (at_ < curves_.size() &&
           (queue_.empty() || curves_[at_].distance - r_ * (1 + 0x1p-40) <= queue_.top().distance))
      generate(curves_[at_++]);
    if (queue_.empty()) return std::nullopt;
    const Candidate best = queue_.top();
    queue_.pop();
    if (const auto place = settled(best)) return place;
  }
}

}  // namespace clearway
