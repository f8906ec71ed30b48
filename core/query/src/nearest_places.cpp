#include "query/nearest_places.hpp"

#include <algorithm>
#include <limits>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "clearway/query/queries.hpp"
#include "mesh/flood.hpp"
#include "mesh/triangles_at.hpp"
#include "query/features.hpp"
#include "query/settle.hpp"

namespace clearway {
namespace {

// What rounding may cost a place, in steps of its construction.
constexpr double tolerated = 32;

// Cells are split no further when they are this part of the radius.
constexpr double finest_part = 0x1p-5;

// Triangles in a cell whose curves are added at once.
constexpr std::size_t few_triangles = 8;

}  // namespace

NearestPlaces::NearestPlaces(const World& world, const Point& p, double radius,
                             const IdVector<TriangleId, char>* among)
    : world_(world), mesh_(world.mesh()), p_(p), r_(radius), among_(among) {
  push(root_cell(world));
}

bool NearestPlaces::Entry::operator<(const Entry& o) const {
  if (distance != o.distance) return distance > o.distance;
  if (is_cell != o.is_cell) return o.is_cell;
  if (place != o.place) return before(o.place, place);
  return order > o.order;
}

void NearestPlaces::push(const SearchSquare& cell) {
  const double dx = std::max(0.0, std::abs(p_.x - cell.centre.x) - cell.half);
  const double dy = std::max(0.0, std::abs(p_.y - cell.centre.y) - cell.half);
  cells_.push_back(cell);
  queue_.push({std::sqrt(dx * dx + dy * dy), cell.centre, order_++,
               static_cast<Index>(cells_.size() - 1), true});
}

void NearestPlaces::push(Range range) {
  const OffsetPath& path = paths_[range.path];
  range.at = path.nearest(range.range.low.at, range.range.high.at);
  const Point place = path.at(range.at);
  const auto try_end = [&](const OffsetRange::End& end) {
    if (range.at != end.at || !end.meets) return false;
    const auto met = meeting(path.curve(), end.curve, r_, place);
    if (met) range.candidate = *met;
    return met.has_value();
  };
  if (!try_end(range.range.low) && !try_end(range.range.high))
    range.candidate = on_curve(path.curve(), r_, place);
  Index slot;
  if (free_slots_.empty()) {
    slot = static_cast<Index>(ranges_.size());
    ranges_.push_back(range);
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
    ranges_[slot] = range;
  }
  const Point& at = ranges_[slot].candidate.place;
  queue_.push({distance(p_, at), at, order_++, slot, false});
}

std::optional<Point> NearestPlaces::next(std::uint64_t limit) {
  if (last_) skip_free(*last_);
  last_.reset();
  while (!queue_.empty() && steps_ < limit) {
    check_interrupt(8);
    ++steps_;
    const Entry entry = queue_.top();
    queue_.pop();
    if (entry.is_cell) {
      open(SearchSquare(cells_[entry.item]));
      continue;
    }
    const Range range = ranges_[entry.item];
    free_slots_.push_back(entry.item);
    if (const auto place = test(range)) {
      last_ = range;
      return place;
    }
  }
  return std::nullopt;
}

// --- cells -------------------------------------------------------------------------

void NearestPlaces::open(const SearchSquare& cell) {
  if (!may_fit(world_, cell, r_)) return;
  const bool is_whole = cell.radius() <= r_ * finest_part || is_finest(cell, r_);
  // The longer it takes the more a cell may hold: corridors far longer than wide would be cut
  // into too many.
  if (gather(cell, is_whole ? mesh_.triangles.size() : few_triangles + steps_ / 4)) {
    for (const Found& f : found_)
      if (known_.insert(f.key).second) add_path(f.curve, static_cast<Index>(f.key / 2));
    return;
  }
  std::vector<SearchSquare> quarters;
  split(cell, quarters);
  for (const SearchSquare& c : quarters) push(c);
}

// Collects the curves that a place in the cell can touch. The segment from the place to its
// obstacle crosses free triangles only. False when there are more than `most` triangles.
bool NearestPlaces::gather(const SearchSquare& cell, std::size_t most) {
  found_.clear();
  const double radius = cell.radius(), reach = r_ * (1 + tolerance::radius) + radius;
  const Point c = cell.centre;
  const auto away = [&](HalfEdgeId e) {
    return distance(c, mesh_.point(mesh_.origin(e)), mesh_.point(mesh_.target(e)));
  };
  struct Step {
    TriangleId triangle;
    bool is_inside;  // it meets the cell
  };
  TriangleSet seen;
  std::vector<Step> queue;
  bool is_any_asked_for = among_ == nullptr;
  const TriangleId first = Mesh::triangle_of(world_.locate(c).half_edge);
  seen.insert(first);
  queue.push_back({first, true});
  for (std::size_t i = 0; i < queue.size(); ++i) {
    check_interrupt();
    if (i >= most) return false;
    const TriangleId t = queue[i].triangle;
    const bool is_free = mesh_.is_free(t);
    if (queue[i].is_inside && among_) is_any_asked_for |= (*among_)[t] != 0;
    for (Index k = 0; k < 3; ++k) {
      const HalfEdgeId e = Mesh::half_edge(t, k), twin = mesh_.twin(e);
      const VertexId v = mesh_.origin(e);
      const Point a = mesh_.point(v), b = mesh_.point(mesh_.target(e));
      const double far = away(e);
      if (is_free && distance(c, a) <= reach)
        found_.push_back({2 * std::uint64_t{v.number()}, {a, a}});
      if (is_free && mesh_.constrained(e) && far <= reach)
        found_.push_back({2 * std::uint64_t{e.number()} + 1, {a, b}});
      if (twin == none) continue;
      const bool is_inside = far <= radius;
      if (!is_inside && (!is_free || mesh_.constrained(e) || far > reach)) continue;
      if (seen.insert(Mesh::triangle_of(twin)))
        queue.push_back({Mesh::triangle_of(twin), is_inside});
    }
  }
  if (!is_any_asked_for) found_.clear();
  return true;
}

void NearestPlaces::add_path(const OffsetCurve& curve, Index item) {
  paths_.emplace_back(curve, r_, p_);
  items_.push_back(item);
  push({static_cast<Index>(paths_.size() - 1), paths_.back().whole(), 0.0, {}, 0.0});
}

// --- ranges ------------------------------------------------------------------------

bool NearestPlaces::is_asked_for(const Location& at) const {
  if (!among_) return true;
  bool is = false;
  for_each_triangle_at(mesh_, at, [&](TriangleId t) { is |= (*among_)[t] != 0; });
  return is;
}

double NearestPlaces::least_step(const Range& range) const {
  return std::max(r_ * tolerance::radius, 8 * range.candidate.error);
}

std::optional<Point> NearestPlaces::test(const Range& range) {
  const Candidate& c = range.candidate;
  const Point& q = c.place;
  const OffsetPath& path = paths_[range.path];
  const double tolerance = tolerated * c.error;
  const double forced = std::max(least_step(range), 2 * range.step);
  const auto block = [&](const Blocker& blocker) {
    const double depth = (r_ - blocker.distance) * (1 - tolerance::depth);
    const bool is_shallow =
        depth < tolerance::shallow_depth * r_;  // rounding may leave no progress
    const double least = is_shallow ? std::max(depth, forced) : depth;
    const auto end = [&](VertexId v) { return mesh_.point(v); };
    take_out(range,
             blocker.kind == Blocker::corner
                 ? path.around_disc(range.at, end(blocker.vertex()), r_, true, least)
                 : path.around_strip(range.at, end(mesh_.origin(blocker.half_edge())),
                                     end(mesh_.target(blocker.half_edge())), least),
             is_shallow ? forced : 0.0);
    return std::nullopt;
  };
  // Before the place is located, which costs more.
  if (const Blocker b = find_neighbour(q, range.path, tolerance); b.kind) return block(b);
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
    take_out(range, path.around_disc(range.at, q, reach, false, 0.5 * reach), 0.0);
    return std::nullopt;
  }
  if (!is_asked_for(at)) {
    OffsetRange out = path.around_triangle(range.at, {corner(0), corner(1), corner(2)}, 0.0);
    out.low.at -= forced;
    out.high.at += forced;
    take_out(range, out, forced);
    return std::nullopt;
  }
  if (const Blocker b = find_blocker(q, t, tolerance, range.path); b.kind) return block(b);
  const double least = r_ - tolerance;
  if (fits(world_, {q, at}, least < min_coordinate ? 0.0 : least)) {
    const auto settled = settle(q, c.away, c.error, [&](const Point& x) {
      const Location here = world_.locate(x);
      return fits(world_, {x, here}, r_) && is_asked_for(here);
    });
    if (settled) return settled;
  }
  // Blocked by no more than rounding.
  if (const Blocker b = find_blocker(q, t, 0.0, range.path); b.kind) return block(b);
  take_out(range, {{range.at - forced}, {range.at + forced}}, forced);
  return std::nullopt;
}

// A corner or side within the radius, but for the path's own: not the nearest, but one of the
// nearer.
NearestPlaces::Blocker NearestPlaces::find_blocker(const Point& q, TriangleId triangle,
                                                   double tolerance, Index path) const {
  const Index item = items_[path];
  const bool is_circle = paths_[path].curve().is_circle();
  constexpr std::size_t enough = 16;
  Blocker best;
  double least = r_ - tolerance;
  std::size_t count = 0;
  flood(
      mesh_, triangle,
      [&](VertexId v) {
        if (const double d = distance(q, mesh_.point(v));
            d < least && !(is_circle && v.number() == item)) {
          least = d;
          best = {Blocker::corner, v.number(), d};
        }
        return best.kind == Blocker::nothing || ++count < enough;
      },
      [&](HalfEdgeId e) {
        const Point a = mesh_.point(mesh_.origin(e)), b = mesh_.point(mesh_.target(e));
        const double d = distance(q, a, b);
        if (d >= least) return Side::wall;
        if (!mesh_.constrained(e)) return Side::pass;
        if (!is_circle && (e.number() == item || mesh_.twin(e).number() == item)) return Side::wall;
        least = d;
        best = {Blocker::side, e.number(), d};
        return Side::wall;
      });
  return best.kind == Blocker::side ? side_or_end(q, best) : best;
}

// The sides and corners next to the curve's own obstacle: most often one of them blocks, and it can
// be many triangles away from the place.
NearestPlaces::Blocker NearestPlaces::find_neighbour(const Point& q, Index path,
                                                     double tolerance) const {
  constexpr int enough = 16;
  Blocker best;
  double least = r_ - tolerance;
  const auto look_around = [&](VertexId v) {
    const HalfEdgeId first = mesh_.vertices[v].edge;
    HalfEdgeId e = first;
    for (int i = 0; i < enough; ++i) {
      if (mesh_.constrained(e)) {
        const double d = distance(q, mesh_.point(mesh_.origin(e)), mesh_.point(mesh_.target(e)));
        if (d < least) {
          least = d;
          best = {Blocker::side, e.number(), d};
        }
      }
      e = mesh_.rotate_ccw(e);
      if (e == first || e == none) return;
    }
  };
  const Index item = items_[path];
  if (paths_[path].curve().is_circle()) {
    look_around(VertexId(item));
  } else {
    look_around(mesh_.origin(HalfEdgeId(item)));
    look_around(mesh_.target(HalfEdgeId(item)));
  }
  return best.kind == Blocker::side ? side_or_end(q, best) : best;
}

// A side that is nearest at an end blocks as a corner.
NearestPlaces::Blocker NearestPlaces::side_or_end(const Point& q, const Blocker& side) const {
  const VertexId ends[] = {mesh_.origin(side.half_edge()), mesh_.target(side.half_edge())};
  const Point a = mesh_.point(ends[0]), b = mesh_.point(ends[1]);
  const double along = dot(b - a, q - a);
  if (along <= 0) return {Blocker::corner, ends[0].number(), side.distance};
  if (along >= dot(b - a, b - a)) return {Blocker::corner, ends[1].number(), side.distance};
  return side;
}

void NearestPlaces::take_out(const Range& from, const OffsetRange& blocked, double step) {
  if (from.is_point) return;
  // Two curves may bound one place from both sides: rounding must not lose it.
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

// Goes on beyond a free place that the caller did not want: all free places of the curve that are
// connected to it are as good. Other free stretches in its triangle end where curves meet.
void NearestPlaces::skip_free(const Range& range) {
  if (range.is_point) return;
  const OffsetPath& path = paths_[range.path];
  const Point q = range.candidate.place;
  const TriangleId t = Mesh::triangle_of(world_.locate(q).half_edge);
  const auto corner = [&](Index i) { return mesh_.point(mesh_.triangles[t].vertex[i]); };
  OffsetRange inside = path.around_triangle(range.at, {corner(0), corner(1), corner(2)}, 0.0);
  const double step = std::max(least_step(range), 2 * range.step);
  inside.low.at -= step;
  inside.high.at += step;
  take_out(range, inside, step);
  const double low = std::max(inside.low.at, range.range.low.at),
               high = std::min(inside.high.at, range.range.high.at);
  const double reach =
      r_ * (1 + tolerance::curve_touch) + std::max(range.at - low, high - range.at);
  std::unordered_set<std::uint64_t> seen;
  const auto meet = [&](std::uint64_t key, const Point& c, const Point& d) {
    if (!seen.insert(key).second) return;
    path.for_each_meeting(c, d, [&](OffsetRange::End end) {
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
        if (distance(q, at) <= reach) meet(2 * std::uint64_t{v.number()}, at, at);
        return true;
      },
      [&](HalfEdgeId e) {
        const Point a = mesh_.point(mesh_.origin(e)), b = mesh_.point(mesh_.target(e));
        if (distance(q, a, b) > reach) return Side::wall;
        if (!mesh_.constrained(e)) return Side::pass;
        meet(2 * std::uint64_t{e.number()} + 1, a, b);
        return Side::wall;
      });
}

}  // namespace clearway
