#include "tables.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "geometry/construction.hpp"

namespace clearway {

namespace {

// Legs are kept for this many radii.
constexpr std::size_t most_radii = 16;

}  // namespace

HopEnd hop_end(const Point& a, const Point& b) {
  HopEnd out{a, b, {}};
  PlacePart part;
  part.lines.push_back(a == b ? std::vector<Point>{a} : std::vector<Point>{a, b});
  out.place.parts.push_back(std::move(part));
  return out;
}

HopEnd end_of_link(const Obstacles& shape, std::size_t which) {
  const auto first = static_cast<std::size_t>(shape.chain_starts[which]),
             last = static_cast<std::size_t>(shape.chain_starts[which + 1]);
  return hop_end(shape.points[first], shape.points[last - 1]);
}

double HopEnd::distance(const HopEnd& other) const {
  if (is_point() && other.is_point()) return clearway::distance(a, other.a);
  if (is_point()) return clearway::distance(a, other.a, other.b);
  if (other.is_point()) return clearway::distance(other.a, a, b);
  return clearway::distance(a, b, other.a, other.b);
}

double HopEnd::distance(const Place& other) const {
  double least = std::numeric_limits<double>::infinity();
  for (const PlacePart& part : other.parts) {
    if (part.is_area && (part.contains(a) || part.contains(b))) return 0.0;
    part.for_each_segment(
        [&](const Point& p, const Point& q) { least = std::min(least, distance(hop_end(p, q))); });
  }
  return least;
}

LinkTables::LinkTables(const Features& features, std::vector<Hop> more) : hops_(std::move(more)) {
  for (const auto& [handle, placed] : features.links) {
    const Feature& link = placed.feature;
    if (!link.is_on) continue;
    const HopEnd a = end_of_link(placed.shape, 0), b = end_of_link(placed.shape, 1);
    is_metric_ = is_metric_ && link.cost >= a.distance(b);
    hops_.push_back({handle, a, b, link.cost, link.radius});
    if (link.two_way) hops_.push_back({handle, b, a, link.cost, link.radius});
  }
}

std::optional<LinkLeg> LinkTables::leg(double radius, std::size_t from, std::size_t to) const {
  const std::lock_guard lock(mutex_);
  const auto legs = legs_.find(radius);
  if (legs == legs_.end()) return std::nullopt;
  const auto found = legs->second.find(from * hops_.size() + to);
  if (found == legs->second.end()) return std::nullopt;
  return found->second;
}

void LinkTables::keep(double radius, std::size_t from, std::size_t to, const LinkLeg& leg) {
  const std::lock_guard lock(mutex_);
  if (legs_.size() >= most_radii && !legs_.contains(radius)) legs_.clear();
  legs_[radius].emplace(from * hops_.size() + to, leg);
}

void LinkTables::after_fork() noexcept { new (&mutex_) std::mutex; }

}  // namespace clearway
