#include "clearway/path/watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arc.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/path/verify.hpp"
#include "clearway/query/queries.hpp"
#include "clearway/query/swept.hpp"
#include "pinched.hpp"
#include "raw.hpp"

namespace clearway {
namespace {

double length_of(const Segment& s) {
  return s.turn == 0 ? distance(s.start, s.end) : s.radius * sweep_of(s);
}

Point point_at(const Segment& s, double way) {
  if (s.turn == 0) {
    const double t = way / distance(s.start, s.end);
    return {s.start.x + t * (s.end.x - s.start.x), s.start.y + t * (s.end.y - s.start.y)};
  }
  const double angle =
      std::atan2(s.start.y - s.center.y, s.start.x - s.center.x) + s.turn * way / s.radius;
  return {s.center.x + s.radius * std::cos(angle), s.center.y + s.radius * std::sin(angle)};
}

// What rounding may cost a path: a few units in the last place of its coordinates.
double rounding(std::span<const Segment> path, double radius) {
  double size = radius;
  for (const Segment& s : path)
    size = std::max(
        {size, std::abs(s.start.x), std::abs(s.start.y), std::abs(s.end.x), std::abs(s.end.y)});
  return 0x1p-45 * size;
}

}  // namespace

Watches::Id Watches::add(const World& world, std::vector<Segment> path, const Point& place,
                         double radius, bool shorter) {
  const Id id = next_++;
  Watch& watch = watches_[id];
  watch.path = std::move(path);
  watch.place = place;
  watch.radius = radius;
  watch.shorter = shorter;
  if (watch.path.empty()) watch.path.push_back({place, place, {}, 0.0, 0});
  watch.left = clearway::length_of(watch.path);
  file(id, watch, world, {});
  return id;
}

void Watches::remove(Id id) {
  const auto found = watches_.find(id);
  if (found == watches_.end()) return;
  unfile(id, found->second);
  watches_.erase(found);
}

void Watches::advance(Id id, double distance) {
  const auto found = watches_.find(id);
  if (found == watches_.end()) return;
  Watch& watch = found->second;
  double way = distance - watch.gone;
  if (!(way > 0)) return;
  std::size_t done = 0;
  while (done < watch.path.size()) {
    const double length = length_of(watch.path[done]);
    if (way < length) break;
    way -= length;
    watch.gone += length;
    ++done;
  }
  if (done == watch.path.size()) {
    const Point end = watch.path.back().end;
    watch.path.assign(1, {end, end, {}, 0.0, 0});
  } else {
    watch.path.erase(watch.path.begin(), watch.path.begin() + done);
    if (way > 0) {
      watch.path.front().start = point_at(watch.path.front(), way);
      watch.gone += way;
    }
  }
  watch.place = watch.path.front().start;
  watch.left = clearway::length_of(watch.path);
}

void Watches::file(Id id, Watch& watch, const World& world, const std::vector<Index>& emptied) {
  std::vector<Index> still;
  std::set_difference(watch.filed.begin(), watch.filed.end(), emptied.begin(), emptied.end(),
                      std::back_inserter(still));
  watch.filed = swept_triangles(world, watch.path, watch.radius);
  for (const Index t : watch.filed)
    if (!std::binary_search(still.begin(), still.end(), t)) by_triangle_[t].push_back(id);
  for (const Index t : still)
    if (!std::binary_search(watch.filed.begin(), watch.filed.end(), t))
      std::erase(by_triangle_[t], id);
}

void Watches::unfile(Id id, const Watch& watch) {
  for (const Index t : watch.filed) {
    const auto found = by_triangle_.find(t);
    if (found == by_triangle_.end()) continue;
    std::erase(found->second, id);
    if (found->second.empty()) by_triangle_.erase(found);
  }
}

bool Watches::is_blocked(const World& world, const Watch& watch,
                         std::span<const Handle> added) const {
  if (added.empty()) return false;
  const Verdict verdict = verify(world, added, watch.path);
  if (verdict.crosses || !verdict.inside) return true;
  const double slack = rounding(watch.path, watch.radius);
  if (verdict.clearance < watch.radius - slack) return true;
  return watch.radius == 0 && verdict.clearance <= slack && is_pinched(world, watch.path);
}

void Watches::edited(const World& world, const Obstacles& removed, std::span<const Handle> added) {
  if (watches_.empty()) return;
  std::vector<Index> went = world.last_edit().removed;
  std::sort(went.begin(), went.end());
  std::vector<Id> touched;
  for (const Index t : went) {
    const auto found = by_triangle_.find(t);
    if (found == by_triangle_.end()) continue;
    touched.insert(touched.end(), found->second.begin(), found->second.end());
    by_triangle_.erase(found);
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const Id id : touched) {
    Watch& watch = watches_.at(id);
    const bool fits = is_free(world, watch.place, watch.radius) ||
                      clearance(world, watch.place) >=
                          watch.radius - rounding(watch.path, 0) - 0x1p-45 * watch.radius;
    const bool inside = !fits && !added.empty();
    if (inside || is_blocked(world, watch, added)) {
      const double nan = std::numeric_limits<double>::quiet_NaN();
      const Point free =
          inside ? snap(world, watch.place, watch.radius).value_or(Point{nan, nan}) : watch.place;
      reports_.push_back({id, inside ? Reason::inside : Reason::blocked, watch.place, free});
      unfile(id, watch);
      watches_.erase(id);
    } else {
      file(id, watch, world, went);
    }
  }
  const std::vector<RawChain> gone = raw_chains(removed);
  if (gone.empty()) return;
  std::vector<Id> ids;
  for (const auto& [id, watch] : watches_)
    if (watch.shorter &&
        least_way(gone, watch.place, watch.path.back().end) - 2 * watch.radius < watch.left)
      ids.push_back(id);
  std::sort(ids.begin(), ids.end());
  for (const Id id : ids) {
    const Point place = watches_.at(id).place;
    reports_.push_back({id, Reason::shorter, place, place});
  }
}

std::vector<Watches::Report> Watches::take() {
  std::vector<Report> out;
  out.swap(reports_);
  std::stable_sort(out.begin(), out.end(),
                   [](const Report& a, const Report& b) { return a.id < b.id; });
  return out;
}

}  // namespace clearway
