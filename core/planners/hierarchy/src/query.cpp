// Asking a hierarchy: the plan, the whole path.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/planners/hierarchy.hpp"
#include "clearway/query/narrowest.hpp"
#include "clearway/query/queries.hpp"
#include "cluster_field.hpp"
#include "mesh/triangles_at.hpp"
#include "scratch.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The way ahead is estimated as straight, times the mean detour of cached paths or this. And the
// share of a plan's length above which what a join has over the straight line is worth an
// exact search. Both trade lengths for time; docs/explanation/thpa.md has figures.
constexpr double least_detour = 1.02;
constexpr double patience = 0.001;

// A hop waits when it makes the estimate of its plan longer by more than this share.
constexpr double promise = 0.01;

// A bearing keeps to its cluster; the shortest way may not. So no more than this share of the
// straight line is believed to come on top of it, until a join is on the best plan. When it is
// longer by this share of the plan then, another plan is looked for; a few times.
constexpr double belief = 0.05;
constexpr double regret = 0.005;
constexpr int most_plans = 4;

// Ends with few nodes between them are near: nodes beside the way are dear then, and a search is
// short. It is made when the plan, of so many nodes, is longer than straight by more than this
// share.
constexpr double near_detours[] = {0.0, 0.02, 0.02, 0.2, 0.2, 0.2};

// Joins that turn out too narrow before an exact search takes over.
constexpr int most_dead_ends = 2;

Segment reversed(const Segment& s) { return {s.end, s.start, s.center, s.radius, -s.turn}; }

void append(std::vector<Segment>& out, const std::vector<Segment>& segments, bool backwards) {
  if (!backwards) {
    out.insert(out.end(), segments.begin(), segments.end());
    return;
  }
  for (auto s = segments.rbegin(); s != segments.rend(); ++s) out.push_back(reversed(*s));
}

}  // namespace

Hierarchy::Query::Query(const World& world, const Hierarchy& hierarchy, ExactSearch exact)
    : world_(world),
      hierarchy_(hierarchy),
      exact_(std::move(exact)),
      scratch_(std::make_unique<Scratch>(world.mesh())) {}
Hierarchy::Query::~Query() = default;

// The nodes of the clusters around a place that the disc may get to from there.
void Hierarchy::Query::join(const Point& p, const Location& at, double radius,
                            std::vector<Join>& out) const {
  const Hierarchy& h = hierarchy_;
  const bool one = h.radii_.is_one();
  out.clear();
  for_each_triangle_at(world_.mesh(), at, [&](TriangleId t) {
    const ClusterId c = world_.mesh().is_free(t) ? h.cluster_of(t) : none;
    if (c == none) return;
    const Cluster& cluster = h.groups_[c];
    const std::size_t row = h.number_[t] * cluster.nodes.size();
    for (Index k = 0; k < cluster.nodes.size(); ++k) {
      const double excess = h.number_[t] != none ? cluster.excess[row + k] : infinity;
      const NodeId node = cluster.nodes[k];
      if (!one && h.nodes_[node].reach < radius) continue;
      const double straight = distance(p, cluster.places[k]);
      const Join found{node, straight + std::min(excess, belief * straight), c, k,
                       excess < infinity ? t : none};
      const auto same =
          at.kind == Location::face
              ? out.end()
              : std::find_if(out.begin(), out.end(), [&](const Join& j) { return j.node == node; });
      if (same == out.end())
        out.push_back(found);
      else if (found.length < same->length)
        *same = found;
    }
  });
}

// Walks the way of a join, from the node when `backwards`, and pulls it tight; without a bearing
// the shortest one. False: the disc cannot pass.
bool Hierarchy::Query::follow(const Join& join, const Point& end, double radius, bool backwards,
                              Path& out) {
  const Hierarchy& h = hierarchy_;
  const Cluster& cluster = h.groups_[join.cluster];
  const Point place = cluster.places[join.number];
  if (join.triangle == none) {
    out = backwards ? exact_(place, end, radius) : exact_(end, place, radius);
    return out.status == Status::found;
  }
  out.channel.clear();
  out.channel.reserve(32);
  for (Index t = h.number_[join.triangle]; t != ClusterField::arrived;
       t = cluster.next[t * cluster.nodes.size() + join.number])
    out.channel.push_back(cluster.triangles[t]);
  if (cluster.beyond[join.number] != none) out.channel.push_back(cluster.beyond[join.number]);
  if (backwards) std::reverse(out.channel.begin(), out.channel.end());
  const Point &from = backwards ? place : end, &to = backwards ? end : place;
  Scratch& s = *scratch_;
  if (!portals_between(world_.mesh(), out.channel, s.portals)) return false;
  const TriangleId first = out.channel.front();
  if (radius > 0 && narrowest(world_, first, s.portals, from, to).radius < radius) return false;
  if (!s.funnel.pull(first, s.portals, from, to, radius, out.segments)) return false;
  out.status = Status::found;
  out.length = length_of(out.segments);
  return true;
}

// A* over the nodes, from `starts` to `goals`. The last node of the way; none: there is none.
// A node is expanded in part: hops that do not look promising wait until the best of them is the
// most promising of all.
NodeId Hierarchy::Query::search(const Point& goal, double radius, double& length,
                                SearchStats& stats) {
  const Hierarchy& h = hierarchy_;
  Scratch& s = *scratch_;
  if (s.at.size() < h.nodes_.size()) s.at.resize(h.nodes_.size());
  const double pull = std::max(h.stretch(), least_detour);
  const bool one = h.radii_.is_one();
  ++s.round;
  s.heap.clear();
  const auto touch = [&](NodeId node) -> Scratch::At& {
    Scratch::At& at = s.at[node];
    if (at.round != s.round) at = {infinity, infinity, 0, none, none, 0, s.round};
    return at;
  };
  double& best = length = infinity;
  NodeId last = none;
  const auto reach = [&](NodeId node, double cost, double estimate, NodeId parent, EdgeId edge,
                         Index side) {
    Scratch::At& at = touch(node);
    if (at.cost <= cost) return;
    at.cost = cost;
    at.next = estimate;
    at.parent = parent;
    at.edge = edge;
    at.from = one ? side : 0;
    ++stats.generated;
    if (cost + at.rest < best) {
      best = cost + at.rest;
      last = node;
    }
    if (estimate < best && at.from != 3) s.heap.push({estimate, node});
  };
  for (const Join& j : s.goals) {
    Scratch::At& at = touch(j.node);
    at.rest = std::min(at.rest, j.length);
  }
  for (const Join& j : s.starts)
    reach(j.node, j.length, j.length + pull * distance(h.nodes_[j.node].place, goal), none, none,
          h.nodes_[j.node].a == j.cluster ? 1u : 2u);
  while (!s.heap.empty()) {
    check_interrupt();
    const Entry<NodeId> top = s.heap.pop();
    if (top.estimate >= best) break;
    const NodeId node = top.item;
    Scratch::At& at = s.at[node];
    if (top.estimate != at.next) continue;
    ++stats.expanded;
    const double cost = at.cost, limit = top.estimate * (1 + promise);
    double rest = infinity;
    const auto go = [&](const Cluster& cluster, Index number) {
      // By value: what reach() writes cannot be any of these.
      const std::size_t count = cluster.nodes.size(), row = number * count;
      const double *lengths = cluster.lengths.data() + row, begin = cost, most = limit, slow = pull;
      const Point *places = cluster.places.data(), to = goal;
      double least = infinity;
      for (std::size_t k = 0; k < count; ++k) {
        double there = begin + lengths[k];
        if (!one && there < infinity) {
          const Way* way = h.way(cluster.hops[row + k].edge_id(), radius);
          there = way ? begin + way->length(radius) : infinity;
        }
        const double estimate = there + slow * distance(places[k], to);
        if (estimate > most) {
          least = std::min(least, estimate);
        } else {
          const Hop hop = cluster.hops[row + k];
          reach(cluster.nodes[k], there, estimate, node, hop.edge_id(), hop.far);
        }
      }
      rest = std::min(rest, least);
    };
    // On in the cluster it came through: its own edge from there is no longer.
    const Node& here = h.nodes_[node];
    if (!(at.from & 1)) go(h.groups_[here.a], here.in_a);
    if (!(at.from & 2)) go(h.groups_[here.b], here.in_b);
    at.next = rest;
    if (rest < best) s.heap.push({rest, node});
  }
  return last;
}

Plan Hierarchy::Query::plan(const Point& start, const Point& goal, double radius) {
  const auto began = std::chrono::steady_clock::now();
  Plan plan;
  plan.radius = radius;
  plan.generation = hierarchy_.generation();
  const auto done = [&]() -> Plan {
    plan.stats.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return std::move(plan);
  };
  const auto directly = [&]() -> Plan {
    plan.direct = exact_(start, goal, radius);
    plan.stats.expanded += plan.direct.stats.expanded;
    plan.stats.generated += plan.direct.stats.generated;
    plan.status = plan.direct.status;
    plan.length = plan.direct.length;
    return done();
  };
  const Hierarchy& h = hierarchy_;
  const Mesh& mesh = world_.mesh();
  const Location from = world_.locate(start), to = world_.locate(goal);
  bool near = false;
  for_each_triangle_at(mesh, from, [&](TriangleId t) {
    for_each_triangle_at(mesh, to, [&](TriangleId u) {
      near = near || (h.cluster_of(t) != none && h.cluster_of(t) == h.cluster_of(u));
    });
  });
  if (near || !fits(world_, {start, from}, radius) || !fits(world_, {goal, to}, radius))
    return directly();
  Scratch& s = *scratch_;
  join(start, from, radius, s.starts);
  join(goal, to, radius, s.goals);
  const auto join_by = [](std::vector<Join>& joins, NodeId node) {
    return std::find_if(joins.begin(), joins.end(), [&](const Join& j) { return j.node == node; });
  };
  int dead_ends = 0;
  for (int plans = 1; dead_ends <= most_dead_ends; ++plans) {
    check_interrupt(8);
    double length;
    const NodeId last = search(goal, radius, length, plan.stats);
    if (last == none) break;
    NodeId first = last;
    std::size_t count = 1;
    for (; s.at[first].parent != none; ++count) first = s.at[first].parent;
    const auto first_join = join_by(s.starts, first), last_join = join_by(s.goals, last);
    if (!follow(*first_join, start, radius, false, plan.first)) {
      s.starts.erase(first_join);
      ++dead_ends;
      continue;
    }
    if (!follow(*last_join, goal, radius, true, plan.last)) {
      s.goals.erase(last_join);
      ++dead_ends;
      continue;
    }
    const auto is_rough = [&](const Path& path, NodeId node, const Point& end) {
      return path.length - distance(h.nodes_[node].place, end) > patience * length;
    };
    const auto is_worse = [&](Join& join, const Path& path) {
      if (path.length <= join.length + regret * length) return false;
      join.length = path.length;
      return true;
    };
    plan.places.assign(1, h.nodes_[last].place);  // for refine()
    plan.is_rough = is_rough(plan.last, last, goal);
    if (is_rough(plan.first, first, start)) {
      Path shortest = exact_(start, h.nodes_[first].place, radius);
      if (shortest.status == Status::found) plan.first = std::move(shortest);
    }
    if (plan.last.length > last_join->length + regret * length) refine(plan, goal);
    const bool worse_first = is_worse(*first_join, plan.first);
    const bool worse_last = is_worse(*last_join, plan.last);
    if ((worse_first || worse_last) && plans < most_plans) continue;
    plan.nodes.resize(count);
    plan.places.resize(count);
    plan.edges.resize(count - 1);
    for (NodeId node = last; node != none; node = s.at[node].parent) {
      plan.nodes[--count] = node;
      plan.places[count] = h.nodes_[node].place;
      if (count > 0) plan.edges[count - 1] = s.at[node].edge;
    }
    plan.length = plan.first.length + (s.at[last].cost - s.at[first].cost) + plan.last.length;
    if (plan.nodes.size() < std::size(near_detours) &&
        plan.length > (1 + near_detours[plan.nodes.size()]) * distance(start, goal))
      break;
    walk(plan);
    // Radii between breakpoints were never searched for: only the whole walk can tell.
    if (!h.radii_.is_one()) {
      finish(plan, goal);
      if (plan.walk.empty() || !portals_between(mesh, plan.walk, s.portals) ||
          narrowest(world_, plan.walk.front(), s.portals, start, goal).radius < radius)
        break;
    }
    plan.status = Status::found;
    return done();
  }
  const SearchStats stats = plan.stats;
  plan = {};
  plan.radius = radius;
  plan.generation = hierarchy_.generation();
  plan.stats = stats;
  return directly();
}

void Hierarchy::Query::refine(Plan& plan, const Point& goal) {
  if (!plan.is_rough) return;
  plan.is_rough = false;
  Path shortest = exact_(plan.places.back(), goal, plan.radius);
  if (shortest.status == Status::found && shortest.length < plan.last.length &&
      (plan.held == 0 || left_by(plan.walk, shortest.channel) > plan.held))
    plan.last = std::move(shortest);
}

// The walk of a plan as far as its last node.
void Hierarchy::Query::walk(Plan& plan) {
  // Cached paths lie far apart in memory: they are fetched side by side, not one after the other.
  for (const EdgeId e : plan.edges) __builtin_prefetch(&hierarchy_.edges_[e]);
  for (const EdgeId e : plan.edges) __builtin_prefetch(hierarchy_.edges_[e].ways.data());
  std::size_t triangles = plan.first.channel.size() + plan.last.channel.size();
  for (const EdgeId e : plan.edges) {
    const std::vector<TriangleId>& channel = hierarchy_.way(e, plan.radius)->channel;
    triangles += channel.size();
    for (std::size_t i = 0; i < channel.size(); i += 16) __builtin_prefetch(channel.data() + i);
  }
  plan.walk.reserve(triangles);
  plan.marks.reserve(plan.nodes.size());
  ChannelBuilder walk(plan.walk, plan.marks);
  walk.extend(plan.first.channel, false);
  walk.mark();
  for (std::size_t i = 1; i < plan.nodes.size(); ++i) {
    check_interrupt();
    const EdgeId e = plan.edges[i - 1];
    walk.extend(hierarchy_.way(e, plan.radius)->channel,
                hierarchy_.edges_[e].v == plan.nodes[i - 1]);
    walk.mark();
  }
  plan.firm = left_by(plan.walk, plan.last.channel);
}

void Hierarchy::Query::finish(Plan& plan, const Point& goal) {
  if (plan.is_finished) return;
  refine(plan, goal);
  ChannelBuilder(plan.walk, plan.marks).extend(plan.last.channel, false);
  plan.firm = plan.walk.size();
  plan.is_finished = true;
}

// The paths that the plan was made of, one after the other.
std::vector<Segment> Hierarchy::Query::slack(const Plan& plan) const {
  std::vector<Segment> out = plan.first.segments;
  for (std::size_t i = 1; i < plan.nodes.size(); ++i) {
    const EdgeId e = plan.edges[i - 1];
    append(out, hierarchy_.way(e, plan.radius)->segments,
           hierarchy_.edges_[e].v == plan.nodes[i - 1]);
  }
  append(out, plan.last.segments, false);
  return out;
}

Path Hierarchy::Query::path(Plan plan, const Point& start, const Point& goal) {
  const auto began = std::chrono::steady_clock::now();
  if (plan.status != Status::found || plan.nodes.empty()) {
    Path path = std::move(plan.direct);
    path.stats = plan.stats;
    return path;
  }
  Scratch& s = *scratch_;
  finish(plan, goal);
  Path path;
  path.status = Status::found;
  path.lower_bound = distance(start, goal);
  if (!plan.walk.empty() && portals_between(world_.mesh(), plan.walk, s.portals) &&
      s.funnel.pull(plan.walk.front(), s.portals, start, goal, plan.radius, path.segments)) {
    path.channel = std::move(plan.walk);
  } else if (hierarchy_.radii_.is_one()) {
    path.segments = slack(plan);
  } else {
    path = exact_(start, goal, plan.radius);
  }
  path.length = path.status == Status::found ? length_of(path.segments) : infinity;
  path.optimal = path.length == path.lower_bound;
  const std::uint64_t expanded = path.stats.expanded, generated = path.stats.generated;
  path.stats = plan.stats;
  path.stats.expanded += expanded;
  path.stats.generated += generated;
  path.stats.seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return path;
}

}  // namespace clearway
