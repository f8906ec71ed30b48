#include "point_wedge_search.hpp"

#include <algorithm>
#include <limits>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "mesh/triangles_at.hpp"
#include "query/exact_departures.hpp"
#include "world/input_side.hpp"

namespace clearway {
namespace {

// Costs closer than this may differ only by rounding.
constexpr double cost_slack = tolerance::length;

}  // namespace

// The ways out of the ends settle on which side of the gates there a disc stands.
void PointWedgeSearch::find_portals(const LocatedPoint& start, double width, const Goals& goals) {
  portals_ = {};
  if (width == 0) return;
  ExactDepartures ends(world_);
  // The corner that two sides of a triangle share.
  const auto open = [&](HalfEdgeId a, HalfEdgeId b) {
    const HalfEdgeId turn = Mesh::next(a) == b ? b : a;
    if (world_.around(turn) < width) portals_.turns.push_back(turn);
  };
  const auto follow = [&](const std::vector<HalfEdgeId>& chain) {
    for (std::size_t i = 1; i < chain.size(); ++i) open(mesh_.twin(chain[i - 1]), chain[i]);
  };
  for (const WayOut& way : ends.ways_out(start, width)) {
    if (way.width < width) continue;
    portals_.out.push_back(way.portals[0]);
    follow(way.portals);
  }
  portals_.in.resize(goals.size());
  portals_.is_direct.resize(goals.size(), 0);
  std::vector<HalfEdgeId> chain;
  for (const GoalId g : goals.ids()) {
    for (const WayOut& way : ends.ways_out(goals.located(g), width)) {
      if (way.width < width) continue;
      portals_.in[g].push_back(way.portals[0]);
      follow(way.portals);
    }
    if (ends.direct(start, goals.located(g), width, &chain) < width) continue;
    portals_.is_direct[g] = chain.empty();
    if (chain.empty()) continue;
    portals_.out.push_back(chain[0]);
    portals_.in[g].push_back(mesh_.twin(chain.back()));
    follow(chain);
  }
}

bool PointWedgeSearch::is_way_out(HalfEdgeId exit) const {
  return width_ == 0 ||
         std::find(portals_.out.begin(), portals_.out.end(), exit) != portals_.out.end();
}

bool PointWedgeSearch::is_way_in(GoalId goal, HalfEdgeId ahead) const {
  if (width_ == 0) return true;
  const std::vector<HalfEdgeId>& in = portals_.in[goal];
  return std::find(in.begin(), in.end(), ahead) != in.end();
}

void PointWedgeSearch::begin(const LocatedPoint& from, double radius, Goals& goals,
                             SearchStats& stats) {
  const Point start = from.point;
  width_ = 2 * radius;
  turn_costs_.clear();
  find_portals(from, width_, goals);
  if (steps_.begin(goals, width_, portals_.turns)) {
    kinds_.assign(mesh_.vertices.size(), unknown);
    double extent = 0.0;
    for (const Point& p : world_.ground().points)
      extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
    unsure_ = 8.5 * detail::orientation_error * extent * extent;
  }
  if (corners_.size() < mesh_.vertices.size()) corners_.resize(mesh_.vertices.size());
  if (++query_ == 0) {
    for (Corner& c : corners_) c.query = 0;
    query_ = 1;
  }
  goals_ = &goals;
  stats_ = &stats;
  has_many_ = goals.size() > 1;
  weight_ = 1.0;
  known_ = infinity;
  known_node_ = none;
  roots_.clear();
  nodes_.clear();
  arrivals_.clear();
  is_start_off_ = is_off(mesh_, from.at, start);
  roots_.push_back(root_at(start, 0.0, none, none));
  queue_.begin(has_many_ ? goals.beyond(start) : roots_[0].away);
  for_each_triangle_at(mesh_, from.at, [&](TriangleId t) {
    if (!mesh_.is_free(t)) return;
    goals.for_each_in(t, [&](GoalId g) {
      if (width_ > 0 && !portals_.is_direct[g]) return;
      const HalfEdgeId any = Mesh::half_edge(t, 0);
      push({VertexId(g.number()), none, none, none, any, any, 0, none, Node::goal, false, false},
           clearway::length(start, goals[g]));
    });
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId exit = Mesh::half_edge(t, i);
      const Point right = mesh_.point(mesh_.origin(exit)), left = mesh_.point(mesh_.target(exit));
      // A side that holds the start leads to another triangle that holds it too.
      if (mesh_.constrained(exit) || !is_way_out(exit) || orientation(right, left, start) == 0)
        continue;
      const HalfEdgeId ahead = steps_.over(exit);
      if (ahead == none) continue;
      const VertexId l = mesh_.target(exit), r = mesh_.origin(exit);
      run({l, r, l, r, ahead, ahead, 0, none, Node::wedge, true, true},
          {{start, left}, {start, right}, left, right, true, true});
    }
  });
}

void PointWedgeSearch::push(const Node& node, double f) {
  // What is no shorter than a path known leads to none shorter.
  if (f >= known_) return;
  if (node.kind == Node::goal && !has_many_) {
    known_ = f;
    known_node_ = static_cast<Index>(nodes_.size());
  }
  nodes_.push_back(node);
  queue(static_cast<Index>(nodes_.size() - 1), f);
}

void PointWedgeSearch::queue(Index node, double f) {
  if (weight_ != 1.0) f = weighted({f, node});
  if (nodes_[node].kind == Node::goal)
    arrivals_.push({f, node});
  else
    queue_.push({f, node});
  ++stats_->generated;
}

double PointWedgeSearch::weighted(const Entry<Index>& e) const {
  const double behind = roots_[nodes_[e.item].root].cost;
  return behind + weight_ * (e.estimate - behind);
}

PointWedgeSearch::Surroundings PointWedgeSearch::look_around(VertexId corner) const {
  const HalfEdgeId begin = mesh_.vertices[corner].edge;
  int sectors = 0;
  HalfEdgeId e = begin;
  do {
    sectors += mesh_.constrained(e) && mesh_.is_free(Mesh::triangle_of(e));
    if (width_ > 0)
      for (const HalfEdgeId turn : {e, Mesh::next(e), Mesh::prev(e)})
        if (steps_.is_shut(turn)) return shut;
    e = mesh_.rotate_ccw(e);
  } while (e != begin);
  return sectors == 0 ? post : sectors == 1 ? sector : several;
}

// Whether the way over an end of an edge may be shorter than straight from the root for some
// of the edge: when it is for the end itself.
bool PointWedgeSearch::is_rival(const Root& root, const End& end) const {
  const Corner& c = corners_[end.corner];
  if (c.query != query_) return false;
  const double left = c.seen - root.cost, dx = end.at.x - root.at.x, dy = end.at.y - root.at.y;
  return left < 0 || left * left < dx * dx + dy * dy;
}

// Whether every point of the edge from an end to `far` is reached at less cost over that end.
// What it is dearer by straight from the root falls towards `far`.
bool PointWedgeSearch::is_dominated(const Root& root, const End& end, const Point& far) {
  const double over_end = corners_[end.corner].seen + clearway::length(end.at, far);
  const double straight = root.cost + clearway::length(root.at, far);
  return over_end < straight * (1 - cost_slack) && is_simple(end.corner);
}

bool PointWedgeSearch::is_dominated(const Root& root, const EdgeSight& sight, VertexId left_end,
                                    VertexId right_end) {
  const End l{left_end, sight.left}, r{right_end, sight.right};
  return (is_rival(root, l) && is_dominated(root, l, sight.low())) ||
         (is_rival(root, r) && is_dominated(root, r, sight.high()));
}

void PointWedgeSearch::see_goals(const Ray& left, const Ray& right, HalfEdgeId step, Index root,
                                 Index parent) {
  const auto sees = [&](const Point& p) { return side(left, p) <= 0 && side(right, p) >= 0; };
  const TriangleId t = Mesh::triangle_of(step);
  goals_->for_each_in(t, [&](GoalId g) {
    const Point p = (*goals_)[g];
    if (!(sees(p) || sees(brought_into(mesh_, t, p))) || !is_way_in(g, step)) return;
    push({VertexId(g.number()), none, none, none, step, step, root, parent, Node::goal, false,
          false},
         roots_[root].cost + clearway::length(roots_[root].at, p));
  });
}

// A wedge runs on until it meets a corner inside it, and waits there; or it ends.
void PointWedgeSearch::run(const Node& node, EdgeSight&& sight) {
  const Root& root = roots_[node.root];
  if (is_dominated(root, sight, node.left_end, node.right_end)) return;
  const Index index = static_cast<Index>(nodes_.size());
  nodes_.push_back(node);
  HalfEdgeId at = node.first;
  VertexId l = node.left_end, r = node.right_end;
  for (;;) {
    ++stats_->expanded;
    const VertexId corner = mesh_.apex(at);
    const Point apex = mesh_.point(corner);
    if (goals_->are_in(Mesh::triangle_of(at)))
      see_goals(sight.left_ray, sight.right_ray, at, node.root, index);
    HalfEdgeId on;
    if (const int of_left = side(sight.left_ray, apex); of_left >= 0) {
      if (sight.is_left_on) push_bend({l, sight.left}, r, Node::bend_left, at, node.root, index);
      sight.is_left_on = of_left == 0;
      sight.left = apex;
      l = corner;
      on = steps_.right_of(at);
    } else if (const int of_right = side(sight.right_ray, apex); of_right <= 0) {
      if (sight.is_right_on) push_bend({r, sight.right}, l, Node::bend_right, at, node.root, index);
      sight.is_right_on = of_right == 0;
      sight.right = apex;
      r = corner;
      on = steps_.left_of(at);
    } else {
      break;
    }
    if (on == none) return;
    at = on;
  }
  Node& made = nodes_[index];
  if (at != node.first) {
    made.last = at;
    made.left_end = l;
    made.right_end = r;
    made.is_left_on = sight.is_left_on;
    made.is_right_on = sight.is_right_on;
  }
  const double way = has_many_ ? std::max(sight.nearest(root.at), goals_->beyond(root.at))
                               : sight.least_way(root.at, (*goals_)[GoalId(0)], root.away);
  if (const double f = root.cost + way; f < known_) queue(index, f);
}

void PointWedgeSearch::part(Index index) {
  const Node node = nodes_[index];
  const Root& root = roots_[node.root];
  const Ray left = ray(root, node.left), right = ray(root, node.right);
  const VertexId corner = mesh_.apex(node.last);
  const Point apex = mesh_.point(corner);
  const Ray middle{root.at, apex};
  note(corner, root.cost + clearway::length(root.at, apex));
  if (const HalfEdgeId on = steps_.right_of(node.last); on != none)
    run({corner, node.right, corner, node.right_end, on, on, node.root, index, Node::wedge, true,
         node.is_right_on},
        {middle, right, apex, mesh_.point(node.right_end), true, node.is_right_on});
  if (const HalfEdgeId on = steps_.left_of(node.last); on != none)
    run({node.left, corner, node.left_end, corner, on, on, node.root, index, Node::wedge,
         node.is_left_on, true},
        {left, middle, mesh_.point(node.left_end), apex, node.is_left_on, true});
}

void PointWedgeSearch::push_bend(const End& corner, VertexId beside, Node::Kind kind,
                                 HalfEdgeId step, Index root, Index parent) {
  const double cost = roots_[root].cost + clearway::length(roots_[root].at, corner.at);
  const Corner& known = best(corner.corner);
  if (cost_of(corner.corner, kind, step) <= cost ||
      (known.seen < cost * (1 - cost_slack) && is_simple(corner.corner)))
    return;
  push({corner.corner, beside, none, none, step, step, root, parent, kind, false, false},
       cost + goals_->beyond(corner.at));
}

// Whether something stands on that side of the arrival, so that the path can bend around it.
bool PointWedgeSearch::is_held(VertexId corner, const Ray& arrival, int side) {
  const Surroundings s = around(corner);
  if (s == post) return false;
  // A way around the other side may be closed.
  if (s == shut) return true;
  const HalfEdgeId first = mesh_.vertices[corner].edge;
  HalfEdgeId e = first;
  do {
    if (mesh_.constrained(e) && this->side(arrival, mesh_.point(mesh_.target(e))) * side >= 0)
      return true;
    e = mesh_.rotate_ccw(e);
  } while (e != first);
  return false;
}

void PointWedgeSearch::bend(Index index) {
  const Node node = nodes_[index];
  const VertexId corner = node.left;
  const Root& from = roots_[node.root];
  Corner& known = best(corner);
  const Point c = mesh_.point(corner);
  const double cost = from.cost + clearway::length(from.at, c);
  // A way that is no shorter gains nothing: where it could go on and the other could not,
  // the other would not be taut, hence neither is shortest.
  double& known_cost = cost_of(corner, node.kind, node.first);
  if (known_cost <= cost || (known.seen < cost * (1 - cost_slack) && is_simple(corner))) return;
  const int turn = node.kind == Node::bend_left ? 1 : -1;
  const Ray arrival{from.at, c};
  // Of a start that is off its triangle by rounding the arrival does not tell.
  if (!is_held(corner, arrival, turn) && !(is_start_off_ && node.root == 0)) return;
  ++stats_->expanded;
  known_cost = cost;
  known.seen = std::min(known.seen, cost);
  const Index root = static_cast<Index>(roots_.size());
  roots_.push_back(root_at(c, cost, node.root, corner));
  // The fan around the corner, from the arrival's direction until something stops it or
  // the path would turn back. Counter-clockwise the corner is the left end of each side
  // entered over, and each triangle is left over its left side; clockwise the right.
  HalfEdgeId at = node.first;
  VertexId near = corner;  // which stands for the arrival's ray
  Ray near_ray = arrival;
  End beside = end(node.right);
  bool is_near_on = side(arrival, beside.at) == 0;
  do {
    const VertexId next = mesh_.apex(at);
    const Point apex = mesh_.point(next);
    const Ray far_ray{c, apex};
    if (goals_->are_in(Mesh::triangle_of(at)))
      see_goals(turn > 0 ? far_ray : near_ray, turn > 0 ? near_ray : far_ray, at, root, index);
    note(next, cost + clearway::length(c, apex));
    if (turn > 0) {
      if (const HalfEdgeId on = steps_.right_of(at); on != none)
        run({next, near, next, beside.corner, on, on, root, index, Node::wedge, true, is_near_on},
            {far_ray, near_ray, apex, beside.at, true, is_near_on});
    } else {
      if (const HalfEdgeId on = steps_.left_of(at); on != none)
        run({near, next, beside.corner, next, on, on, root, index, Node::wedge, is_near_on, true},
            {near_ray, far_ray, beside.at, apex, is_near_on, true});
    }
    if (side(arrival, apex) * turn < 0) return;
    near = next;
    beside = {next, apex};
    near_ray = far_ray;
    is_near_on = true;
    at = turn > 0 ? steps_.left_of(at) : steps_.right_of(at);
  } while (at != none);
}

double PointWedgeSearch::run_until(std::size_t open, std::uint64_t limit) {
  const std::uint64_t before = stats_->expanded;
  const double bound = expand_until(open, limit);
  steps_.spend(stats_->expanded - before);
  return bound;
}

double PointWedgeSearch::expand_until(std::size_t open, std::uint64_t limit) {
  for (;;) {
    const double floor = queue_.floor();
    while (goals_->open() > open && !arrivals_.empty() && arrivals_.top().estimate <= floor) {
      const Index node = arrivals_.pop().item;
      const GoalId goal = nodes_[node].goal_id();
      if (!goals_->is_settled(goal)) goals_->settle(goal, node);
    }
    if (goals_->open() <= open) return 0.0;
    if (floor == infinity) return infinity;
    if (stats_->expanded >= limit) return floor;
    check_interrupt(4);
    const Entry<Index> top = queue_.pop();
    if (top.estimate >= known_ && weight_ == 1.0) continue;
    if (nodes_[top.item].kind == Node::wedge)
      part(top.item);
    else
      bend(top.item);
  }
}

bool PointWedgeSearch::accept_known_path() {
  if (known_node_ == none) return false;
  goals_->settle(GoalId(0), known_node_);
  return true;
}

void PointWedgeSearch::switch_to_greedy() {
  weight_ = greedy_weight;
  // With the weight an estimate can fall, but to no less than the straight line.
  queue_.reorder([&](const Entry<Index>& e) { return weighted(e); }, goals_->beyond(roots_[0].at),
                 Queue::coarse);
  arrivals_.reorder([&](const Entry<Index>& e) { return weighted(e); });
}

double PointWedgeSearch::length(GoalId goal) const {
  const Root& root = roots_[nodes_[goals_->node(goal)].root];
  return root.cost + clearway::length(root.at, (*goals_)[goal]);
}

void PointWedgeSearch::write(GoalId goal, const Point&, Path& path) const {
  const Index last = goals_->node(goal);
  std::vector<Point> corners{(*goals_)[goal]};
  for (Index r = nodes_[last].root; r != none; r = roots_[r].parent) {
    const Point at = roots_[r].at;
    if (at == corners.back()) continue;
    // A corner that the path only passes may be a root or not, as searches before have it.
    if (const std::size_t n = corners.size();
        n > 1 && orientation(at, corners[n - 2], corners[n - 1]) == 0 &&
        between(at, corners[n - 2], corners[n - 1]))
      corners.pop_back();
    corners.push_back(at);
  }
  std::reverse(corners.begin(), corners.end());
  for (std::size_t i = 1; i < corners.size(); ++i)
    path.segments.push_back({corners[i - 1], corners[i], {}, 0.0, 0});
  std::vector<Index> way;
  for (Index n = last; n != none; n = nodes_[n].parent) way.push_back(n);
  for (std::size_t i = way.size(); i-- > 0;) {
    const Node& n = nodes_[way[i]];
    const HalfEdgeId enters = n.first;
    const TriangleId ahead = Mesh::triangle_of(enters);
    // The triangle from which this node was made.
    const TriangleId before = n.kind == Node::wedge ? Mesh::triangle_of(mesh_.twin(enters)) : ahead;
    if (path.channel.empty())
      path.channel.push_back(before);
    else if (const Node& parent = nodes_[way[i + 1]]; parent.kind == Node::wedge)
      follow_run(parent, before, path.channel);
    else
      follow_fan(parent.left, parent.kind == Node::bend_left, before, path.channel);
  }
}

// Appends the triangles of a wedge's run, the last one included.
void PointWedgeSearch::follow_run(const Node& node, TriangleId last,
                                  std::vector<TriangleId>& channel) const {
  const Root& root = roots_[node.root];
  const Ray left = ray(root, node.left);
  HalfEdgeId ahead = node.first;
  for (;;) {
    const TriangleId triangle = Mesh::triangle_of(ahead);
    channel.push_back(triangle);
    if (triangle == last) return;
    const bool is_right = left.side(mesh_.point(mesh_.apex(ahead))) >= 0;
    const HalfEdgeId exit = is_right ? Mesh::next(ahead) : Mesh::prev(ahead);
    if (mesh_.constrained(exit)) throw InternalError("a wedge runs through an obstacle");
    ahead = mesh_.twin(exit);
  }
}

// Appends the triangles around the corner after the channel's last, up to `last`.
void PointWedgeSearch::follow_fan(VertexId corner, bool ccw_first, TriangleId last,
                                  std::vector<TriangleId>& channel) const {
  const std::size_t size = channel.size();
  for (const bool ccw : {ccw_first, !ccw_first}) {
    TriangleId t = channel.back();
    while (t != last) {
      HalfEdgeId h = Mesh::half_edge(t, 0);
      while (mesh_.origin(h) != corner) ++h;
      const HalfEdgeId out = ccw ? Mesh::prev(h) : h;
      if (mesh_.constrained(out)) break;
      t = Mesh::triangle_of(mesh_.twin(out));
      channel.push_back(t);
      if (t == channel[size - 1]) break;
    }
    if (t == last) return;
    channel.resize(size);
  }
  throw InternalError("a path bends through an obstacle");
}

}  // namespace clearway
