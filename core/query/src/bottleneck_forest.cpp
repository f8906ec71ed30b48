#include "query/bottleneck_forest.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "mesh/triangles_at.hpp"
#include "query/exact_departures.hpp"

namespace clearway {

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
