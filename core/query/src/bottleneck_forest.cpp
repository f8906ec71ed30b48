#include "query/bottleneck_forest.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/triangles_at.hpp"
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

BottleneckForest::BottleneckForest(const World& world) : world_(world) {
  const Mesh& mesh = world.mesh();
  portal_.assign(mesh.half_edge_slots(), none);
  struct Connection {
    double width;
    PortalId a, b;
  };
  std::vector<Connection> connections;
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (mesh.constrained(e)) continue;
      const HalfEdgeId twin = mesh.twin(e);
      if (portal_[e] != none) continue;
      portal_[e] = portal_[twin] = nodes_.end_id();
      nodes_.push_back({none, 0.0});
    }
    Connection here[3];
    int count = 0;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const double width = world.turn_width(e);
      if (width >= 0) here[count++] = {width, portal_[e], portal_[Mesh::prev(e)]};
    }
    // Three portals are joined by the two wider connections.
    if (count == 3) {
      const auto least = std::min_element(
          here, here + 3,
          [](const Connection& a, const Connection& b) { return a.width < b.width; });
      std::swap(*least, here[2]);
      count = 2;
    }
    connections.insert(connections.end(), here, here + count);
  }
  std::sort(connections.begin(), connections.end(), [](const Connection& a, const Connection& b) {
    check_interrupt();
    return a.width > b.width;
  });
  IdVector<PortalId, PortalId> top(nodes_.size());  // of the unions so far
  IdVector<PortalId, Index> size(nodes_.size(), 1);
  for (const PortalId i : top.ids()) top[i] = i;
  const auto find = [&](PortalId a) {
    while (top[a] != a) a = top[a] = top[top[a]];
    return a;
  };
  for (const Connection& connection : connections) {
    check_interrupt();
    PortalId a = find(connection.a), b = find(connection.b);
    if (a == b) continue;
    if (size[a] > size[b]) std::swap(a, b);
    top[a] = b;
    size[b] += size[a];
    nodes_[a] = {b, connection.width};
  }
}

double BottleneckForest::joined(PortalId a, PortalId b) const {
  // Widths decrease upwards: the one that was joined to its parent at the larger width climbs
  // first.
  double width = infinity;
  while (a != b) {
    const Node &x = nodes_[a], &y = nodes_[b];
    const double wx = x.parent == none ? -1.0 : x.width, wy = y.parent == none ? -1.0 : y.width;
    if (wx < 0 && wy < 0) return -1.0;
    if (wx >= wy) {
      width = std::min(width, wx);
      a = x.parent;
    } else {
      width = std::min(width, wy);
      b = y.parent;
    }
  }
  return width;
}

double BottleneckForest::widest(const LocatedPoint& a, const LocatedPoint& b,
                                double diameter) const {
  ExactDepartures ends(world_);
  double best = ends.direct(a, b, diameter);
  const std::vector<Departure> from = ends.departures(a, diameter),
                               to = ends.departures(b, diameter);
  for (const Departure& x : from) {
    for (const Departure& y : to) {
      if (std::min(x.width, y.width) <= best) continue;
      const double between = joined(portal_[x.portals.back()], portal_[y.portals.back()]);
      best = std::max(best, std::min({x.width, y.width, between}));
    }
  }
  return best;
}

bool BottleneckForest::reachable(const Point& start, const Point& goal, double radius) const {
  const LocatedPoint a = world_.located(start), b = world_.located(goal);
  if (fits(world_, a, radius) && fits(world_, b, radius))
    return 2 * radius <= widest(a, b, 2 * radius);
  const auto from = free_end(world_, start, radius), to = free_end(world_, goal, radius);
  if (!from || !to) return false;
  const double diameter = 2 * std::min(from->radius, to->radius);
  return diameter <= widest(world_.located(from->point), world_.located(to->point), diameter);
}

double BottleneckForest::max_radius(const Point& start, const Point& goal) const {
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

namespace {

// The largest d up to `diameter` with d <= best(d), where best(d) depends on d only through the
// gates that are narrower than d: widest first, until the disc passes. -1: there is none.
template <class Best>
double widest_below(double diameter, std::vector<double>& gates, Best best) {
  if (best(diameter) >= diameter) return diameter;
  std::sort(gates.begin(), gates.end(), std::greater<>());
  double open = diameter;
  for (std::size_t i = 0; i <= gates.size(); ++i) {
    const double closed = i < gates.size() ? gates[i] : -1.0;
    if (closed >= open) continue;
    const double least = closed < 0 ? 0.0 : std::nextafter(closed, infinity);
    const double found = best(least);
    if (found >= least) return std::min(found, open);
    open = closed;
  }
  return -1.0;
}

}  // namespace

BottleneckForest::Exit BottleneckForest::exit(const Point& point, double diameter) const {
  ExactDepartures ends(world_);
  const LocatedPoint p = world_.located(point);
  Exit out{none, -1.0};
  const auto best = [&](double d) {
    double width = -1.0;
    for (const Departure& departure : ends.departures(p, d)) {
      if (departure.width <= width) continue;
      width = departure.width;
      out.node = portal_[departure.portals.back()];
    }
    return width;
  };
  if (best(diameter) >= diameter) return {out.node, diameter};  // mostly
  std::vector<double> gates;
  ends.gates_at(p, gates);
  out.width = widest_below(diameter, gates, best);
  return out.width < 0 ? Exit{none, -1.0} : out;
}

std::vector<BottleneckForest::ConnectedPair> BottleneckForest::near(
    std::span<const Probe> probes) const {
  ExactDepartures ends(world_);
  std::vector<std::pair<TriangleId, Index>> stands;  // triangle, probe
  std::vector<LocatedPoint> at(probes.size());
  for (Index i = 0; i < probes.size(); ++i) {
    check_interrupt(4);
    if (!(probes[i].exit < probes[i].diameter)) continue;
    at[i] = world_.located(probes[i].point);
    for_each_triangle_at(world_.mesh(), at[i].at, [&](TriangleId t) { stands.emplace_back(t, i); });
  }
  std::sort(stands.begin(), stands.end());
  std::vector<ConnectedPair> out;
  std::vector<TriangleId> triangles;
  std::vector<double> gates;
  for (Index i = 0; i < probes.size(); ++i) {
    check_interrupt(4);
    const Probe& a = probes[i];
    if (!(a.exit < a.diameter)) continue;
    triangles.clear();
    ends.triangles_near(at[i], a.diameter, triangles);
    std::sort(triangles.begin(), triangles.end());
    triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
    for (const TriangleId t : triangles) {
      for (auto s = std::lower_bound(stands.begin(), stands.end(), std::pair(t, Index{0}));
           s != stands.end() && s->first == t; ++s) {
        const Probe& b = probes[s->second];
        const double diameter = std::min(a.diameter, b.diameter), exit = std::max(a.exit, b.exit);
        if (s->second <= i || diameter <= exit) continue;
        gates.clear();
        const LocatedPoint &start = at[i], &goal = at[s->second];
        ends.gates_at(start, gates);
        ends.gates_at(goal, gates);
        const double width =
            widest_below(diameter, gates, [&](double d) { return ends.direct(start, goal, d); });
        if (width > exit) out.push_back({i, s->second, width});
      }
    }
  }
  return out;
}

}  // namespace clearway
