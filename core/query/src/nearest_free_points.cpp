#include "query/nearest_free_points.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "blocking_feature.hpp"
#include "clearway/base/interrupt.hpp"
#include "curves_near.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/flood.hpp"
#include "mesh/triangles_at.hpp"
#include "query/free.hpp"
#include "query/nudge.hpp"

namespace clearway {
namespace {

// Squares are not split below this part of the radius.
constexpr double finest_part = 0x1p-5;

// The curves of a square with no more triangles than this are added at once.
constexpr std::size_t few_triangles = 8;
// This many steps of a search allow one triangle more.
constexpr std::size_t steps_per_triangle = 4;

}  // namespace

NearestFreePoints::NearestFreePoints(const World& world, const Point& p, double radius,
                                     const IdVector<TriangleId, char>* among)
    : world_(world), mesh_(world.mesh()), p_(p), r_(radius), among_(among) {
  push(square_around(world));
}

NearestFreePoints::~NearestFreePoints() = default;

bool NearestFreePoints::Entry::operator<(const Entry& o) const {
  if (distance != o.distance) return distance > o.distance;
  if (is_square != o.is_square) return o.is_square;
  if (point != o.point) return before(o.point, point);
  return order > o.order;
}

void NearestFreePoints::push(const SearchSquare& square) {
  const double dx = std::max(0.0, std::abs(p_.x - square.centre.x) - square.half);
  const double dy = std::max(0.0, std::abs(p_.y - square.centre.y) - square.half);
  squares_.push_back(square);
  queue_.push({std::sqrt(dx * dx + dy * dy), square.centre, order_++,
               static_cast<Index>(squares_.size() - 1), true});
}

void NearestFreePoints::push(Range range) {
  const OffsetPath& path = paths_[range.path];
  range.at = path.nearest(range.range.low.at, range.range.high.at);
  const Point nearest = path.at(range.at);
  const auto try_end = [&](const OffsetRange::End& end) {
    if (range.at != end.at || !end.meets) return false;
    const auto met = intersection(path.curve(), end.curve, r_, nearest);
    if (met) range.candidate = *met;
    return met.has_value();
  };
  if (!try_end(range.range.low) && !try_end(range.range.high))
    range.candidate = candidate_on(path.curve(), r_, nearest);
  Index slot;
  if (free_slots_.empty()) {
    slot = static_cast<Index>(ranges_.size());
    ranges_.push_back(range);
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
    ranges_[slot] = range;
  }
  const Point& at = ranges_[slot].candidate.point;
  queue_.push({distance(p_, at), at, order_++, slot, false});
}

std::optional<Point> NearestFreePoints::next(std::uint64_t limit, double max_distance) {
  if (last_) skip_free(*last_);
  last_.reset();
  while (!queue_.empty() && steps_ < limit && queue_.top().distance <= max_distance) {
    check_interrupt(8);
    ++steps_;
    const Entry entry = queue_.top();
    queue_.pop();
    if (entry.is_square) {
      expand(SearchSquare(squares_[entry.item]));
      continue;
    }
    const Range range = ranges_[entry.item];
    free_slots_.push_back(entry.item);
    if (const auto point = test(range)) {
      last_ = range;
      return point;
    }
  }
  return std::nullopt;
}

void NearestFreePoints::expand(const SearchSquare& square) {
  if (!may_fit(world_, square, r_)) return;
  const bool is_small = square.radius() <= r_ * finest_part || is_finest(square, r_);
  // The limit grows with the search, because corridors far longer than wide would be divided into
  // too many squares.
  const std::size_t limit =
      is_small ? mesh_.triangles.size() : few_triangles + steps_ / steps_per_triangle;
  if (curves_near(world_, square, r_, among_, limit, found_)) {
    for (const FeatureCurve& f : found_)
      if (known_.insert(f.key()).second) add_path(f);
    return;
  }
  std::vector<SearchSquare> quarters;
  split(square, quarters);
  for (const SearchSquare& quarter : quarters) push(quarter);
}

void NearestFreePoints::add_path(const FeatureCurve& curve) {
  paths_.emplace_back(curve.curve, r_, p_);
  features_.push_back(curve.feature);
  push({static_cast<Index>(paths_.size() - 1), paths_.back().whole(), 0.0, {}, 0.0});
}

bool NearestFreePoints::is_wanted(const Location& at) const {
  if (!among_) return true;
  bool is = false;
  for_each_triangle_at(mesh_, at, [&](TriangleId t) { is |= (*among_)[t] != 0; });
  return is;
}

double NearestFreePoints::min_step(const Range& range) const {
  return std::max(r_ * tolerance::radius, tolerance::steps_to_next * range.candidate.error);
}

// The point of the range nearest to p, if the disc fits there. If not, the part of the range that
// is blocked for the same reason is removed, and what remains is pushed.
std::optional<Point> NearestFreePoints::test(const Range& range) {
  const Candidate& c = range.candidate;
  const Point& q = c.point;
  const OffsetPath& path = paths_[range.path];
  const ObstacleFeature& own = features_[range.path];
  const double tolerance = tolerance::steps_too_near * c.error;
  const double forced = std::max(min_step(range), 2 * range.step);
  const auto block = [&](const ObstacleFeature& by) {
    const double depth = (r_ - by.distance) * (1 - tolerance::depth);
    const bool is_shallow =
        depth < tolerance::shallow_depth * r_;  // rounding may leave no progress
    const double least = is_shallow ? std::max(depth, forced) : depth;
    const auto end = [&](VertexId v) { return mesh_.point(v); };
    remove(range,
           by.kind == ObstacleFeature::vertex
               ? path.around_disc(range.at, end(by.vertex_id()), r_, true, least)
               : path.around_strip(range.at, end(mesh_.origin(by.half_edge())),
                                   end(mesh_.target(by.half_edge())), least),
           is_shallow ? forced : 0.0);
    return std::nullopt;
  };
  // Before point location, which costs more.
  if (const ObstacleFeature by = adjacent_blocking_feature(mesh_, q, r_ - tolerance, own);
      by.index != none)
    return block(by);
  const Location at = world_.locate(q);
  const TriangleId t = Mesh::triangle_of(at.half_edge);
  const auto corner = [&](Index i) { return mesh_.point(mesh_.triangles[t].vertex[i]); };
  if (!is_clear(mesh_, at)) {
    // Nothing within the radius of a blocked triangle is free.
    double depth = 0.0;
    if (at.kind == Location::face && !mesh_.is_free(t))
      depth = std::min({distance(q, corner(0), corner(1)), distance(q, corner(1), corner(2)),
                        distance(q, corner(2), corner(0))});
    const double reach = (r_ + depth) * (1 - tolerance::curve_touch);
    remove(range, path.around_disc(range.at, q, reach, false, 0.5 * reach), 0.0);
    return std::nullopt;
  }
  if (!is_wanted(at)) {
    OffsetRange out = path.around_triangle(range.at, {corner(0), corner(1), corner(2)}, 0.0);
    out.low.at -= forced;
    out.high.at += forced;
    remove(range, out, forced);
    return std::nullopt;
  }
  if (const ObstacleFeature by = blocking_feature(mesh_, q, t, r_ - tolerance, own);
      by.index != none)
    return block(by);
  const double least = r_ - tolerance;
  if (fits(world_, {q, at}, least < min_coordinate ? 0.0 : least)) {
    const auto free = nudge(q, c.away, c.error, [&](const Point& x) {
      const Location here = world_.locate(x);
      return fits(world_, {x, here}, r_) && is_wanted(here);
    });
    if (free) return free;
  }
  // Blocked by no more than rounding.
  if (const ObstacleFeature by = blocking_feature(mesh_, q, t, r_, own); by.index != none)
    return block(by);
  remove(range, {{range.at - forced}, {range.at + forced}}, forced);
  return std::nullopt;
}

// Pushes what remains of a range.
void NearestFreePoints::remove(const Range& from, const OffsetRange& blocked, double step) {
  if (from.is_point) return;
  // Two curves may bound one point from both sides: rounding must not lose it.
  const double about = tolerance::curve_crossing * r_;
  const auto add = [&](const OffsetRange::End& low, const OffsetRange::End& high) {
    if (!(high.at >= low.at - about)) return;
    if (high.at > low.at) return push({from.path, {low, high}, 0.0, {}, step});
    push({from.path, {low, low}, 0.0, {}, step, true});
    push({from.path, {high, high}, 0.0, {}, step, true});
  };
  if (blocked.low.at >= from.range.low.at - about) add(from.range.low, blocked.low);
  if (blocked.high.at <= from.range.high.at + about) add(blocked.high, from.range.high);
}

// Continues beyond a free point that the caller did not want: all free points of the curve that are
// connected to it are as good. Other free stretches in its triangle end where curves intersect.
void NearestFreePoints::skip_free(const Range& range) {
  if (range.is_point) return;
  const OffsetPath& path = paths_[range.path];
  const Point q = range.candidate.point;
  const TriangleId t = Mesh::triangle_of(world_.locate(q).half_edge);
  const auto corner = [&](Index i) { return mesh_.point(mesh_.triangles[t].vertex[i]); };
  OffsetRange inside = path.around_triangle(range.at, {corner(0), corner(1), corner(2)}, 0.0);
  const double step = std::max(min_step(range), 2 * range.step);
  inside.low.at -= step;
  inside.high.at += step;
  remove(range, inside, step);
  const double low = std::max(inside.low.at, range.range.low.at),
               high = std::min(inside.high.at, range.range.high.at);
  const double reach =
      r_ * (1 + tolerance::curve_touch) + std::max(range.at - low, high - range.at);
  std::unordered_set<std::uint64_t> seen;
  const auto meet = [&](const FeatureCurve& other) {
    if (!seen.insert(other.key()).second) return;
    path.for_each_meeting(other.curve.a, other.curve.b, [&](OffsetRange::End end) {
      if (path.curve().is_circle()) {
        const double turn = 2 * std::numbers::pi * r_;
        end.at = range.at + std::remainder(end.at - range.at, turn);
      }
      if (end.at >= low && end.at <= high) push({range.path, {end, end}, 0.0, {}, 0.0, true});
    });
  };
  flood(
      mesh_, t,
      [&](VertexId v) {
        check_interrupt();
        const Point at = mesh_.point(v);
        if (distance(q, at) <= reach) meet({{ObstacleFeature::vertex, v.number()}, {at, at}});
        return true;
      },
      [&](HalfEdgeId e) {
        const Point a = mesh_.point(mesh_.origin(e)), b = mesh_.point(mesh_.target(e));
        if (distance(q, a, b) > reach) return Side::wall;
        if (!mesh_.constrained(e)) return Side::pass;
        meet({{ObstacleFeature::edge, e.number()}, {a, b}});
        return Side::wall;
      });
}

}  // namespace clearway
