#include "clearway/planners/channel.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "clearance/clearance.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/funnel/disc_funnel.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/query/queries.hpp"
#include "mesh/half_edge_order.hpp"
#include "mesh/triangles_at.hpp"
#include "planners/query_ends.hpp"
#include "planners/straight.hpp"
#include "query/departures.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The best known way to a half-edge: the triangle it belongs to, entered through it.
struct Node {
  double cost;
  Point at;             // the metric's point
  HalfEdgeId parent;    // none: from the start
  std::uint32_t stamp;  // 2 * query: open, one more: closed; anything older: untouched
};

inline double length(double dx, double dy) { return std::sqrt(dx * dx + dy * dy); }

}  // namespace

struct ChannelSearch::Scratch {
  explicit Scratch(const World& world)
      : heap(ByPlace{&world.mesh()}), line(world.mesh()), funnel(world.mesh()), exact(world) {}
  IdVector<HalfEdgeId, Node> nodes;          // by half-edge
  IdVector<TriangleId, std::uint32_t> ends;  // by triangle: query: start, query + 1: goal
  std::uint32_t query = 0;                   // even
  Heap<HalfEdgeId, ByPlace> heap;
  std::vector<HalfEdgeId> portals;
  StraightWalk line;
  DiscFunnel funnel;
  OptimalSearch exact;
  std::uint64_t rescues = 0;

  void begin(std::size_t triangles) {
    if (nodes.size() < 4 * triangles) {
      nodes.resize(4 * triangles, Node{0, {}, none, 0});
      ends.resize(triangles, 0);
    }
    query += 2;
    if (query == 0) {
      for (Node& n : nodes) n.stamp = 0;
      std::fill(ends.begin(), ends.end(), 0);
      query = 2;
    }
    heap.clear();
  }
};

class ChannelSearch::Run {
 public:
  Run(const World& world, Scratch& scratch, const Point& goal, double radius,
      const SearchOptions& options)
      : world_(world),
        mesh_(world.mesh()),
        clearance_(world.clearance()),
        s_(scratch),
        goal_(goal),
        r_(radius),
        metric_(options.metric),
        weight_(options.weight) {}

  void depart(const Location& from, const Point& start, SearchStats& stats);
  // The half-edge by which a triangle is entered in which the disc gets to the goal, or none.
  // After `limit` expansions what is nearest to the goal goes first, whatever it costs.
  HalfEdgeId go(std::uint64_t limit, SearchStats& stats);

 private:
  // Whether the disc goes round the corner from which e starts.
  bool goes_round(HalfEdgeId e) const {
    if (clearance_.is_on()) return clearance_.around(e) >= 2 * r_;
    return !mesh_.constrained(e) && !mesh_.constrained(Mesh::prev(e));
  }
  void relax(HalfEdgeId e, const Point& from, double cost, HalfEdgeId parent, SearchStats& stats);
  Point point_of(HalfEdgeId e, const Point& from) const;

  const World& world_;
  const Mesh& mesh_;
  const Clearance& clearance_;
  Scratch& s_;
  const Point goal_;
  const double r_;
  const int metric_;
  const double weight_;
  bool is_late_ = false;
  // The most promising new entry. It often goes on at once and never sees the heap.
  static constexpr Entry<HalfEdgeId> nothing{infinity, none};
  Entry<HalfEdgeId> next_ = nothing;
  const ByPlace before_{&mesh_};
};

Point ChannelSearch::Run::point_of(HalfEdgeId e, const Point& from) const {
  const Triangle& t = mesh_.triangles[Mesh::triangle_of(e)];
  const Vertex& a = mesh_.vertices[t.vertex[Mesh::side_of(e)]];
  const Vertex& b = mesh_.vertices[t.vertex[Mesh::side_of(Mesh::next(e))]];
  if (metric_ == 2) return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
  if (metric_ == 1) {
    const Vertex& c = mesh_.vertices[t.vertex[Mesh::side_of(Mesh::prev(e))]];
    return {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3};
  }
  const double dx = b.x - a.x, dy = b.y - a.y, gx = goal_.x - from.x, gy = goal_.y - from.y;
  const double across = gx * dy - gy * dx;
  const double ax = a.x - from.x, ay = a.y - from.y;
  const double on_line = ax * dy - ay * dx, on_portal = ax * gy - ay * gx;
  double k;
  // From -> goal crosses the portal left to right of the portal's direction or not at all.
  if (across != 0 && on_line * across >= 0 && std::abs(on_line) <= std::abs(across) &&
      on_portal * across >= 0 && std::abs(on_portal) <= std::abs(across)) {
    k = on_portal / across;
  } else {
    const double da = (goal_.x - a.x) * (goal_.x - a.x) + (goal_.y - a.y) * (goal_.y - a.y);
    const double db = (goal_.x - b.x) * (goal_.x - b.x) + (goal_.y - b.y) * (goal_.y - b.y);
    k = da < db ? 0.0 : 1.0;
  }
  if (metric_ == 4 && r_ > 0) {
    const double inset = std::min(0.5, r_ / length(dx, dy));
    k = std::clamp(k, inset, 1 - inset);
  }
  return {a.x + k * dx, a.y + k * dy};
}

void ChannelSearch::Run::relax(HalfEdgeId e, const Point& from, double cost, HalfEdgeId parent,
                               SearchStats& stats) {
  Node& node = s_.nodes[e];
  if (node.stamp == s_.query + 1) return;
  if (!goes_round(e) && !goes_round(Mesh::next(e)) && s_.ends[Mesh::triangle_of(e)] != s_.query + 1)
    return;
  const Point at = point_of(e, from);
  cost += length(at.x - from.x, at.y - from.y);
  if (node.stamp == s_.query && node.cost <= cost) return;
  node = {cost, at, parent, s_.query};
  ++stats.generated;
  const double rest = length(goal_.x - at.x, goal_.y - at.y);
  Entry<HalfEdgeId> entry{is_late_ ? rest : cost + weight_ * rest, e};
  if (before_(entry, next_)) std::swap(entry, next_);
  if (entry.item != none) s_.heap.push(entry);
}

void ChannelSearch::Run::depart(const Location& from, const Point& start, SearchStats& stats) {
  for_each_triangle_at(mesh_, from, [&](TriangleId t) {
    if (!mesh_.is_free(t)) return;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId exit = Mesh::half_edge(t, i);
      if (mesh_.constrained(exit)) continue;
      const HalfEdgeId e = mesh_.twin(exit);
      // A triangle that holds the start needs no way from another.
      if (s_.ends[Mesh::triangle_of(e)] == s_.query) continue;
      if (departs(world_, t, start, exit, 2 * r_)) relax(e, start, 0.0, none, stats);
    }
  });
}

HalfEdgeId ChannelSearch::Run::go(std::uint64_t limit, SearchStats& stats) {
  while (next_.item != none || !s_.heap.empty()) {
    if (next_.item == none)
      next_ = s_.heap.pop();
    else if (!s_.heap.empty() && before_(s_.heap.top(), next_))
      next_ = s_.heap.replace_top(next_);
    const HalfEdgeId e = next_.item;
    next_ = nothing;
    Node& node = s_.nodes[e];
    if (node.stamp == s_.query + 1) continue;
    is_late_ = stats.expanded >= limit;
    check_interrupt();
    node.stamp = s_.query + 1;
    ++stats.expanded;
    const TriangleId t = Mesh::triangle_of(e);
    if (s_.ends[t] == s_.query + 1 && departs(world_, t, goal_, e, 2 * r_)) return e;
    const Point at = node.at;
    const double cost = node.cost;
    if (goes_round(Mesh::next(e))) relax(mesh_.twin(Mesh::next(e)), at, cost, e, stats);
    if (goes_round(e)) relax(mesh_.twin(Mesh::prev(e)), at, cost, e, stats);
  }
  return none;
}

ChannelSearch::ChannelSearch(const World& world)
    : world_(world), scratch_(std::make_unique<Scratch>(world)) {}
ChannelSearch::~ChannelSearch() = default;
std::uint64_t ChannelSearch::rescues() const { return scratch_->rescues; }

Path ChannelSearch::find(const Point& start, const Point& goal, double radius,
                         const SearchOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  Path path;
  path.length = path.lower_bound = infinity;
  answer(start, goal, radius, options, path);
  const bool is_hopeless = path.status == Status::goal_blocked || path.status == Status::no_path;
  if (options.partial && is_hopeless) path = scratch_->exact.find(start, goal, radius, options);
  path.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return path;
}

// Whether the line between the ends is a path: the channel that it crosses, pulled tight.
bool ChannelSearch::is_straight(const Location& from, const Point& start, const Location& to,
                                const Point& goal, double radius, Path& path) {
  const Mesh& mesh = world_.mesh();
  std::vector<HalfEdgeId>& portals = scratch_->portals;
  TriangleId first;
  if (!scratch_->line.go(from, start, to, goal, first, portals)) return false;
  const double width = 2 * radius;
  if (portals.empty()) {
    if (!crosses(world_, first, start, goal, width)) return false;
  } else {
    const HalfEdgeId last = portals.back(), out = mesh.twin(portals[0]);
    if (!departs(world_, first, start, out, width) ||
        !departs(world_, Mesh::triangle_of(last), goal, last, width))
      return false;
  }
  for (std::size_t i = 1; radius > 0 && i < portals.size(); ++i) {
    const HalfEdgeId in = portals[i - 1], out = mesh.twin(portals[i]);
    if (world_.clearance().around(out == Mesh::next(in) ? out : in) < width) return false;
  }
  if (!scratch_->funnel.pull(first, portals, start, goal, radius, path.segments)) return false;
  if (path.segments.size() > 1) return false;
  finish(first, start, goal, path);
  return true;
}

void ChannelSearch::finish(TriangleId first, const Point& start, const Point& goal, Path& path) {
  path.channel.push_back(first);
  for (const HalfEdgeId e : scratch_->portals) path.channel.push_back(Mesh::triangle_of(e));
  path.status = Status::found;
  path.length = length_of(path.segments);
  path.lower_bound = distance(start, goal);
  path.optimal = path.segments.empty() || (path.segments.size() == 1 && path.segments[0].turn == 0);
}

void ChannelSearch::answer(const Point& start, const Point& goal, double radius,
                           const SearchOptions& options, Path& path) {
  const Mesh& mesh = world_.mesh();
  const QueryEnds ends(world_, start, goal);
  const Location &from = ends.start.at, &to = ends.goal.at;
  if (const auto blocked = ends.blocked(world_, radius)) {
    path.status = *blocked;
    return;
  }
  Scratch& s = *scratch_;
  if (!ends.are_local(world_, radius)) {
    path = s.exact.find(start, goal, radius, {.limit = options.limit});
    return;
  }

  if (options.metric > 2 && is_straight(from, start, to, goal, radius, path)) return;
  s.begin(mesh.triangles.size());
  for_each_triangle_at(mesh, from, [&](TriangleId t) { s.ends[t] = s.query; });
  TriangleId shared = none;
  for_each_triangle_at(mesh, to, [&](TriangleId t) {
    if (!mesh.is_free(t)) return;
    if (s.ends[t] == s.query && crosses(world_, t, start, goal, 2 * radius) &&
        (shared == none || lies_before(mesh, first_side(mesh, t), first_side(mesh, shared))))
      shared = t;
    s.ends[t] = s.query + 1;
  });

  s.portals.clear();
  TriangleId first = shared;
  if (shared == none) {
    Run run(world_, s, goal, radius, options);
    run.depart(from, start, path.stats);
    HalfEdgeId e = run.go(options.limit, path.stats);
    if (e == none) {
      path.status = Status::no_path;
      return;
    }
    for (; e != none; e = s.nodes[e].parent) s.portals.push_back(e);
    std::reverse(s.portals.begin(), s.portals.end());
    first = Mesh::triangle_of(mesh.twin(s.portals[0]));
  }

  if (!s.funnel.pull(first, s.portals, start, goal, radius, path.segments)) {
    ++s.rescues;
    const SearchStats stats = path.stats;
    path = s.exact.find(start, goal, radius);
    path.stats.expanded += stats.expanded;
    path.stats.generated += stats.generated;
    return;
  }
  finish(first, start, goal, path);
}

}  // namespace clearway
