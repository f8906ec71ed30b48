// Asking a hierarchy: the plan, the whole path, legs.
#include <algorithm>
#include <chrono>
#include <limits>

#include "../path/arc.hpp"
#include "approach.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/query/around.hpp"
#include "clearway/query/narrowest.hpp"
#include "clearway/query/queries.hpp"
#include "clearway/search/hierarchy.hpp"
#include "heap.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double rounding = 0x1p-40;  // of the coordinates

// The way ahead is estimated as straight, times the mean detour of cached paths or this. And the
// share of a plan's length above which what a join has over the straight line is worth an
// exact search. Both trade lengths for time; docs/thpa.md has figures.
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

// A walk over triangles that never turns back: steps that are undone at once are dropped.
class Walk {
 public:
  explicit Walk(std::vector<Index>& triangles) : triangles_(triangles) { triangles_.clear(); }

  void extend(const std::vector<Index>& channel, bool backwards) {
    for (std::size_t i = 0; i < channel.size(); ++i)
      step(channel[backwards ? channel.size() - 1 - i : i]);
  }

  void step(Index t) {
    if (!triangles_.empty() && triangles_.back() == t) return;
    if (triangles_.size() > 1 && triangles_[triangles_.size() - 2] == t) {
      triangles_.pop_back();
      return;
    }
    triangles_.push_back(t);
  }

 private:
  std::vector<Index>& triangles_;
};

// The point of a segment nearest to p.
Point nearest_on(const Segment& s, const Point& p) {
  if (s.turn == 0) return nearest_on_segment(s.start, s.end, p);
  const double far = distance(p, s.center);
  if (far > 0 && spans(s, p)) {
    const double scale = s.radius / far;
    return {s.center.x + scale * (p.x - s.center.x), s.center.y + scale * (p.y - s.center.y)};
  }
  return distance(p, s.start) <= distance(p, s.end) ? s.start : s.end;
}

// Ends the path about where it comes nearest to p.
void cut_near(const World& world, double radius, std::vector<Segment>& path, const Point& p) {
  if (path.empty()) return;
  std::size_t best = 0;
  double least = infinity;
  Point where{};
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Point q = nearest_on(path[i], p);
    if (distance(q, p) < least) {
      least = distance(q, p);
      best = i;
      where = q;
    }
  }
  // Room to spare: rounding may put a point of a line along a wall on the wall's other side.
  const double spare = radius + rounding * std::max({radius, std::abs(where.x), std::abs(where.y)});
  if (!is_free(world, where, spare)) {
    const Segment& s = path[best];
    const bool back = best > 0 && distance(where, s.start) < distance(where, s.end);
    const Point near = back ? s.start : s.end;
    // For a point, the ends of lines are corners, which are exact.
    Point instead = radius > 0 ? where : near;
    for (const double t : {0.125, 0.25, 0.5, 0.75}) {
      const Point q{where.x + t * (near.x - where.x), where.y + t * (near.y - where.y)};
      if (s.turn != 0 || !is_free(world, q, spare)) continue;
      instead = q;
      break;
    }
    where = instead;
  }
  path.resize(best + 1);
  path.back().end = where;
  if (path.back().start == where) path.pop_back();
}

}  // namespace

// One end of a question, by one of the nodes of its clusters: estimated by a bearing of the
// triangle it lies in. Where clusters do not hang together there may be none.
struct Hierarchy::Query::Join {
  Index node;
  double length;
  Index cluster, number;  // `number` of the node in the cluster
  Index triangle;         // none: it has no bearing
};

struct Hierarchy::Query::Scratch {
  explicit Scratch(const Mesh& mesh) : funnel(mesh) {}
  DiscFunnel funnel;
  Heap heap;
  struct At {                 // a node
    double cost, rest, next;  // rest: of a join to the goal; next: its entry in the heap
    Index parent, edge;       // by which it was reached
    Index from;               // clusters of the node that it was reached in, as Hop::far
    std::uint32_t round = 0;  // in which the above was written
  };
  std::vector<At> at;
  std::uint32_t round = 0;
  std::vector<Join> starts, goals;
  std::vector<Index> triangles, doors;
  std::vector<Segment> segments;
};

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
  for_each_triangle_at(world_.mesh(), at, [&](Index t) {
    const Index c = world_.mesh().is_free(t) ? h.cluster_of(t) : none;
    if (c == none) return;
    const Cluster& cluster = h.groups_[c];
    const std::size_t row = h.number_[t] * cluster.nodes.size();
    for (Index k = 0; k < cluster.nodes.size(); ++k) {
      const double excess = h.number_[t] != none ? cluster.excess[row + k] : infinity;
      const Index node = cluster.nodes[k];
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
  for (Index t = h.number_[join.triangle]; t != Approach::arrived;
       t = cluster.next[t * cluster.nodes.size() + join.number])
    out.channel.push_back(cluster.triangles[t]);
  if (cluster.beyond[join.number] != none) out.channel.push_back(cluster.beyond[join.number]);
  if (backwards) std::reverse(out.channel.begin(), out.channel.end());
  const Point &from = backwards ? place : end, &to = backwards ? end : place;
  Scratch& s = *scratch_;
  if (!doors_between(world_.mesh(), out.channel, s.doors)) return false;
  const Index first = out.channel.front();
  if (radius > 0 && narrowest(world_, first, s.doors, from, to).radius < radius) return false;
  if (!s.funnel.pull(first, s.doors, from, to, radius, out.segments)) return false;
  out.status = Status::found;
  out.length = length_of(out.segments);
  return true;
}

// A* over the nodes, from `starts` to `goals`. The last node of the way; none: there is none.
// A node is expanded in part: hops that do not look promising wait until the best of them is the
// most promising of all.
Index Hierarchy::Query::search(const Point& goal, double radius, double& length,
                               SearchStats& stats) {
  const Hierarchy& h = hierarchy_;
  Scratch& s = *scratch_;
  if (s.at.size() < h.nodes_.size()) s.at.resize(h.nodes_.size());
  const double pull = std::max(h.stretch(), least_detour);
  const bool one = h.radii_.is_one();
  ++s.round;
  s.heap.clear();
  const auto touch = [&](Index node) -> Scratch::At& {
    Scratch::At& at = s.at[node];
    if (at.round != s.round) at = {infinity, infinity, 0, none, none, 0, s.round};
    return at;
  };
  double& best = length = infinity;
  Index last = none;
  const auto reach = [&](Index node, double cost, double estimate, Index parent, Index edge,
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
    const Entry top = s.heap.pop();
    if (top.estimate >= best) break;
    const Index node = top.item;
    Scratch::At& at = s.at[node];
    if (top.estimate != at.next) continue;
    ++stats.expanded;
    const double cost = at.cost, limit = top.estimate * (1 + promise);
    double rest = infinity;
    const auto go = [&](const Cluster& cluster, Index number) {
      const std::size_t count = cluster.nodes.size(), row = number * count;
      for (std::size_t k = 0; k < count; ++k) {
        double there = cost + cluster.lengths[row + k];
        if (!one && there < infinity) {
          const Way* way = h.way(cluster.hops[row + k].edge, radius);
          there = way ? cost + way->length(radius) : infinity;
        }
        const double estimate = there + pull * distance(cluster.places[k], goal);
        if (estimate > limit) {
          rest = std::min(rest, estimate);
        } else {
          const Hop hop = cluster.hops[row + k];
          reach(cluster.nodes[k], there, estimate, node, hop.edge, hop.far);
        }
      }
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
  for_each_triangle_at(mesh, from, [&](Index t) {
    for_each_triangle_at(mesh, to, [&](Index u) {
      near = near || (h.cluster_of(t) != none && h.cluster_of(t) == h.cluster_of(u));
    });
  });
  if (near || !is_free(world_, start, radius, from) || !is_free(world_, goal, radius, to))
    return directly();
  Scratch& s = *scratch_;
  join(start, from, radius, s.starts);
  join(goal, to, radius, s.goals);
  const auto join_by = [](std::vector<Join>& joins, Index node) {
    return std::find_if(joins.begin(), joins.end(), [&](const Join& j) { return j.node == node; });
  };
  int dead_ends = 0;
  for (int plans = 1; dead_ends <= most_dead_ends; ++plans) {
    double length;
    const Index last = search(goal, radius, length, plan.stats);
    if (last == none) break;
    Index first = last;
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
    const auto is_rough = [&](const Path& path, Index node, const Point& end) {
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
    for (Index node = last; node != none; node = s.at[node].parent) {
      plan.nodes[--count] = node;
      plan.places[count] = h.nodes_[node].place;
      if (count > 0) plan.edges[count - 1] = s.at[node].edge;
    }
    plan.length = plan.first.length + (s.at[last].cost - s.at[first].cost) + plan.last.length;
    // Radii between breakpoints were never searched for: only the whole walk can tell.
    if (!h.radii_.is_one()) {
      walk_all(plan);
      if (s.triangles.empty() || !doors_between(mesh, s.triangles, s.doors) ||
          narrowest(world_, s.triangles.front(), s.doors, start, goal).radius < radius)
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
  if (shortest.status == Status::found && shortest.length < plan.last.length)
    plan.last = std::move(shortest);
}

bool Hierarchy::Query::stands(const Plan& plan, std::size_t leg, const Point& at) const {
  const Hierarchy& h = hierarchy_;
  if (plan.generation == h.generation_) return true;
  if (plan.nodes.empty()) return false;
  const double spare = rounding * std::max({plan.radius, std::abs(at.x), std::abs(at.y)});
  if (!is_free(world_, at, 0) || clearance(world_, at) < plan.radius - spare) return false;
  const auto untouched = [&](const Path& join) {
    return std::all_of(join.channel.begin(), join.channel.end(), [&](Index t) {
      return t < h.changed_.size() && h.changed_[t] <= plan.generation;
    });
  };
  // A leg is walked from the one before it, and on to the end of the one after.
  const std::size_t from = leg > 0 ? leg - 1 : 0;
  if (from == 0 && !untouched(plan.first)) return false;
  for (std::size_t i = from > 0 ? from - 1 : 0; i < plan.nodes.size(); ++i) {
    const Index node = plan.nodes[i];
    if (node >= h.nodes_.size() || h.nodes_[node].a == none ||
        !(h.nodes_[node].place == plan.places[i]))
      return false;
    if (i + 1 == plan.nodes.size()) break;
    const Index e = plan.edges[i];
    if (e >= h.edges_.size() || h.edges_[e].u == none || h.edges_[e].pending ||
        h.edges_[e].since > plan.generation || h.find(node, plan.nodes[i + 1]) != e)
      return false;
  }
  return untouched(plan.last);
}

// The walk in scratch, from triangle number `first` of it, pulled tight. False: it is no walk,
// or the disc cannot pass; points pass every walk. The whole walk of a plan needs no test. A place
// where a leg was cut may be in a triangle of the walk and yet not on its way.
bool Hierarchy::Query::pull(const Point& from, const Point& to, double radius, std::size_t first,
                            std::vector<Segment>& out, bool tested) {
  Scratch& s = *scratch_;
  if (first >= s.triangles.size()) return false;
  const std::span<const Index> walk = std::span(s.triangles).subspan(first);
  if (!doors_between(world_.mesh(), walk, s.doors)) return false;
  if (tested && radius > 0) {
    // By rounding the place may be nearer than the radius, which the funnel does not allow.
    const double spare = rounding * std::max({radius, std::abs(from.x), std::abs(from.y)});
    const double passes = narrowest(world_, walk.front(), s.doors, from, to).radius;
    if (passes < radius - spare) return false;
    radius = std::min(radius, passes);
  }
  return s.funnel.pull(walk.front(), s.doors, from, to, radius, out);
}

// Puts the walk of a plan, and the segments of its parts, in scratch.
void Hierarchy::Query::walk_all(const Plan& plan) {
  Scratch& s = *scratch_;
  Walk walk(s.triangles);
  s.segments.clear();
  walk.extend(plan.first.channel, false);
  append(s.segments, plan.first.segments, false);
  for (std::size_t i = 1; i < plan.nodes.size(); ++i) {
    const Index e = plan.edges[i - 1];
    const bool backwards = hierarchy_.edges_[e].v == plan.nodes[i - 1];
    const Way& way = *hierarchy_.way(e, plan.radius);
    walk.extend(way.channel, backwards);
    append(s.segments, way.segments, backwards);
  }
  walk.extend(plan.last.channel, false);
  append(s.segments, plan.last.segments, false);
}

Path Hierarchy::Query::path(Plan plan, const Point& start, const Point& goal) {
  const auto began = std::chrono::steady_clock::now();
  if (plan.status != Status::found || plan.nodes.empty()) {
    Path path = std::move(plan.direct);
    path.stats = plan.stats;
    return path;
  }
  Scratch& s = *scratch_;
  refine(plan, goal);
  walk_all(plan);
  Path path;
  path.status = Status::found;
  path.lower_bound = distance(start, goal);
  if (pull(start, goal, plan.radius, 0, path.segments, false)) {
    path.channel = s.triangles;
  } else if (hierarchy_.radii_.is_one()) {
    path.segments = s.segments;
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

Path Hierarchy::Query::leg(const Plan& plan, std::size_t leg, const Point& at, const Point& goal) {
  const auto began = std::chrono::steady_clock::now();
  Scratch& s = *scratch_;
  const std::size_t legs = plan.nodes.size() + 1;
  const bool is_last = leg + 1 >= legs;
  const Point target = leg + 2 >= legs ? goal : hierarchy_.nodes_[plan.nodes[leg + 1]].place;
  Path path;
  path.status = Status::found;
  Walk walk(s.triangles);
  // The leg before is walked too: pulled tight and cut, the way may still be beside it.
  for (std::size_t i = leg > 0 ? leg - 1 : 0; i < std::min(leg + 2, legs); ++i) {
    if (i == 0) {
      walk.extend(plan.first.channel, false);
    } else if (i + 1 == legs) {
      walk.extend(plan.last.channel, false);
    } else {
      const Index e = plan.edges[i - 1];
      walk.extend(hierarchy_.way(e, plan.radius)->channel,
                  hierarchy_.edges_[e].v == plan.nodes[i - 1]);
    }
  }
  std::size_t first = s.triangles.size();
  for_each_triangle_at(world_.mesh(), world_.locate(at), [&](Index t) {
    const auto found = std::find(s.triangles.begin(), s.triangles.end(), t);
    first = std::min(first, static_cast<std::size_t>(found - s.triangles.begin()));
  });
  if (!pull(at, target, plan.radius, first, path.segments, true)) {
    const Point from = snap(world_, at, plan.radius).value_or(at);
    path = exact_(from, target, plan.radius);
  }
  if (!is_last)
    cut_near(world_, plan.radius, path.segments, hierarchy_.nodes_[plan.nodes[leg]].place);
  path.channel.clear();
  path.optimal = false;
  path.length = path.status == Status::found ? length_of(path.segments) : infinity;
  path.lower_bound = 0;
  path.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return path;
}

}  // namespace clearway
