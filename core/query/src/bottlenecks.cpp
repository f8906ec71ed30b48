#include "query/bottlenecks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "base/infinity.hpp"
#include "geometry/tolerances.hpp"
#include "query/clearance.hpp"
#include "query/exact_departures.hpp"
#include "query/free.hpp"
#include "query/free_end.hpp"

namespace clearway {

namespace {

// The largest double >= 0 for which fits(), 0 if there is none: exponential search from the guess,
// then bisection, in units in the last place. fits() must be monotone.
template <class Fits>
double largest(Fits fits, double guess) {
  const auto value = [](std::uint64_t bits) { return std::bit_cast<double>(bits); };
  const std::uint64_t top = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::max());
  std::uint64_t low = std::bit_cast<std::uint64_t>(std::max(guess, 0.0)), high = low, step = 1;
  if (fits(value(low))) {
    for (high = std::min(top, low + step); high < top && fits(value(high)); step *= 2)
      low = high, high = std::min(top, high + step);
  } else {
    for (low -= std::min(low, step); low > 0 && !fits(value(low)); step *= 2)
      high = low, low -= std::min(low, step);
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (fits(value(middle)) ? low : high) = middle;
  }
  return value(low);
}

}  // namespace

double Bottlenecks::widest(const LocatedPoint& a, const LocatedPoint& b, double diameter) const {
  ExactDepartures ends(world_);
  double best = ends.direct(a, b, diameter);
  const std::vector<Departure> from = ends.departures(a, diameter),
                               to = ends.departures(b, diameter);
  for (const Departure& x : from) {
    for (const Departure& y : to) {
      if (std::min(x.width, y.width) <= best) continue;
      const double between = cells_.joined(x.portals.back(), y.portals.back());
      best = std::max(best, std::min({x.width, y.width, between}));
    }
  }
  return best;
}

bool Bottlenecks::reachable(const Point& start, const Point& goal, double radius) const {
  const LocatedPoint a = world_.located(start), b = world_.located(goal);
  if (fits(world_, a, radius) && fits(world_, b, radius))
    return 2 * radius <= widest(a, b, 2 * radius);
  const auto from = free_end(world_, start, radius), to = free_end(world_, goal, radius);
  if (!from || !to) return false;
  const double diameter = 2 * std::min(from->radius, to->radius);
  return diameter <= widest(world_.located(from->point), world_.located(to->point), diameter);
}

double Bottlenecks::max_radius(const Point& start, const Point& goal) const {
  LocatedPoint a = world_.located(start), b = world_.located(goal);
  for (LocatedPoint* const end : {&a, &b}) {
    if (fits(world_, *end, 0)) continue;
    const auto free = free_end(world_, end->point, 0);
    if (!free) return -1.0;
    *end = world_.located(free->point);
  }
  const double room = std::min(clearance_at(world_, a), clearance_at(world_, b));
  // Departures depend on which gates at the ends are closed: widest first, until the disc passes.
  std::vector<double> gates;
  ExactDepartures ends(world_);
  ends.gates_at(a, gates);
  ends.gates_at(b, gates);
  std::sort(gates.begin(), gates.end(), std::greater<>());
  double width = -1.0, open = infinity;  // narrowest gate at the ends that is open
  for (std::size_t i = 0; i <= gates.size() && width < 0; ++i) {
    const double closed = i < gates.size() ? gates[i] : -1.0;
    if (closed == open || (i < gates.size() && closed > 2 * room * (1 + tolerance::rim))) continue;
    const double least = closed < 0 ? 0.0 : std::nextafter(closed, infinity);
    const double found = widest(a, b, least);
    if (found >= least) width = std::min(found, open);
    open = closed;
  }
  if (width < 0) return -1.0;
  // Distances are rounded; is_free is exact.
  const auto is_passed = [&](double r) {
    return 2 * r <= width && fits(world_, a, r) && fits(world_, b, r);
  };
  return largest(is_passed, std::min(width / 2, room));
}

}  // namespace clearway
