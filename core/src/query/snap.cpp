#include <algorithm>
#include <limits>
#include <queue>

#include "candidates.hpp"
#include "cells.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/interrupt.hpp"
#include "clearway/query/around.hpp"
#include "clearway/query/queries.hpp"
#include "features.hpp"
#include "flood.hpp"
#include "settle.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::optional<Point> snap_point(const World& world, const Point& p, const Location& at) {
  const Mesh& mesh = world.mesh();
  const Feature side = nearest_free_side(world, p, at, infinity, false);
  if (side.index == none) return std::nullopt;
  const Point a = mesh.point(mesh.origin(side.index)), b = mesh.point(mesh.target(side.index));
  const Point q = in_domain(nearest_on_segment(a, b, p));
  const double size = std::max({std::abs(q.x), std::abs(q.y), min_coordinate});
  const double length = std::max(distance(a, b), std::numeric_limits<double>::min());
  const Point away{(a.y - b.y) / length, (b.x - a.x) / length};
  if (const auto settled = settle(q, away, size * std::numeric_limits<double>::epsilon(),
                                  [&](const Point& x) { return is_free(world, x, 0.0); }))
    return settled;
  return compare_distances(p, a, b) <= 0 ? a : b;
}

// Best-first search over cells, nearest to p first. A cell with few features around it is
// decided at once by the candidates of their offset curves; others are split.
class DiscSnap {
 public:
  DiscSnap(const World& world, const Point& p, double r)
      : world_(world), mesh_(world.mesh()), p_(p), r_(r) {}

  std::optional<Point> run() {
    push(root_cell(world_));
    std::vector<SearchSquare> quarters;
    for (std::size_t count = 0; !queue_.empty() && count < most_cells; ++count) {
      check_interrupt(8);
      const Entry entry = queue_.top();
      queue_.pop();
      if (entry.distance >= best_distance_) break;
      if (!may_fit(world_, entry.cell, r_)) continue;
      const bool finest = is_finest(entry.cell, r_);
      // The longer it takes the larger the cells that are solved: corridors far longer
      // than wide would be cut into too many.
      const std::size_t few = std::clamp(few_curves * count / 1024, few_curves, most_curves);
      if (gather(entry.cell, finest ? finest_curves : few)) {
        try_candidates(entry.cell);
      } else if (finest) {
        try_candidates(entry.cell);
        consider(entry.cell.centre, {0, 0}, entry.cell.half);
      } else {
        quarters.clear();
        split(entry.cell, quarters);
        for (const SearchSquare& c : quarters) push(c);
      }
    }
    return best_;
  }

 private:
  struct Entry {
    double distance;
    std::size_t order;
    SearchSquare cell;
    bool operator<(const Entry& o) const {
      return distance > o.distance || (distance == o.distance && order > o.order);
    }
  };

  // A cell with few curves is solved, a finest one by finest_curves of what it has.
  static constexpr std::size_t few_curves = 16, most_curves = 512, finest_curves = 32;
  static constexpr std::size_t most_cells = std::size_t{1} << 18;

  void push(const SearchSquare& cell) {
    const double dx = std::max(0.0, std::abs(p_.x - cell.centre.x) - cell.half);
    const double dy = std::max(0.0, std::abs(p_.y - cell.centre.y) - cell.half);
    queue_.push({std::sqrt(dx * dx + dy * dy), order_++, cell});
  }

  // Collects the curves that a place in the cell can touch; false when there are more
  // than `most`, which are then kept.
  bool gather(const SearchSquare& cell, std::size_t most) {
    curves_.clear();
    vertices_.clear();
    edges_.clear();
    const double reach = r_ + cell.radius();
    const auto add_vertex = [&](Index v) {
      if (distance(cell.centre, mesh_.point(v)) > reach) return true;
      if (std::find(vertices_.begin(), vertices_.end(), v) != vertices_.end()) return true;
      if (curves_.size() >= most) return false;
      vertices_.push_back(v);
      curves_.push_back({mesh_.point(v), mesh_.point(v)});
      return true;
    };
    const Index start = Mesh::triangle_of(world_.locate(cell.centre).half_edge);
    return flood(
        mesh_, start, [](Index) { return true; },
        [&](Index e) {
          const Index o = mesh_.origin(e), t = mesh_.target(e);
          if (distance(cell.centre, mesh_.point(o), mesh_.point(t)) > reach) return Side::wall;
          const bool left = mesh_.is_free(Mesh::triangle_of(e));
          const Index twin = mesh_.twin(e);
          const bool right = twin != none && mesh_.is_free(Mesh::triangle_of(twin));
          if (!left && !right) return Side::pass;
          if (!add_vertex(o) || !add_vertex(t)) return Side::stop;
          const Index key = twin == none ? e : std::min(e, twin);
          if (mesh_.constrained(e) &&
              std::find(edges_.begin(), edges_.end(), key) == edges_.end()) {
            edges_.push_back(key);
            if (curves_.size() + left + right > most) return Side::stop;
            if (left) curves_.push_back({mesh_.point(o), mesh_.point(t)});
            if (right) curves_.push_back({mesh_.point(t), mesh_.point(o)});
          }
          return Side::pass;
        });
  }

  void try_candidates(const SearchSquare& cell) {
    const double reach = 2 * cell.radius();
    for (const Candidate& c : candidates(curves_, r_, p_, cell.centre)) {
      if (c.distance >= best_distance_) break;
      if (distance(c.place, cell.centre) <= reach) consider(c.place, c.away, c.error);
    }
  }

  void consider(const Point& q, const Point& away, double step) {
    // Sorts out what misses by more than rounding before anything is nudged.
    const double least = r_ - 32 * step;
    if (!is_free(world_, q, least < min_coordinate ? 0.0 : least)) return;
    const auto settled =
        settle(q, away, step, [&](const Point& x) { return is_free(world_, x, r_); });
    if (!settled) return;
    const double d = distance(p_, *settled);
    if (d >= best_distance_) return;
    best_distance_ = d;
    best_ = settled;
  }

  const World& world_;
  const Mesh& mesh_;
  const Point p_;
  const double r_;
  std::priority_queue<Entry> queue_;
  std::size_t order_ = 0;
  std::vector<OffsetCurve> curves_;
  std::vector<Index> vertices_, edges_;  // of curves_
  std::optional<Point> best_;
  double best_distance_ = infinity;
};

}  // namespace

std::optional<Point> snap(const World& world, const Point& p, double radius) {
  if (is_free(world, p, radius)) return p;
  if (radius <= 0) return snap_point(world, p, world.locate(p));
  return DiscSnap(world, p, radius).run();
}

}  // namespace clearway
