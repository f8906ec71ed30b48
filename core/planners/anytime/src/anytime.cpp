#include "clearway/planners/anytime.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>

#include "clearance/clearance.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/funnel/disc_funnel.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/query/queries.hpp"
#include "mesh/half_edge_order.hpp"
#include "mesh/triangles_at.hpp"
#include "planners/query_ends.hpp"
#include "query/departures.hpp"

namespace clearway {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

constexpr Index is_channel = none - 1;  // parent of a state whose entry numbers a channel

// One free triangle for each side on which the place can be: all that hold it are joined
// across portals through the place, but for constrained ones. Which and in which order goes by
// place.
void sides_of(const Mesh& mesh, const Location& at, std::vector<TriangleId>& out) {
  out.clear();
  const auto add = [&](TriangleId t) {
    if (mesh.is_free(t)) out.push_back(t);
  };
  HalfEdgeId e = at.half_edge;
  if (at.kind == Location::face) return add(Mesh::triangle_of(e));
  if (at.kind == Location::edge) {
    if (const HalfEdgeId other = mesh.twin(e); other != none && lies_before(mesh, other, e))
      e = other;
    add(Mesh::triangle_of(e));
    if (mesh.constrained(e)) add(Mesh::triangle_of(mesh.twin(e)));
    return;
  }
  for (HalfEdgeId spoke = mesh.rotate_ccw(e); spoke != at.half_edge; spoke = mesh.rotate_ccw(spoke))
    if (lies_before(mesh, spoke, e)) e = spoke;
  bool is_parted = false;
  HalfEdgeId spoke = e;
  do {
    if (mesh.constrained(spoke)) {
      add(Mesh::triangle_of(spoke));
      is_parted = true;
    }
    spoke = mesh.rotate_ccw(spoke);
  } while (spoke != e);
  if (!is_parted) add(Mesh::triangle_of(e));
}

}  // namespace

struct AnytimeSearch::Scratch {
  explicit Scratch(const World& world) : funnel(world.mesh()) {}
  Heap<Index> heap;
  std::vector<Index> waiting;  // states of nodes expanded before (8.2)
  // By triangle, for discs by entry portal.
  struct Node {
    std::uint32_t expanded_in = 0;  // the last query that expanded it
    Index latest = 0;               // its last state, if that state is at this node: see remember()
  };
  std::vector<Node> nodes;
  std::uint32_t query = 0;
  std::vector<Path> channels;  // of push_channel
  std::vector<HalfEdgeId> portals;
  Path pulled;
  DiscFunnel funnel;
  std::unique_ptr<OptimalSearch> exact;
};

AnytimeSearch::AnytimeSearch(const World& world)
    : world_(world), scratch_(std::make_unique<Scratch>(world)) {}
AnytimeSearch::~AnytimeSearch() = default;

Path AnytimeSearch::find(const Point& start, const Point& goal, double radius,
                         const SearchOptions& options) {
  const auto began = Clock::now();
  set_out(start, goal, radius, options);
  while (!ended_) search();
  path_.stats.seconds = since(began);
  return std::move(path_);
}

void AnytimeSearch::begin(const Point& start, const Point& goal, double radius,
                          const SearchOptions& options) {
  const auto began = Clock::now();
  set_out(start, goal, radius, options);
  path_.stats.seconds = since(began);
}

void AnytimeSearch::set_out(const Point& start, const Point& goal, double radius,
                            const SearchOptions& options) {
  const Mesh& mesh = world_.mesh();
  Scratch& s = *scratch_;
  path_ = Path{};
  path_.length = path_.lower_bound = infinity;
  start_ = start;
  goal_ = goal;
  radius_ = radius;
  diameter_ = 2 * radius;
  straight_ = distance(start, goal);
  options_ = options;
  s.heap.clear();
  s.waiting.clear();
  s.channels.clear();
  states_.clear();
  first_expanded_ = 0;
  doubt_ = waiting_ = infinity;
  ended_ = true;
  improved_ = false;
  const QueryEnds ends(world_, start, goal);
  if (const auto blocked = ends.blocked(world_, radius)) {
    path_.status = *blocked;
  } else if (!ends.are_local(world_, radius)) {
    close();
  } else {
    sides_of(mesh, ends.start.at, starts_);
    sides_of(mesh, ends.goal.at, goals_);
    if (s.nodes.size() < 4 * mesh.triangles.size()) s.nodes.resize(4 * mesh.triangles.size());
    if (++s.query == 0) {
      std::fill(s.nodes.begin(), s.nodes.end(), Scratch::Node{});
      s.query = 1;
    }
    ended_ = false;
    open();
  }
}

bool AnytimeSearch::improve() {
  const auto began = Clock::now();
  if (!ended_ && !improved_) search();
  const bool out = improved_;
  improved_ = false;
  path_.stats.seconds += since(began);
  return out;
}

void AnytimeSearch::search() {
  Scratch& s = *scratch_;
  SearchStats& stats = path_.stats;
  const bool is_open_ended =
      options_.prove_with_optimal && options_.effort <= 0 && options_.limit == ~std::uint64_t{0};
  while (!s.heap.empty()) {
    check_interrupt(8);
    const bool found = path_.status == Status::found;
    const double f = s.heap.top().estimate;
    if (found && f >= path_.length * slack) return finish(true);
    if (found && stats.expanded >= options_.limit) return finish(false);
    if (found && options_.effort > 0 &&
        static_cast<double>(stats.expanded) >=
            options_.effort * static_cast<double>(first_expanded_))
      return finish(false);
    if (found && is_open_ended &&
        stats.expanded >= closing_factor * first_expanded_ + closing_floor)
      return close();
    const Index item = s.heap.pop().item;
    const State state = states_[item];
    if (state.has_arrived()) {
      ++stats.expanded;
      if (!arrive(item, f)) continue;
      if (!found) {
        first_expanded_ = stats.expanded;
        release();
      }
      improved_ = true;
      return;
    }
    if (!found) {
      std::uint32_t& mark = s.nodes[node_of(state.entry())].expanded_in;
      if (mark == s.query) {
        s.waiting.push_back(item);
        waiting_ = std::min(waiting_, f);
        continue;
      }
      mark = s.query;
    }
    ++stats.expanded;
    expand(item);
  }
  // Where no path was found, the waiting states lead nowhere else: they came in by the same portal.
  finish(true);
}

// The way to a portal is no shorter than the way to an earlier portal and the distance from
// there. Two earlier portals are tried: one from which the bound has grown so far, and the
// narrowest since, which says more once the way has bent there.
void AnytimeSearch::push_portal(HalfEdgeId portal, Index parent, double least, Index item,
                                bool has_arrived) {
  double g = std::max(to_portal(start_, portal), least);
  Index far = none, near = none;
  if (parent != none) {
    const State& p = states_[parent];
    far = p.far;
    near = p.near;
    if (near == none || is_narrower(p.entry(), states_[near].entry())) near = parent;
    const double from_far =
        far == none ? 0.0 : states_[far].g + between_portals(states_[far].entry(), portal);
    const double from_near = states_[near].g + between_portals(states_[near].entry(), portal);
    g = std::max({g, from_far, from_near});
    if (from_near > std::max(from_far, far == none ? to_portal(start_, portal) : 0.0)) {
      far = near;
      near = none;
    }
  }
  push(item, parent, g, g + to_portal(goal_, portal), has_arrived, far, near);
}

void AnytimeSearch::push(Index entry, Index parent, double g, double f, bool has_arrived, Index far,
                         Index near) {
  Scratch& s = *scratch_;
  const bool found = path_.status == Status::found;
  ++path_.stats.generated;
  if (parent != none) f = std::max(f, states_[parent].f);
  if (found && f >= path_.length * slack) return;
  const Index item = static_cast<Index>(states_.size());
  states_.push_back({g, f, has_arrived ? entry | arrived : entry, parent, far, near});
  if (!has_arrived) {
    Scratch::Node& node = s.nodes[node_of(HalfEdgeId(entry))];
    remember(item, node.latest);
    if (!found && node.expanded_in == s.query) {
      s.waiting.push_back(item);
      waiting_ = std::min(waiting_, f);
      return;
    }
    if (found && repeats(item)) {
      node.latest = states_[item].same_node;
      states_.pop_back();
      return;
    }
  }
  s.heap.push({f, item});
}

void AnytimeSearch::push_channel(TriangleId first, const std::vector<HalfEdgeId>& portals) {
  Scratch& s = *scratch_;
  Path channel;
  if (!pull(first, portals, goal_, channel)) {
    doubt_ = straight_;
    return;
  }
  ++path_.stats.generated;
  const Index item = static_cast<Index>(states_.size());
  states_.push_back({channel.length, channel.length,
                     static_cast<Index>(s.channels.size()) | arrived, is_channel, none, none});
  s.heap.push({channel.length, item});
  s.channels.push_back(std::move(channel));
}

TriangleId AnytimeSearch::trail(Index state, std::vector<HalfEdgeId>& portals) {
  for (Index s = state; s != none; s = states_[s].parent)
    portals.push_back(HalfEdgeId(states_[s].item & ~arrived));
  std::reverse(portals.begin(), portals.end());
  return Mesh::triangle_of(world_.mesh().twin(portals.front()));
}

// Which turns a disc can take in a triangle depends on the portal it came in by.
Index AnytimeSearch::node_of(HalfEdgeId entry) const {
  return radius_ > 0 ? entry.number() : Mesh::triangle_of(entry).number();
}

// Links a new state to the one before it at its node and to an ancestor some way up. The latter
// are the jump pointers of Myers 1983 (An applicative random-access stack): from any state they
// lead to any ancestor in a logarithmic number of steps. `latest` is not reset between queries:
// it counts only if the state it names is at the node.
void AnytimeSearch::remember(Index item, Index& latest) {
  State& state = states_[item];
  const bool is_known = latest < item && !states_[latest].has_arrived() &&
                        node_of(states_[latest].entry()) == node_of(state.entry());
  state.same_node = is_known ? latest : none;
  latest = item;
  if (state.parent == none) return;
  const State& parent = states_[state.parent];
  state.depth = parent.depth + 1;
  state.jump = state.parent;
  if (parent.jump == none) return;
  const State& above = states_[parent.jump];
  if (above.jump != none && parent.depth - above.depth == above.depth - states_[above.jump].depth)
    state.jump = above.jump;
}

// Whether an ancestor is at the state's node (5.5: no shortest path needs one twice). Two ways to
// find out take turns, and the first to end decides: from ancestor to ancestor, which is short in
// a short channel, and through the states at the node, which are few in a long one.
bool AnytimeSearch::repeats(Index state) const {
  const Index node = node_of(states_[state].entry());
  Index ancestor = states_[state].parent, climber = ancestor, same = states_[state].same_node;
  while (ancestor != none && same != none) {
    if (node_of(states_[ancestor].entry()) == node) return true;
    ancestor = states_[ancestor].parent;
    // Indices fall from a state to its ancestors and along the states at the node: the climber
    // goes up as far as `same`, and on from there for the next one.
    while (climber != none && climber > same) {
      const Index jump = states_[climber].jump;
      climber = jump != none && jump >= same ? jump : states_[climber].parent;
    }
    if (climber == same) return true;
    same = states_[same].same_node;
  }
  return false;
}

void AnytimeSearch::release() {
  Scratch& s = *scratch_;
  for (const Index item : s.waiting) {
    const double f = states_[item].f;
    if (f < path_.length * slack && !repeats(item)) s.heap.push({f, item});
  }
  s.waiting.clear();
  waiting_ = infinity;
}

// Portals on which an end lies say nothing about the way: the end is in the triangle before
// the portal as much as in the one behind it.
bool AnytimeSearch::pull(TriangleId first, const std::vector<HalfEdgeId>& portals,
                         const Point& goal, Path& into) {
  const Mesh& mesh = world_.mesh();
  const auto holds = [&](HalfEdgeId portal, const Point& p) {
    const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
    return orientation(a, b, p) == 0 && between(a, b, p);
  };
  std::span<const HalfEdgeId> rest(portals);
  while (!rest.empty() && holds(rest.back(), goal)) rest = rest.first(rest.size() - 1);
  while (!rest.empty() && holds(rest.front(), start_)) {
    first = Mesh::triangle_of(rest.front());
    rest = rest.subspan(1);
  }
  into.segments.clear();
  if (!scratch_->funnel.pull(first, rest, start_, goal, radius_, into.segments)) return false;
  into.length = length_of(into.segments);
  into.channel.clear();
  into.channel.reserve(rest.size() + 1);
  into.channel.push_back(first);
  for (const HalfEdgeId e : rest) into.channel.push_back(Mesh::triangle_of(e));
  return true;
}

bool AnytimeSearch::arrive(Index item, double f) {
  Scratch& s = *scratch_;
  const State& state = states_[item];
  Path* found = &s.pulled;
  if (state.parent == is_channel) {
    found = &s.channels[state.item & ~arrived];
  } else {
    s.portals.clear();
    const TriangleId first = trail(item, s.portals);
    if (!pull(first, s.portals, goal_, s.pulled)) {
      doubt_ = std::min(doubt_, f);
      return false;
    }
  }
  if (found->length >= path_.length * slack) return false;
  std::swap(path_.segments, found->segments);
  std::swap(path_.channel, found->channel);
  path_.length = found->length;
  path_.status = Status::found;
  path_.optimal = straight_ >= path_.length * slack;
  path_.lower_bound = path_.optimal ? path_.length : straight_;
  return true;
}

void AnytimeSearch::adopt(Path&& path) {
  path_ = std::move(path);
  first_expanded_ = path_.stats.expanded;
  improved_ = path_.status == Status::found;
  ended_ = !improved_ || path_.optimal;
}

// No path is shorter than this or than the best one found.
double AnytimeSearch::bound() const {
  const Heap<Index>& heap = scratch_->heap;
  const double least = std::min({heap.empty() ? infinity : heap.top().estimate, waiting_, doubt_});
  return std::max(straight_, least);
}

void AnytimeSearch::finish(bool is_proved) {
  const bool found = path_.status == Status::found;
  if (is_proved && doubt_ < path_.length * slack) {
    if (!found || options_.limit == ~std::uint64_t{0}) return close();
    is_proved = false;
  }
  if (found) {
    const double least = std::min(bound(), path_.length);
    path_.optimal = is_proved || least >= path_.length * slack;
    path_.lower_bound = path_.optimal ? path_.length : least;
  } else {
    path_.status = Status::no_path;
  }
  ended_ = true;
}

// The exact search has the last word. If it is interrupted, this one has not ended.
void AnytimeSearch::close() {
  Scratch& s = *scratch_;
  if (!s.exact) s.exact = std::make_unique<OptimalSearch>(world_);
  SearchOptions limit;
  limit.limit = options_.limit;
  Path exact = s.exact->find(start_, goal_, radius_, limit);
  ended_ = true;
  exact.stats.expanded += path_.stats.expanded;
  exact.stats.generated += path_.stats.generated;
  exact.stats.seconds = path_.stats.seconds;
  if (path_.status == Status::found && exact.length >= path_.length * slack) {
    path_.stats = exact.stats;
    path_.optimal = exact.optimal;
    path_.lower_bound = exact.optimal ? path_.length : std::min(path_.length, exact.lower_bound);
    return;
  }
  improved_ = exact.status == Status::found;
  path_ = std::move(exact);
}

double AnytimeSearch::to_portal(const Point& p, HalfEdgeId portal) const {
  const Mesh& mesh = world_.mesh();
  const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double squared = dx * dx + dy * dy;
  const double margin = radius_ > 0 ? std::min(0.5, radius_ / std::sqrt(squared)) : 0.0;
  const double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared;
  const double at = std::min(std::max(t, margin), 1 - margin);
  const double x = a.x + at * dx - p.x, y = a.y + at * dy - p.y;
  return std::sqrt(x * x + y * y);
}

// Portals of one channel never cross: the distance is that of an end of one from the other.
double AnytimeSearch::between_portals(HalfEdgeId a, HalfEdgeId b) const {
  Point p, q, u, v;
  crossable(a, p, q);
  crossable(b, u, v);
  const auto squared = [](const Point& x, const Point& c, const Point& d) {
    const double dx = d.x - c.x, dy = d.y - c.y, size = dx * dx + dy * dy;
    double t = size > 0 ? ((x.x - c.x) * dx + (x.y - c.y) * dy) / size : 0.0;
    t = std::min(std::max(t, 0.0), 1.0);
    const double ex = c.x + t * dx - x.x, ey = c.y + t * dy - x.y;
    return ex * ex + ey * ey;
  };
  return std::sqrt(
      std::min({squared(p, u, v), squared(q, u, v), squared(u, p, q), squared(v, p, q)}));
}

bool AnytimeSearch::is_narrower(HalfEdgeId a, HalfEdgeId b) const {
  const Mesh& mesh = world_.mesh();
  const auto square = [&](HalfEdgeId e) {
    const Point p = mesh.point(mesh.origin(e)), q = mesh.point(mesh.target(e));
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
  };
  return square(a) < square(b);
}

// The part of a portal that the disc's centre can cross.
void AnytimeSearch::crossable(HalfEdgeId portal, Point& from, Point& to) const {
  const Mesh& mesh = world_.mesh();
  from = mesh.point(mesh.origin(portal));
  to = mesh.point(mesh.target(portal));
  if (radius_ == 0) return;
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double part = std::min(0.5, radius_ / std::sqrt(dx * dx + dy * dy));
  from = {from.x + part * dx, from.y + part * dy};
  to = {to.x - part * dx, to.y - part * dy};
}

double AnytimeSearch::around(HalfEdgeId in, HalfEdgeId out) const {
  return world_.clearance().around(out == Mesh::next(in) ? out : in);
}

double AnytimeSearch::turn(HalfEdgeId in, HalfEdgeId out) const {
  const Mesh& mesh = world_.mesh();
  const HalfEdgeId e = out == Mesh::next(in) ? out : in;  // starts at their corner
  const Point c = mesh.point(mesh.origin(e)), a = mesh.point(mesh.target(e)),
              b = mesh.point(mesh.apex(e));
  const double ux = a.x - c.x, uy = a.y - c.y, vx = b.x - c.x, vy = b.y - c.y;
  return std::atan2(std::abs(ux * vy - uy * vx), ux * vx + uy * vy);
}

}  // namespace clearway
