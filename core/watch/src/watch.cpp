#include "clearway/watch/watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/base/interrupt.hpp"
#include "clearway/query/queries.hpp"
#include "geometry/arc.hpp"
#include "geometry/construction.hpp"
#include "obstacles/input_chains.hpp"
#include "path_check.hpp"
#include "query/swept_triangles.hpp"

namespace clearway {
namespace {

double length_of(const Segment& s) { return clearway::length_of({&s, 1}); }

Point point_at(const Segment& s, double along) {
  if (s.turn == 0) {
    const double t = along / distance(s.start, s.end);
    return {s.start.x + t * (s.end.x - s.start.x), s.start.y + t * (s.end.y - s.start.y)};
  }
  const double angle =
      std::atan2(s.start.y - s.center.y, s.start.x - s.center.x) + s.turn * along / s.radius;
  return {s.center.x + s.radius * std::cos(angle), s.center.y + s.radius * std::sin(angle)};
}

}  // namespace

Watches::Id Watches::add(const World& world, std::vector<Segment> path, const Point& position,
                         double radius, bool shorter, std::uint64_t version, Id continues) {
  const Id id = next_;
  Watch watch;
  watch.path = std::move(path);
  watch.position = position;
  watch.radius = radius;
  watch.shorter = shorter;
  if (watch.path.empty()) watch.path.push_back({position, position, {}, 0.0, 0});
  watch.from = watch.path.front().start;
  watch.left = clearway::length_of(watch.path);
  if (const auto before = watches_.find(continues); before != watches_.end()) {
    watch.opened = before->second.opened;
    watch.suspect = before->second.suspect;
    watch.is_stale = before->second.is_stale;
  }
  if (version != world.version() && watch.suspect == Watch::none) watch.suspect = added_.size();
  watch.is_stale |= version != world.version();
  const bool is_suspect = watch.suspect != Watch::none;
  if (watch.opened || is_suspect) pending_.push_back(id);  // an id without a watch is ignored
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
  double rest = distance - watch.passed;
  if (!(rest > 0)) return;
  ++serial_;
  std::size_t done = 0;
  while (done < watch.path.size()) {
    const double length = length_of(watch.path[done]);
    if (rest < length) break;
    rest -= length;
    watch.passed += length;
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
    if (rest > 0) {
      watch.path.front().start = point_at(watch.path.front(), rest);
      watch.passed += rest;
    }
  }
  watch.position = watch.path.front().start;
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
  pending_.reserve(watches_.size());
  pending_.clear();
  added_.clear();
  by_triangle_.clear();
  for (auto& [id, watch] : watches_) {
    watch.filed.clear();
    watch.suspect = 0;
    watch.is_stale = true;
    watch.opened = watch.shorter;
    pending_.push_back(id);
  }
  suspects_ = watches_.size();
  is_lost_ = false;
}

PathState Watches::check(const World& world, const Watch& watch, std::span<const Handle> added) {
  return check_path(world, {watch.path, watch.from, watch.position, watch.radius}, added);
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
  std::vector<TriangleId> changed = world.last_edit().removed;
  std::sort(changed.begin(), changed.end());
  std::vector<Id> touched;
  for (const TriangleId t : changed) {
    const auto found = by_triangle_.find(t);
    if (found == by_triangle_.end()) continue;
    touched.insert(touched.end(), found->second.begin(), found->second.end());
    by_triangle_.erase(found);
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  const std::size_t before = added_.size();
  for (const Id id : touched) {
    check_interrupt(16);
    Watch& watch = watches_.at(id);
    if (check(world, watch, added) == PathState::legal) {
      file(id, watch, world, changed);
      continue;
    }
    unfile(id, watch);
    watch.filed.clear();
    watch.suspect = before;
    ++suspects_;
    pending_.push_back(id);
  }
  if (suspects_ > 0) added_.insert(added_.end(), added.begin(), added.end());
  const std::vector<InputChain> opened = input_chains(removed);
  if (opened.empty()) return;
  for (auto& [id, watch] : watches_) {
    check_interrupt();
    if (!watch.shorter || watch.opened ||
        least_way(opened, watch.position, watch.path.back().end) - 2 * watch.radius >= watch.left)
      continue;
    watch.opened = true;
    pending_.push_back(id);
  }
}

Watches::Reports Watches::reports(const World& world) {
  if (is_lost_) suspect_all();
  Reports out;
  std::sort(pending_.begin(), pending_.end());
  pending_.erase(std::unique(pending_.begin(), pending_.end()), pending_.end());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<Checked> checked;
  std::vector<Id> legal;  // to be filed again
  for (const Id id : pending_) {
    check_interrupt(16);
    const auto found = watches_.find(id);
    if (found == watches_.end()) continue;
    const Watch& watch = found->second;
    PathState state = PathState::legal;
    if (watch.suspect != Watch::none) {
      std::vector<Handle> since(added_.begin() + static_cast<std::ptrdiff_t>(watch.suspect),
                                added_.end());
      if (watch.is_stale) since = world.handles();
      std::sort(since.begin(), since.end());
      since.erase(std::unique(since.begin(), since.end()), since.end());
      std::erase_if(since, [&](Handle h) { return !world.contains(h); });
      state = check(world, watch, since);
      if (state == PathState::legal) legal.push_back(id);
    }
    if (state != PathState::legal || watch.opened) {
      const Reason reason = state == PathState::inside    ? Reason::inside
                            : state == PathState::blocked ? Reason::blocked
                                                          : Reason::shorter;
      out.list.push_back({id, reason, watch.position,
                          snap(world, watch.position, watch.radius).value_or(Point{nan, nan})});
    }
    checked.push_back({id, state});
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
  checked_ = std::move(checked);
  out.serial = serial_;
  return out;
}

bool Watches::accept(std::uint64_t serial) noexcept {
  if (serial != serial_) return false;
  for (const Checked& c : checked_) {
    const auto found = watches_.find(c.id);
    if (found == watches_.end()) continue;
    found->second.opened = false;
    if (c.state != PathState::legal) remove(c.id);
  }
  checked_.clear();
  pending_.clear();
  added_.clear();
  return true;
}

}  // namespace clearway
