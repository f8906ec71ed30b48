#include "obstacles/input_chains.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"

namespace clearway {

void InputChain::set_boxes() {
  box = {points[0], points[0]};
  blocks.clear();
  for (std::size_t i = 0; i < points.size(); ++i) {
    box.add(points[i]);
    if (i % block == 0) blocks.push_back({points[i], points[i]});
    if (i < segments()) {
      blocks.back().add(start(i));
      blocks.back().add(end(i));
    }
  }
}

namespace {

void append(std::vector<InputChain>& chains, const Obstacles& set, bool is_bounds) {
  std::int64_t part = chains.empty() ? 0 : chains.back().part;
  for (std::size_t i = 0; i + 1 < set.obstacle_starts.size(); ++i) {
    for (auto k = set.obstacle_starts[i]; k < set.obstacle_starts[i + 1]; ++k) {
      check_interrupt();
      const auto first = set.chain_starts[k], last = set.chain_starts[k + 1];
      if (first == last) continue;
      const Role role = set.roles[k];
      if (role != Role::hole) ++part;
      InputChain chain{role, is_bounds ? -1 : set.handles[i], part, {}, {}, {}};
      chain.points.assign(set.points.begin() + first, set.points.begin() + last);
      chain.set_boxes();
      chains.push_back(std::move(chain));
    }
  }
}

}  // namespace

std::vector<InputChain> input_chains(const Obstacles& obstacles, const Obstacles* bounds) {
  std::vector<InputChain> chains;
  if (bounds != nullptr) append(chains, *bounds, true);
  append(chains, obstacles, false);
  return chains;
}

double least_way(const std::vector<InputChain>& chains, const Point& a, const Point& b) {
  double least = std::numeric_limits<double>::infinity();
  for (const InputChain& chain : chains) {
    check_interrupt();
    if (chain.points.size() == 1)
      least = std::min(least, distance(a, chain.points[0]) + distance(b, chain.points[0]));
    for (std::size_t i = 0; chain.points.size() > 1 && i < chain.segments(); ++i)
      least = std::min(least, distance(a, chain.start(i), chain.end(i)) +
                                  distance(b, chain.start(i), chain.end(i)));
  }
  return least;
}

int ring_side(const InputChain& ring, const Point& p) {
  if (p.x < ring.box.low.x || p.x > ring.box.high.x || p.y < ring.box.low.y ||
      p.y > ring.box.high.y)
    return -1;
  bool inside = false;
  for (std::size_t i = 0; i < ring.segments(); ++i) {
    check_interrupt();
    const Point a = ring.start(i), b = ring.end(i);
    const int side = orientation(a, b, p);
    if (side == 0 && between(a, b, p)) return 0;
    // Half-open in y, so that a ray through a corner counts the corner once.
    if (a.y <= p.y && b.y > p.y && side > 0) inside = !inside;
    if (b.y <= p.y && a.y > p.y && side < 0) inside = !inside;
  }
  return inside ? +1 : -1;
}

namespace {

bool is_near(const InputChain& ring, const Point& p, double depth) {
  if (Box{p, p}.distance(ring.box) > depth) return false;
  for (std::size_t i = 0; i < ring.segments(); ++i)
    if (distance(p, ring.start(i), ring.end(i)) <= depth) return true;
  return false;
}

// The even-odd rule over all rings of the bounds.
bool is_outside(const std::vector<InputChain>& chains, const Point& p, double depth) {
  bool bounded = false, outside = true;
  for (const InputChain& c : chains) {
    check_interrupt();
    if (c.owner != -1 || !c.is_ring()) continue;
    bounded = true;
    const int side = ring_side(c, p);
    if (side == 0) return false;
    if (side > 0) outside = !outside;
  }
  return bounded && outside && std::none_of(chains.begin(), chains.end(), [&](const InputChain& c) {
           return c.owner == -1 && c.is_ring() && is_near(c, p, depth);
         });
}

}  // namespace

bool is_blocked(const std::vector<InputChain>& chains, const Point& p, double depth) {
  if (is_outside(chains, p, depth)) return true;
  bool in_part = false;
  for (const InputChain& c : chains) {
    check_interrupt();
    if (c.owner == -1) continue;
    if (c.role == Role::hole) {
      in_part = in_part && ring_side(c, p) < 0 && !is_near(c, p, depth);
    } else {
      if (in_part) return true;
      in_part = c.role == Role::shell && ring_side(c, p) > 0 && !is_near(c, p, depth);
    }
  }
  return in_part;
}

}  // namespace clearway
