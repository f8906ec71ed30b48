#include "clearway/watch/watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "clearway/query/clearance.hpp"
#include "clearway/query/free.hpp"
#include "clearway/query/snap.hpp"
#include "collision/measure.hpp"
#include "geometry/arc.hpp"
#include "obstacles/input_chains.hpp"
#include "pinched.hpp"
#include "query/swept_triangles.hpp"

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

// The rounding of a path: a few units in the last place of its coordinates.
double rounding(std::span<const Segment> path, double radius) {
  double size = radius;
  for (const Segment& s : path)
    size = std::max(
        {size, std::abs(s.start.x), std::abs(s.start.y), std::abs(s.end.x), std::abs(s.end.y)});
  return tolerance::path_point * size;
}

}  // namespace

Watches::Id Watches::add(const World& world, std::vector<Segment> path, const Point& place,
                         double radius, bool shorter, std::uint64_t version, Id heir_of) {
  const Id id = next_;
  Watch watch;
  watch.path = std::move(path);
  watch.place = place;
  watch.radius = radius;
  watch.shorter = shorter;
  if (watch.path.empty()) watch.path.push_back({place, place, {}, 0.0, 0});
  watch.from = watch.path.front().start;
  watch.left = clearway::length_of(watch.path);
  if (const auto before = watches_.find(heir_of); before != watches_.end()) {
    watch.opened = before->second.opened;
    watch.suspect = before->second.suspect;
    watch.is_stale = before->second.is_stale;
  }
  if (version != world.version() && watch.suspect == Watch::none) watch.suspect = came_.size();
  watch.is_stale |= version != world.version();
  const bool is_suspect = watch.suspect != Watch::none;
  if (watch.opened || is_suspect) news_.push_back(id);  // an id without a watch is ignored
  Watch& kept = watches_.emplace(id, std::move(watch)).first->second;
  if (!is_suspect) {
    try {
      file(id, kept, world, {});
    } catch (...) {
      unfile(id, kept);
      watches_.erase(id);
      throw;
    }
  }
  suspects_ += is_suspect;
  ++next_;
  ++serial_;
  return id;
}

void Watches::remove(Id id) {
  const auto found = watches_.find(id);
  if (found == watches_.end()) return;
  unfile(id, found->second);
  suspects_ -= found->second.suspect != Watch::none;
  watches_.erase(found);
  ++serial_;
}

void Watches::advance(Id id, double distance) {
  const auto found = watches_.find(id);
  if (found == watches_.end()) return;
  Watch& watch = found->second;
  double way = distance - watch.gone;
  if (!(way > 0)) return;
  ++serial_;
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
    watch.path.resize(1);  // shrinks: no memory is needed
    watch.path.front() = {end, end, {}, 0.0, 0};
    watch.from = end;
  } else {
    watch.path.erase(watch.path.begin(), watch.path.begin() + done);
    if (done > 0) watch.from = watch.path.front().start;
    if (way > 0) {
      watch.path.front().start = point_at(watch.path.front(), way);
      watch.gone += way;
    }
  }
  watch.place = watch.path.front().start;
  watch.left = clearway::length_of(watch.path);
}

// When it throws, the index may have the watch under some triangles of watch.filed only.
void Watches::file(Id id, Watch& watch, const World& world,
                   const std::vector<TriangleId>& emptied) {
  std::vector<TriangleId> still;
  std::set_difference(watch.filed.begin(), watch.filed.end(), emptied.begin(), emptied.end(),
                      std::back_inserter(still));
  watch.filed = swept_triangles(world, watch.path, watch.radius);
  for (const TriangleId t : watch.filed)
    if (!std::binary_search(still.begin(), still.end(), t)) by_triangle_[t].push_back(id);
  for (const TriangleId t : still)
    if (!std::binary_search(watch.filed.begin(), watch.filed.end(), t))
      std::erase(by_triangle_[t], id);
}

void Watches::unfile(Id id, const Watch& watch) noexcept {
  for (const TriangleId t : watch.filed) {
    const auto found = by_triangle_.find(t);
    if (found == by_triangle_.end()) continue;
    std::erase(found->second, id);
    if (found->second.empty()) by_triangle_.erase(found);
  }
}

// Empties the index: every path must be checked against every obstacle, and every path watched with
// `shorter` may no longer be shortest.
void Watches::suspect_all() {
  news_.reserve(watches_.size());
  news_.clear();
  came_.clear();
  by_triangle_.clear();
  for (auto& [id, watch] : watches_) {
    watch.filed.clear();
    watch.suspect = 0;
    watch.is_stale = true;
    watch.opened = watch.shorter;
    news_.push_back(id);
  }
  suspects_ = watches_.size();
  is_lost_ = false;
}

bool Watches::is_blocked(const World& world, const Watch& watch,
                         std::span<const Handle> added) const {
  const auto is_crossed = [](const clearway::Verdict& v) { return v.crosses || !v.inside; };
  const clearway::Verdict verdict = measure(input_chains(world.obstacles(added)), watch.path);
  if (is_crossed(verdict)) {
    if (watch.path.front().start == watch.from) return true;
    // The place is rounded, and with it the line from there, which may now be on the other side of
    // something that the line touched. If the uncut line is legal, so is the rest of it.
    std::vector<Segment> uncut = watch.path;
    uncut.front().start = watch.from;
    if (is_crossed(measure(input_chains(world.obstacles(added)), uncut))) return true;
  }
  const double slack = rounding(watch.path, watch.radius);
  if (verdict.clearance < watch.radius - slack) return true;
  return watch.radius == 0 && verdict.clearance <= slack &&
         is_pinched(world, watch.path, watch.from);
}

Watches::Verdict Watches::judge(const World& world, const Watch& watch,
                                std::span<const Handle> added) const {
  if (added.empty()) return Verdict::legal;
  if (!is_free(world, watch.place, watch.radius)) {
    const double slack = rounding(watch.path, watch.radius);
    bool fits = watch.radius > 0 && clearance(world, watch.place) >= watch.radius - slack;
    // For a point, a clearance of 0 proves nothing: rounding may have put it beyond a wall it
    // touches.
    if (watch.radius == 0) {
      const auto free = snap(world, watch.place, 0.0);
      fits = free && distance(*free, watch.place) <= slack;
    }
    if (!fits) return Verdict::inside;
  }
  return is_blocked(world, watch, added) ? Verdict::blocked : Verdict::legal;
}

void Watches::edited(const World& world, const Obstacles& removed, std::span<const Handle> added) {
  ++serial_;
  if (watches_.empty() || is_lost_) return;
  is_lost_ = true;
  note_edit(world, removed, added);
  is_lost_ = false;
}

void Watches::note_edit(const World& world, const Obstacles& removed,
                        std::span<const Handle> added) {
  std::vector<TriangleId> went = world.last_edit().removed;
  std::sort(went.begin(), went.end());
  std::vector<Id> touched;
  for (const TriangleId t : went) {
    const auto found = by_triangle_.find(t);
    if (found == by_triangle_.end()) continue;
    touched.insert(touched.end(), found->second.begin(), found->second.end());
    by_triangle_.erase(found);
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  const std::size_t before = came_.size();
  for (const Id id : touched) {
    check_interrupt(16);
    Watch& watch = watches_.at(id);
    if (judge(world, watch, added) == Verdict::legal) {
      file(id, watch, world, went);
      continue;
    }
    unfile(id, watch);
    watch.filed.clear();
    watch.suspect = before;
    ++suspects_;
    news_.push_back(id);
  }
  if (suspects_ > 0) came_.insert(came_.end(), added.begin(), added.end());
  const std::vector<InputChain> gone = input_chains(removed);
  if (gone.empty()) return;
  for (auto& [id, watch] : watches_) {
    check_interrupt();
    if (!watch.shorter || watch.opened ||
        least_way(gone, watch.place, watch.path.back().end) - 2 * watch.radius >= watch.left)
      continue;
    watch.opened = true;
    news_.push_back(id);
  }
}

Watches::Reports Watches::reports(const World& world) {
  if (is_lost_) suspect_all();
  Reports out;
  std::sort(news_.begin(), news_.end());
  news_.erase(std::unique(news_.begin(), news_.end()), news_.end());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<Judged> judged;
  std::vector<Id> legal;  // to be filed again
  for (const Id id : news_) {
    check_interrupt(16);
    const auto found = watches_.find(id);
    if (found == watches_.end()) continue;
    const Watch& watch = found->second;
    Verdict verdict = Verdict::legal;
    if (watch.suspect != Watch::none) {
      std::vector<Handle> since(came_.begin() + static_cast<std::ptrdiff_t>(watch.suspect),
                                came_.end());
      if (watch.is_stale) since = world.handles();
      std::sort(since.begin(), since.end());
      since.erase(std::unique(since.begin(), since.end()), since.end());
      std::erase_if(since, [&](Handle h) { return !world.contains(h); });
      verdict = judge(world, watch, since);
      if (verdict == Verdict::legal) legal.push_back(id);
    }
    if (verdict != Verdict::legal || watch.opened) {
      const Reason reason = verdict == Verdict::inside    ? Reason::inside
                            : verdict == Verdict::blocked ? Reason::blocked
                                                          : Reason::shorter;
      out.list.push_back({id, reason, watch.place,
                          snap(world, watch.place, watch.radius).value_or(Point{nan, nan})});
    }
    judged.push_back({id, verdict});
  }
  // Legal again, as if never suspected. Watches to be reported stay unchanged.
  for (const Id id : legal) {
    Watch& watch = watches_.at(id);
    is_lost_ = true;
    file(id, watch, world, {});
    is_lost_ = false;
    watch.suspect = Watch::none;
    watch.is_stale = false;
    --suspects_;
  }
  judged_ = std::move(judged);
  out.serial = serial_;
  return out;
}

bool Watches::accept(std::uint64_t serial) noexcept {
  if (serial != serial_) return false;
  for (const Judged& j : judged_) {
    const auto found = watches_.find(j.id);
    if (found == watches_.end()) continue;
    found->second.opened = false;
    if (j.verdict != Verdict::legal) remove(j.id);
  }
  judged_.clear();
  news_.clear();
  came_.clear();
  return true;
}

}  // namespace clearway
