#include "point_wedge_search.hpp"

#include <algorithm>
#include <limits>

#include "clearway/base/interrupt.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/triangles_at.hpp"
#include "point_path.hpp"
#include "world/input_side.hpp"

namespace clearway {
namespace {

constexpr PointRootId start_root{0};

// Costs closer than this may differ only by rounding.
constexpr double cost_slack = tolerance::length;

}  // namespace

void PointWedgeSearch::begin(const LocatedPoint& from, double radius, Goals& goals,
                             SearchStats& stats) {
  const Point start = from.point;
  width_ = 2 * radius;
  portals_.begin(from, width_, goals);
  if (steps_.begin(goals, width_, portals_.open_turns())) {
    surroundings_.forget();
    double extent = 0.0;
    for (const Point& p : world_.bounds().points)
      extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
    orientation_error_ =
        tolerance::orientation_products * detail::orientation_error * extent * extent;
  }
  costs_.begin(mesh_.vertices.size());
  goals_ = &goals;
  stats_ = &stats;
  has_many_goals_ = goals.size() > 1;
  weight_ = 1.0;
  known_length_ = infinity;
  known_node_ = none;
  roots_.clear();
  nodes_.clear();
  arrivals_.clear();
  is_start_displaced_ = is_off(mesh_, from.at, start);
  roots_.push_back(root_at(start, 0.0, none, none));
  queue_.begin(has_many_goals_ ? goals.least_distance(start) : roots_[start_root].goal_distance);
  for_each_triangle_at(mesh_, from.at, [&](TriangleId t) {
    if (!mesh_.is_free(t)) return;
    goals.for_each_in(t, [&](GoalId g) {
      if (!portals_.is_direct(g)) return;
      const HalfEdgeId any = Mesh::half_edge(t, 0);
      push({VertexId(g.number()), none, none, none, any, any, start_root, none, Node::goal, false,
            false},
           clearway::length(start, goals[g]));
    });
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId exit = Mesh::half_edge(t, i);
      const Point right = mesh_.point(mesh_.origin(exit)), left = mesh_.point(mesh_.target(exit));
      // The triangle across an edge that contains the start contains it, too.
      if (mesh_.constrained(exit) || !portals_.can_depart(exit) ||
          orientation(right, left, start) == 0)
        continue;
      const HalfEdgeId ahead = steps_.across(exit);
      if (ahead == none) continue;
      const VertexId l = mesh_.target(exit), r = mesh_.origin(exit);
      advance({l, r, l, r, ahead, ahead, start_root, none, Node::wedge, true, true},
              {{start, left}, {start, right}, left, right, true, true});
    }
  });
}

void PointWedgeSearch::push(const Node& node, double f) {
  if (f >= known_length_) return;
  if (node.kind == Node::goal && !has_many_goals_) {
    known_length_ = f;
    known_node_ = nodes_.end_id();
  }
  const SearchNodeId index = nodes_.end_id();
  nodes_.push_back(node);
  queue(index, f);
}

void PointWedgeSearch::queue(SearchNodeId node, double f) {
  if (weight_ != 1.0) f = weighted({f, node});
  if (nodes_[node].kind == Node::goal)
    arrivals_.push({f, node});
  else
    queue_.push({f, node});
  ++stats_->generated;
}

double PointWedgeSearch::weighted(const Entry<SearchNodeId>& e) const {
  const double behind = roots_[nodes_[e.item].root].cost;
  return behind + weight_ * (e.estimate - behind);
}

// Whether the end of a portal has been reached at less cost than straight from the root. Otherwise
// nothing on the portal is.
bool PointWedgeSearch::is_rival(const Root& root, const End& end) const {
  const CornerCosts::Cost* const known = costs_.find(end.corner);
  if (!known) return false;
  const double left = known->seen - root.cost, dx = end.at.x - root.at.x, dy = end.at.y - root.at.y;
  return left < 0 || left * left < dx * dx + dy * dy;
}

// Whether every point of the portal between the end and `far` is reached at less cost over the end.
bool PointWedgeSearch::is_dominated(const Root& root, const End& end, const Point& far) {
  const double over_end = costs_.seen(end.corner) + clearway::length(end.at, far);
  const double straight = root.cost + clearway::length(root.at, far);
  return over_end < straight * (1 - cost_slack) && surroundings_.are_connected(end.corner);
}

bool PointWedgeSearch::is_dominated(const Root& root, const PortalInterval& interval,
                                    VertexId left_end, VertexId right_end) {
  const End l{left_end, interval.left}, r{right_end, interval.right};
  return (is_rival(root, l) && is_dominated(root, l, interval.right_end())) ||
         (is_rival(root, r) && is_dominated(root, r, interval.left_end()));
}

// Queues the open goals in the triangle of `step` that the root sees between the rays.
void PointWedgeSearch::add_goals(const Ray& left, const Ray& right, HalfEdgeId step,
                                 PointRootId root, SearchNodeId parent) {
  const auto is_seen = [&](const Point& p) { return side(left, p) <= 0 && side(right, p) >= 0; };
  const TriangleId t = Mesh::triangle_of(step);
  goals_->for_each_in(t, [&](GoalId g) {
    const Point p = (*goals_)[g];
    if (!(is_seen(p) || is_seen(brought_into(mesh_, t, p))) || !portals_.can_arrive(g, step))
      return;
    push({VertexId(g.number()), none, none, none, step, step, root, parent, Node::goal, false,
          false},
         roots_[root].cost + clearway::length(roots_[root].at, p));
  });
}

// Advances a wedge until an apex lies inside it, and queues it there; or until it ends at a wall.
void PointWedgeSearch::advance(const Node& node, PortalInterval&& interval) {
  const Root& root = roots_[node.root];
  if (is_dominated(root, interval, node.left_end, node.right_end)) return;
  const SearchNodeId index = nodes_.end_id();
  nodes_.push_back(node);
  HalfEdgeId at = node.first;
  VertexId l = node.left_end, r = node.right_end;
  for (;;) {
    ++stats_->expanded;
    const VertexId corner = mesh_.apex(at);
    const Point apex = mesh_.point(corner);
    if (goals_->are_in(Mesh::triangle_of(at)))
      add_goals(interval.left_ray, interval.right_ray, at, node.root, index);
    HalfEdgeId next;
    if (const int of_left = side(interval.left_ray, apex); of_left >= 0) {
      if (interval.is_left_on)
        add_bend({l, interval.left}, r, Node::bend_left, at, node.root, index);
      interval.is_left_on = of_left == 0;
      interval.left = apex;
      l = corner;
      next = steps_.right_of(at);
    } else if (const int of_right = side(interval.right_ray, apex); of_right <= 0) {
      if (interval.is_right_on)
        add_bend({r, interval.right}, l, Node::bend_right, at, node.root, index);
      interval.is_right_on = of_right == 0;
      interval.right = apex;
      r = corner;
      next = steps_.left_of(at);
    } else {
      break;
    }
    if (next == none) return;
    at = next;
  }
  Node& queued = nodes_[index];
  if (at != node.first) {
    queued.last = at;
    queued.left_end = l;
    queued.right_end = r;
    queued.is_left_on = interval.is_left_on;
    queued.is_right_on = interval.is_right_on;
  }
  const double rest =
      has_many_goals_
          ? std::max(interval.distance(root.at), goals_->least_distance(root.at))
          : interval.shortest_through(root.at, (*goals_)[GoalId(0)], root.goal_distance);
  if (const double f = root.cost + rest; f < known_length_) queue(index, f);
}

// Splits a wedge at the apex inside it and advances both halves.
void PointWedgeSearch::split(SearchNodeId index) {
  const Node node = nodes_[index];
  const Root& root = roots_[node.root];
  const Ray left = ray(root, node.left), right = ray(root, node.right);
  const VertexId corner = mesh_.apex(node.last);
  const Point apex = mesh_.point(corner);
  const Ray middle{root.at, apex};
  costs_.note_seen(corner, root.cost + clearway::length(root.at, apex));
  if (const HalfEdgeId next = steps_.right_of(node.last); next != none)
    advance({corner, node.right, corner, node.right_end, next, next, node.root, index, Node::wedge,
             true, node.is_right_on},
            {middle, right, apex, mesh_.point(node.right_end), true, node.is_right_on});
  if (const HalfEdgeId next = steps_.left_of(node.last); next != none)
    advance({node.left, corner, node.left_end, corner, next, next, node.root, index, Node::wedge,
             node.is_left_on, true},
            {left, middle, mesh_.point(node.left_end), apex, node.is_left_on, true});
}

void PointWedgeSearch::add_bend(const End& corner, VertexId other_end, Node::Kind kind,
                                HalfEdgeId step, PointRootId root, SearchNodeId parent) {
  const double cost = roots_[root].cost + clearway::length(roots_[root].at, corner.at);
  const CornerCosts::Cost& known = costs_.of(corner.corner);
  if (root_cost(corner.corner, kind, step) <= cost ||
      (known.seen < cost * (1 - cost_slack) && surroundings_.are_connected(corner.corner)))
    return;
  push({corner.corner, other_end, none, none, step, step, root, parent, kind, false, false},
       cost + goals_->least_distance(corner.at));
}

// Whether an obstacle touches the corner on that side of the arrival, so that a taut path can bend
// around it.
bool PointWedgeSearch::touches_obstacle(VertexId corner, const Ray& arrival, int side) {
  const CornerSurroundings::Kind kind = surroundings_.of(corner);
  if (kind == CornerSurroundings::post) return false;
  // A turn that is shut is an obstacle to the disc, on either side.
  if (kind == CornerSurroundings::shut) return true;
  const HalfEdgeId first = mesh_.vertices[corner].edge;
  HalfEdgeId e = first;
  do {
    if (mesh_.constrained(e) && this->side(arrival, mesh_.point(mesh_.target(e))) * side >= 0)
      return true;
    e = mesh_.rotate_ccw(e);
  } while (e != first);
  return false;
}

// Makes the corner of a bend a root, unless it is pruned, and advances the wedges around it.
void PointWedgeSearch::bend(SearchNodeId index) {
  const Node node = nodes_[index];
  const VertexId corner = node.left;
  const Root& from = roots_[node.root];
  CornerCosts::Cost& known = costs_.of(corner);
  const Point c = mesh_.point(corner);
  const double cost = from.cost + clearway::length(from.at, c);
  double& known_cost = root_cost(corner, node.kind, node.first);
  if (known_cost <= cost ||
      (known.seen < cost * (1 - cost_slack) && surroundings_.are_connected(corner)))
    return;
  const int turn = node.kind == Node::bend_left ? 1 : -1;
  const Ray arrival{from.at, c};
  // The direction from a displaced start may be on the wrong side of an obstacle at the corner.
  if (!touches_obstacle(corner, arrival, turn) && !(is_start_displaced_ && node.root == start_root))
    return;
  ++stats_->expanded;
  known_cost = cost;
  known.seen = std::min(known.seen, cost);
  const PointRootId root = roots_.end_id();
  roots_.push_back(root_at(c, cost, node.root, corner));
  // The fan around the corner, from the direction of the arrival until there is no step or the path
  // would turn back. Counter-clockwise, the corner is the left end of each edge by which a triangle
  // is entered, and each triangle is left across its left edge; clockwise, the right ones.
  HalfEdgeId at = node.first;
  VertexId near = corner;  // stands for the ray of the arrival
  Ray near_ray = arrival;
  End near_end = end(node.right);
  bool is_near_on = side(arrival, near_end.at) == 0;
  do {
    const VertexId far = mesh_.apex(at);
    const Point apex = mesh_.point(far);
    const Ray far_ray{c, apex};
    if (goals_->are_in(Mesh::triangle_of(at)))
      add_goals(turn > 0 ? far_ray : near_ray, turn > 0 ? near_ray : far_ray, at, root, index);
    costs_.note_seen(far, cost + clearway::length(c, apex));
    if (turn > 0) {
      if (const HalfEdgeId next = steps_.right_of(at); next != none)
        advance({far, near, far, near_end.corner, next, next, root, index, Node::wedge, true,
                 is_near_on},
                {far_ray, near_ray, apex, near_end.at, true, is_near_on});
    } else {
      if (const HalfEdgeId next = steps_.left_of(at); next != none)
        advance({near, far, near_end.corner, far, next, next, root, index, Node::wedge, is_near_on,
                 true},
                {near_ray, far_ray, near_end.at, apex, is_near_on, true});
    }
    if (side(arrival, apex) * turn < 0) return;
    near = far;
    near_end = {far, apex};
    near_ray = far_ray;
    is_near_on = true;
    at = turn > 0 ? steps_.left_of(at) : steps_.right_of(at);
  } while (at != none);
}

double PointWedgeSearch::run_until(std::size_t open_goals, std::uint64_t max_expansions) {
  const std::uint64_t before = stats_->expanded;
  const double bound = expand_until(open_goals, max_expansions);
  steps_.count_expansions(stats_->expanded - before);
  return bound;
}

double PointWedgeSearch::expand_until(std::size_t open_goals, std::uint64_t max_expansions) {
  for (;;) {
    const double floor = queue_.floor();
    while (goals_->open() > open_goals && !arrivals_.empty() && arrivals_.top().estimate <= floor) {
      const SearchNodeId node = arrivals_.pop().item;
      const GoalId goal = nodes_[node].goal_id();
      if (!goals_->is_settled(goal)) goals_->settle(goal, node);
    }
    if (goals_->open() <= open_goals) return 0.0;
    if (floor == infinity) return infinity;
    if (stats_->expanded >= max_expansions) return floor;
    check_interrupt(4);
    const Entry<SearchNodeId> top = queue_.pop();
    if (top.estimate >= known_length_ && weight_ == 1.0) continue;
    if (nodes_[top.item].kind == Node::wedge)
      split(top.item);
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
  // Weighted estimates can be lower than those popped so far, but not than the straight distance.
  queue_.reorder([&](const Entry<SearchNodeId>& e) { return weighted(e); },
                 goals_->least_distance(roots_[start_root].at), BucketQueue::coarse);
  arrivals_.reorder([&](const Entry<SearchNodeId>& e) { return weighted(e); });
}

double PointWedgeSearch::length(GoalId goal) const {
  const Root& root = roots_[nodes_[goals_->node(goal)].root];
  return root.cost + clearway::length(root.at, (*goals_)[goal]);
}

void PointWedgeSearch::write(GoalId goal, const Point&, Path& path) const {
  write_point_path(mesh_, roots_, nodes_, goals_->node(goal), (*goals_)[goal], path);
}

}  // namespace clearway
