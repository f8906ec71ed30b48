#include "ways.hpp"

#include <utility>

namespace clearway {
namespace {

std::vector<double> key_of(const Place& place) {
  std::vector<double> out;
  for (const PlacePart& part : place.parts) {
    out.push_back(part.is_area ? 1 : 0);
    out.push_back(static_cast<double>(part.lines.size()));
    for (const std::vector<Point>& line : part.lines) {
      out.push_back(static_cast<double>(line.size()));
      for (const Point& p : line) out.insert(out.end(), {p.x, p.y});
    }
  }
  return out;
}

}  // namespace

// Makes sure that there are unused slots, and that giving slots back needs no memory.
void Ways::make_room() {
  if (unused_ways_.empty()) {
    unused_ways_.reserve(ways_.size() + 1);
    ways_.emplace_back();
    unused_ways_.push_back(ways_.end_id() - 1);
  }
  if (unused_goals_.empty()) {
    unused_goals_.reserve(goals_.size() + 1);
    goals_.emplace_back();
    unused_goals_.push_back(static_cast<Index>(goals_.size() - 1));
  }
}

WayId Ways::find(const Place& place, double radius) {
  std::vector<double> goal_key = key_of(place), key = goal_key;
  key.push_back(radius);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  make_room();
  Place kept = place;
  const auto [goal, is_new] = known_goals_.try_emplace(std::move(goal_key), unused_goals_.back());
  Way::Keys::iterator known;
  try {
    known = known_.emplace(std::move(key), unused_ways_.back()).first;
  } catch (...) {
    if (is_new) known_goals_.erase(goal);
    throw;
  }
  if (is_new) {
    unused_goals_.pop_back();
    goals_[goal->second] = {goal};
  }
  ++goals_[goal->second].ways;
  const WayId id = known->second;
  unused_ways_.pop_back();
  Way& way = ways_[id];
  way.place = std::move(kept);
  way.radius = radius;
  way.goal = goal->second;
  way.key = known;
  way.is_unused = false;
  return id;
}

void Ways::forget(WayId id) noexcept {
  Way& way = ways_[id];
  known_.erase(way.key);
  if (--goals_[way.goal].ways == 0) {
    known_goals_.erase(goals_[way.goal].key);
    unused_goals_.push_back(way.goal);
  }
  way = {};
  unused_ways_.push_back(id);
}

void Ways::add_arrived(WayId way, double radius) {
  Goal& goal = goals_[ways_[way].goal];
  ++goal.arrived;
  goal.arrived_squares += radius * radius;
}

void Ways::remove_arrived(WayId way, double radius) {
  Goal& goal = goals_[ways_[way].goal];
  // Exactly 0 when the last one goes: what rounding leaves would count as somebody.
  goal.arrived_squares = --goal.arrived == 0 ? 0.0 : goal.arrived_squares - radius * radius;
}

void Ways::build(const World& world) {
  for (const WayId id : ways_.ids())
    if (!ways_[id].is_unused && ways_[id].users == 0) forget(id);
  for (Way& way : ways_) {
    if (way.field || way.users < users_of_field) continue;
    way.field = std::make_unique<const Field>(world, way.place, way.radius);
    way.built = ++builds_;
  }
}

void Ways::discard(const World& world) noexcept {
  for (Way& way : ways_)
    if (way.field && !way.field->is_untouched_by(world.last_edit())) way.field.reset();
}

std::size_t Ways::fields() const {
  std::size_t out = 0;
  for (const Way& way : ways_) out += way.field != nullptr;
  return out;
}

std::size_t Ways::bytes() const {
  std::size_t out = 0;
  for (const Way& way : ways_)
    if (way.field) out += way.field->stats().bytes;
  return out;
}

}  // namespace clearway
