// Asking a hierarchy: the plan, the whole path, legs.
#include <algorithm>
#include <chrono>
#include <limits>

#include "../path/arc.hpp"
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

// Share of the mean detour of cached paths that the estimate of the way ahead counts on, and
// the share of a plan's length by which a join may turn out longer than its estimate before
// another is looked for. Both trade lengths for time; docs/thpa.md has figures.
constexpr double greed = 0.9;
constexpr double patience = 0.005;

// Joins that turn out not to exist before an exact search takes over: to prove that there is
// no way to a node can take as long as to find the goal.
constexpr int most_dead_ends = 2;

// One end of a question: the nodes of the clusters it lies in, and what is known of the ways.
struct Join {
  Index node;
  double length;
  Path path;  // once computed
  bool known = false;
};

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

struct Hierarchy::Query::Scratch {
  explicit Scratch(const Mesh& mesh) : funnel(mesh) {}
  DiscFunnel funnel;
  Heap heap;
  struct At {                  // a node
    double cost, ahead, rest;  // ahead: estimate of the way to the goal; rest: a join to it
    Index parent;
    Index from;  // clusters of the node that it was reached in, as Link::near
    std::uint64_t round = 0, question = 0;  // in which the above was written
  };
  std::vector<At> at;
  std::uint64_t round = 0, question = 0;
  std::vector<Index> triangles, doors;
  std::vector<Segment> segments;
};

Hierarchy::Query::Query(const World& world, const Hierarchy& hierarchy, ExactSearch exact)
    : world_(world),
      hierarchy_(hierarchy),
      exact_(std::move(exact)),
      scratch_(std::make_unique<Scratch>(world.mesh())) {}
Hierarchy::Query::~Query() = default;

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
    plan.nodes.clear();
    return done();
  };
  const Hierarchy& h = hierarchy_;
  const Mesh& mesh = world_.mesh();
  const auto clusters_at = [&](const Point& p) {
    std::vector<Index> out;
    for_each_triangle_at(mesh, world_.locate(p), [&](Index t) {
      const Index c = mesh.is_free(t) ? h.cluster_of(t) : none;
      if (c != none && std::find(out.begin(), out.end(), c) == out.end()) out.push_back(c);
    });
    return out;
  };
  const std::vector<Index> from = clusters_at(start), to = clusters_at(goal);
  const bool near = std::any_of(from.begin(), from.end(), [&](Index c) {
    return std::find(to.begin(), to.end(), c) != to.end();
  });
  if (near || from.empty() || to.empty() || !is_free(world_, start, radius) ||
      !is_free(world_, goal, radius))
    return directly();
  const auto joins_of = [&](const std::vector<Index>& clusters, const Point& p) {
    std::vector<Join> out;
    for (const Index c : clusters)
      for (const Index node : h.groups_[c].nodes)
        if (h.nodes_[node].reach >= radius &&
            std::none_of(out.begin(), out.end(), [&](const Join& j) { return j.node == node; }))
          out.push_back({node, h.stretch() * distance(p, h.nodes_[node].place), {}, false});
    return out;
  };
  const auto sides_in = [&](const std::vector<Index>& clusters, Index node) {
    const auto holds = [&](Index c) {
      return std::find(clusters.begin(), clusters.end(), c) != clusters.end();
    };
    return (holds(h.nodes_[node].a) ? 1u : 0u) | (holds(h.nodes_[node].b) ? 2u : 0u);
  };
  std::vector<Join> starts = joins_of(from, start), goals = joins_of(to, goal);
  Scratch& s = *scratch_;
  if (s.at.size() < h.nodes_.size()) s.at.resize(h.nodes_.size());
  const double pull = 1 + greed * (h.stretch() - 1);
  const bool one = h.radii_.is_one();
  int dead_ends = 0;
  ++s.question;
  for (;;) {
    ++s.round;
    s.heap.clear();
    const auto reach = [&](Index node, double cost, Index parent, Index side) {
      Scratch::At& at = s.at[node];
      if (at.round == s.round) {
        if (at.cost <= cost) return;
      } else {
        at.round = s.round;
        if (at.question != s.question) {
          at.question = s.question;
          at.ahead = pull * distance(h.nodes_[node].place, goal);
          at.rest = infinity;
        }
      }
      at.cost = cost;
      at.parent = parent;
      at.from = one ? side : 0;
      ++plan.stats.generated;
      s.heap.push({cost + at.ahead, node});
    };
    for (const Join& j : goals) {
      Scratch::At& at = s.at[j.node];
      at.question = s.question;
      at.ahead = pull * distance(h.nodes_[j.node].place, goal);
      at.rest = j.length;
    }
    for (const Join& j : starts)
      if (j.length < infinity) reach(j.node, j.length, none, sides_in(from, j.node));
    double best = infinity;
    Index last = none;
    while (!s.heap.empty()) {
      const Entry top = s.heap.pop();
      if (top.estimate >= best) break;
      const Index node = top.item;
      const Scratch::At& at = s.at[node];
      const double cost = at.cost;
      const Index came = at.from;
      if (top.estimate > cost + at.ahead) continue;
      ++plan.stats.expanded;
      if (cost + at.rest < best) {
        best = cost + at.rest;
        last = node;
      }
      for (const Link& link : h.nodes_[node].links) {
        // On in the cluster it came through: its own edge from there is no longer.
        if (link.near & came || !(link.length < infinity)) continue;
        if (one)
          reach(link.to, cost + link.length, node, link.far);
        else if (const Way* way = h.way(link.edge, radius))
          reach(link.to, cost + way->length(radius), node, link.far);
      }
    }
    if (last == none || dead_ends > most_dead_ends) return directly();
    plan.nodes.clear();
    for (Index node = last; node != none; node = s.at[node].parent) plan.nodes.push_back(node);
    std::reverse(plan.nodes.begin(), plan.nodes.end());
    const auto compute = [&](std::vector<Join>& joins, Index node, bool is_start) {
      Join& j =
          *std::find_if(joins.begin(), joins.end(), [&](const Join& x) { return x.node == node; });
      if (j.known) return true;
      const Point place = h.nodes_[node].place;
      j.path = is_start ? exact_(start, place, radius) : exact_(place, goal, radius);
      plan.stats.expanded += j.path.stats.expanded;
      plan.stats.generated += j.path.stats.generated;
      j.known = true;
      const double estimate = j.length;
      j.length = j.path.status == Status::found ? j.path.length : infinity;
      dead_ends += j.path.status != Status::found;
      return j.length <= estimate + patience * best;
    };
    const bool first_stands = compute(starts, plan.nodes.front(), true);
    const bool last_stands = compute(goals, plan.nodes.back(), false);
    if (first_stands && last_stands) {
      const auto take = [](std::vector<Join>& joins, Index node) {
        return std::find_if(joins.begin(), joins.end(),
                            [&](const Join& x) { return x.node == node; })
            ->path;
      };
      plan.first = take(starts, plan.nodes.front());
      plan.last = take(goals, plan.nodes.back());
      // Radii between breakpoints were never searched for: only the whole walk can tell.
      if (!one) {
        walk_all(plan);
        if (s.triangles.empty() || !doors_between(mesh, s.triangles, s.doors) ||
            narrowest(world_, s.triangles.front(), s.doors, start, goal).radius < radius)
          return directly();
      }
      plan.status = Status::found;
      plan.length = 0;
      for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
        plan.places.push_back(h.nodes_[plan.nodes[i]].place);
        if (i == 0) continue;
        const Index e = h.find(plan.nodes[i - 1], plan.nodes[i]);
        plan.edges.push_back({e, h.edges_[e].stamp});
        plan.length += h.way(e, radius)->length(radius);
      }
      plan.length += plan.first.length + plan.last.length;
      return done();
    }
  }
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
    const auto& [e, stamp] = plan.edges[i];
    if (e >= h.edges_.size() || h.edges_[e].u == none || h.edges_[e].pending ||
        h.edges_[e].stamp != stamp || h.find(node, plan.nodes[i + 1]) != e)
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
    const Index e = hierarchy_.find(plan.nodes[i - 1], plan.nodes[i]);
    const bool backwards = hierarchy_.edges_[e].v == plan.nodes[i - 1];
    const Way& way = *hierarchy_.way(e, plan.radius);
    walk.extend(way.channel, backwards);
    append(s.segments, way.segments, backwards);
  }
  walk.extend(plan.last.channel, false);
  append(s.segments, plan.last.segments, false);
}

Path Hierarchy::Query::path(const Plan& plan, const Point& start, const Point& goal) {
  const auto began = std::chrono::steady_clock::now();
  if (plan.status != Status::found || plan.nodes.empty()) {
    Path path = plan.direct;
    path.stats = plan.stats;
    return path;
  }
  Scratch& s = *scratch_;
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
      const Index e = hierarchy_.find(plan.nodes[i - 1], plan.nodes[i]);
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
