#include "touch_directions.hpp"

#include <algorithm>

#include "mesh/edges_at.hpp"
#include "mesh/half_edge_order.hpp"

namespace clearway {
namespace {

constexpr double pi = std::numbers::pi;
constexpr std::size_t most_corners = 16;  // tested around one corner
constexpr std::size_t merged_every = 8;   // corners: nothing may be free already
// Free arcs wider than this are stored as "every direction": tests of arcs need less than half a
// turn.
constexpr double widest_arc = 0.75 * pi;
// Walls shorter than this share of the radius are not tested: their ends block nearly everything
// between them.
constexpr double shortest_wall = 0.5;

}  // namespace

void TouchDirections::begin(double radius, double slack) {
  r_ = radius;
  // Smaller than the clearance of any legal path, so that no legal contact is rejected.
  keep_ =
      radius * (1 - std::min(tolerance::most_lost_radius, tolerance::lost_radius_by_slack * slack));
  if (++stamp_ == 0) {
    for (Free& f : free_) f.stamp = 0;
    stamp_ = 1;
  }
}

bool TouchDirections::may_touch_from(VertexId vertex, TriangleId triangle) const {
  const Free& free = free_[vertex];
  if (free.count > most_arcs) return true;
  const Point v = mesh_.point(vertex);
  for (std::uint32_t i = 0; i < free.count; ++i) {
    const auto& [from, to] = free.arcs[i];
    const Point ends[] = {{v.x + r_ * from.x, v.y + r_ * from.y},
                          {v.x + r_ * to.x, v.y + r_ * to.y}};
    // How far the arc extends beyond its chord, plus rounding.
    const double cosine = std::max(-1.0, double{from.x} * to.x + double{from.y} * to.y);
    const double bulge = r_ * (1 - std::sqrt(std::max(0.0, 0.5 * (1 + cosine))) +
                               tolerance::float_arc_errors * tolerance::float_direction);
    bool is = true;
    for (Index k = 0; is && k < 3; ++k) {
      const HalfEdgeId e = Mesh::half_edge(triangle, k);
      const Point a = mesh_.point(mesh_.origin(e));
      const Vector along = mesh_.point(mesh_.target(e)) - a;
      const double most = -bulge * length(along);
      is = cross(along, ends[0] - a) >= most || cross(along, ends[1] - a) >= most;
    }
    if (is) return true;
  }
  return false;
}

void TouchDirections::block(double from, double to) {
  if (!(from < to)) return;
  const double turns = 2 * pi * std::floor((from + pi) / (2 * pi));
  from -= turns;
  to -= turns;
  blocked_.push_back({from, std::min(to, pi)});
  if (to > pi) blocked_.push_back({-pi, to - 2 * pi});
}

// Blocks the directions in which a disc that touches the corner is too near to another corner.
void TouchDirections::block_by_corner(const Vector& to_corner) {
  const double squared = dot(to_corner, to_corner), away = std::sqrt(squared);
  const double cosine = (squared + r_ * r_ - keep_ * keep_) / (2 * away * r_);
  if (!(cosine < 1)) return;
  const double middle = bearing(to_corner), half = std::acos(cosine);
  block(middle - half, middle + half);
}

// The same for a wall, where its point nearest to the centre is not one of its ends.
void TouchDirections::block_by_wall(const Vector& to_a, const Vector& to_b) {
  const Vector along{to_b.x - to_a.x, to_b.y - to_a.y};
  const double wide = length(along), height = std::abs(cross(along, to_a)) / wide;
  if (wide < shortest_wall * r_ || !(height < r_ + keep_)) return;
  // Angles from the normal towards b at which the centre is too near to the line: below `most`, and
  // above `across` if the circle crosses the line.
  const double most = std::min(0.5 * pi, std::acos(std::max(-1.0, (height - keep_) / r_)));
  const double across = std::acos(std::min(1.0, (height + keep_) / r_));
  // Angles at which the centre is beside the wall.
  const double from = std::asin(std::clamp(dot(along, to_a) / (wide * r_), -1.0, 1.0)),
               to = std::asin(std::clamp(dot(along, to_b) / (wide * r_), -1.0, 1.0));
  const int side =
      rounded_side(to_a, to_b) > 0 ? 1 : -1;  // b lies counter-clockwise of a, or clockwise
  const double normal = bearing(Vector{side * along.y, -side * along.x});
  const auto block_angles = [&](double low, double high) {
    if (side > 0)
      block(normal + low, normal + high);
    else
      block(normal - high, normal - low);
  };
  block_angles(std::max(-most, from), std::min(-across, to));
  block_angles(std::max(across, from), std::min(most, to));
}

// The same for a wall that ends in the corner, on both sides of it.
void TouchDirections::block_by_own(const Vector& wall) {
  const double middle = bearing(wall), wide = length(wall);
  const double from = wide < r_ ? std::acos(wide / r_) : 0.0, to = std::asin(keep_ / r_);
  block(middle - to, middle - from);
  block(middle + from, middle + to);
}

// Computes the free arcs from the blocked ones. False if nothing is free.
bool TouchDirections::merge(Free& free) {
  std::sort(blocked_.begin(), blocked_.end());
  gaps_.clear();
  double end = -pi;
  for (const auto& [from, to] : blocked_) {
    if (from > end) gaps_.push_back({end, from});
    end = std::max(end, to);
  }
  if (end < pi) gaps_.push_back({end, pi});
  // Joins the free arcs on both sides of the bearing pi.
  if (gaps_.size() > 1 && gaps_.front().first == -pi && gaps_.back().second == pi) {
    gaps_.back().second = gaps_.front().second + 2 * pi;
    gaps_.erase(gaps_.begin());
  }
  while (gaps_.size() > most_arcs) {
    std::size_t least = 1;
    for (std::size_t i = 2; i < gaps_.size(); ++i)
      if (gaps_[i].first - gaps_[i - 1].second < gaps_[least].first - gaps_[least - 1].second)
        least = i;
    gaps_[least - 1].second = gaps_[least].second;
    gaps_.erase(gaps_.begin() + static_cast<std::ptrdiff_t>(least));
  }
  free.count = static_cast<std::uint32_t>(gaps_.size());
  for (std::size_t i = 0; i < gaps_.size(); ++i) {
    const auto& [from, to] = gaps_[i];
    const auto ray = [](double at) {
      return Ray{static_cast<float>(std::cos(at)), static_cast<float>(std::sin(at))};
    };
    free.arcs[i] = {ray(from), ray(to)};
    if (to - from > widest_arc) free.count = most_arcs + 1;
  }
  return free.count > 0;
}

const TouchDirections::Free& TouchDirections::find(VertexId vertex) {
  if (free_.end_id() <= vertex) free_.resize(mesh_.vertices.size(), Free{0, 0, {}});
  Free& free = free_[vertex];
  free.stamp = stamp_;
  blocked_.clear();
  const Point center = mesh_.point(vertex);
  const double reach = r_ + keep_;
  std::size_t count = 0;
  const auto visit = [&](VertexId v) {
    if (v == vertex) return true;
    if (const Vector u = mesh_.point(v) - center; dot(u, u) < reach * reach) block_by_corner(u);
    return ++count < most_corners && (count % merged_every != 0 || merge(free));
  };
  const auto cross_over = [&](HalfEdgeId e) {
    const VertexId a = mesh_.origin(e), b = mesh_.target(e);
    const Vector to_a = mesh_.point(a) - center, to_b = mesh_.point(b) - center;
    if (mesh_.constrained(e)) {
      if (a == vertex || b == vertex)
        block_by_own(a == vertex ? to_b : to_a);
      else
        block_by_wall(to_a, to_b);
      return Side::wall;
    }
    return away(center, mesh_.point(a), mesh_.point(b)) < reach ? Side::pass : Side::wall;
  };
  seen_.begin(mesh_);
  // From the first spoke: which corners are visited before the limit must not depend on slots.
  HalfEdgeId first = mesh_.vertices[vertex].edge;
  for_each_edge_at(mesh_, vertex, [&](HalfEdgeId e) {
    if (lies_before(mesh_, e, first)) first = e;
  });
  HalfEdgeId e = first;
  do {
    queue_.clear();
    const TriangleId t = Mesh::triangle_of(e);
    if (mesh_.is_free(t) && seen_.insert(t)) flood(mesh_, e, seen_, queue_, visit, cross_over);
    e = mesh_.rotate_ccw(e);
  } while (e != first);
  merge(free);
  return free;
}

}  // namespace clearway
