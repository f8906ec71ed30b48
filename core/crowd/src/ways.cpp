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

WayId Ways::find(const Place& place, double radius) {
  std::vector<double> key = key_of(place);
  const auto goal = goals_.try_emplace(key, static_cast<Index>(goals_.size())).first->second;
  if (arrived_squares_.size() < goals_.size()) arrived_squares_.resize(goals_.size(), 0.0);
  key.push_back(radius);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  ways_.push_back({place, radius, 0, goal, nullptr, 0});
  try {
    return known_[std::move(key)] = ways_.end_id() - 1;
  } catch (...) {
    ways_.pop_back();
    throw;
  }
}

void Ways::build(const World& world) {
  for (Way& way : ways_) {
    if (way.users == 0) way.field.reset();
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
