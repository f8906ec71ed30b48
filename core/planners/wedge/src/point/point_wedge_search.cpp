#include "point_wedge_search.hpp"

#include <algorithm>
#include <limits>

#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/edges_at.hpp"
#include "mesh/triangles_at.hpp"
#include "world/input_side.hpp"

namespace clearway {
namespace {

constexpr PointRootId start_root{0};

// Wedges with one way on are tested for dominance in searches with more expansions than this: the
// test saves a tenth of the expansions of long searches and costs more than that in short ones.
constexpr std::uint64_t short_search = 256;

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
  has_many_goals_ = goals.are_many();
  weight_ = 1.0;
  known_length_ = infinity;
  known_node_ = none;
  roots_.clear();
  nodes_.clear();
  arrivals_.clear();
  goal_ends_.clear();
  start_ = from;
  start_displaced_ = Displaced::unknown;
  roots_.push_back(root_at(start, 0.0, none, none));
  queue_.begin(has_many_goals_ ? goals.least_distance(start) : roots_[start_root].goal_distance);
  for_each_triangle_at(mesh_, from.at, [&](TriangleId t) {
    // The straight line inside a triangle is shortest.
    if (!mesh_.is_free(t) || (known_node_ != none && width_ == 0)) return;
    goals.for_each_in(t, [&](GoalId g) {
      if (!portals_.is_direct(g)) return;
      const Point end =
          goals.are_segments()
              ? brought_into(mesh_, t,
                             nearest_on_segment(goals.segment(g).a, goals.segment(g).b, start))
              : goals[g];
      push_goal(g, end, Mesh::half_edge(t, 0), start_root, none);
    });
    if (known_node_ != none && width_ == 0) return;
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
  const double over_end = costs_.of(end.corner).seen + clearway::length(end.at, far);
  const double straight = root.cost + clearway::length(root.at, far);
  return over_end < straight * (1 - cost_slack) && surroundings_.are_connected(end.corner);
}

void PointWedgeSearch::push_goal(GoalId goal, const Point& end, HalfEdgeId step, PointRootId root,
                                 SearchNodeId parent) {
  VertexId number = none;
  if (goals_->are_segments()) {
    number = VertexId(static_cast<Index>(goal_ends_.size()));
    goal_ends_.push_back(end);
  }
  push({VertexId(goal.number()), number, none, none, step, step, root, parent, Node::goal, false,
        false},
       roots_[root].cost + clearway::length(roots_[root].at, end));
}

void PointWedgeSearch::settle(SearchNodeId index) {
  const Node& node = nodes_[index];
  if (goals_->are_segments())
    goals_->settle(node.goal_id(), index, goal_ends_[node.right.number()]);
  else
    goals_->settle(node.goal_id(), index);
}

// The point of a goal that is nearest to the root, between the rays. The distance is a convex
// function along the goal, so it is the foot of the perpendicular, or an end of the part between
// the rays. Where that end is on a ray, a path that bends there is shorter, or another wedge of the
// root contains the foot: the point is needed only where rounding hides both.
std::optional<Point> PointWedgeSearch::nearest_seen(const Ray& left, const Ray& right,
                                                    const Point& root, const FreePart& goal) const {
  const auto& [a, b, triangle, continues] = goal;
  const double dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
  double from = 0.0, to = 1.0;
  const auto clip = [&](const Ray& ray, int inside) {
    const int at_a = inside * side(ray, a), at_b = inside * side(ray, b);
    if (at_a >= 0 && at_b >= 0) return true;
    if (at_a < 0 && at_b < 0) return false;
    const double s = ray.turn(ray.from, a), t = ray.turn(ray.from, b);
    const double x = at_a == 0 ? 0.0 : at_b == 0 ? 1.0 : std::clamp(s / (s - t), 0.0, 1.0);
    if (at_a < 0)
      from = std::max(from, x);
    else
      to = std::min(to, x);
    // A wedge without width sees one point, whose two parameters are rounded.
    return from <= to + tolerance::length;
  };
  if (!clip(left, -1) || !clip(right, +1)) return std::nullopt;
  const double foot = squared > 0 ? ((root.x - a.x) * dx + (root.y - a.y) * dy) / squared : 0.0;
  const double t = std::max(from, std::min(foot, to));
  if (t <= 0) return a;
  if (t >= 1) return b;
  return brought_into(mesh_, triangle, {a.x + t * dx, a.y + t * dy});
}

// Whether the interval between an apex, seen from the root, and `far` is dominated over the apex or
// over the other end of the portal. Notes the cost of the apex.
bool PointWedgeSearch::is_dominated_at(const End& apex, const End& other, const Point& far,
                                       const Root& root) {
  const double cost = root.cost + clearway::length(root.at, apex.at);
  return (costs_.note_seen(apex.corner, cost) && is_dominated(root, apex, far)) ||
         is_dominated_over(other, apex.at, root);
}

// Queues the open goals in the triangle of `step` that the root sees between the rays.
void PointWedgeSearch::add_goals(const Ray& left, const Ray& right, HalfEdgeId step,
                                 PointRootId root, SearchNodeId parent) {
  const auto is_seen = [&](const Point& p) { return side(left, p) <= 0 && side(right, p) >= 0; };
  const TriangleId t = Mesh::triangle_of(step);
  goals_->for_each_in(t, [&](GoalId g) {
    if (goals_->are_segments()) {
      if (const auto end = nearest_seen(left, right, roots_[root].at, goals_->segment(g)))
        push_goal(g, *end, step, root, parent);
      return;
    }
    const Point p = (*goals_)[g];
    if (!(is_seen(p) || is_seen(brought_into(mesh_, t, p))) || !portals_.can_arrive(g, step))
      return;
    push_goal(g, p, step, root, parent);
  });
}

// Advances a wedge that is not dominated until it splits, and queues it there; or until it ends at
// a wall.
void PointWedgeSearch::advance(const Node& first, PortalInterval interval) {
  const Root& root = roots_[first.root];
  const TriangleId goal_triangle = goals_->only_triangle();
  const SearchNodeId index = nodes_.end_id();
  nodes_.push_back(first);
  HalfEdgeId at = first.first;
  VertexId left = first.left, right = first.right, l = first.left_end, r = first.right_end;
  const bool is_long = stats_->expanded > short_search;
  std::uint64_t expanded = 0;
  for (;;) {
    ++expanded;
    const VertexId corner = mesh_.apex(at);
    const Point apex = mesh_.point(corner);
    const TriangleId triangle = Mesh::triangle_of(at);
    if (goal_triangle != none ? triangle == goal_triangle : goals_->are_in(triangle)) [[unlikely]]
      add_goals(interval.left_ray, interval.right_ray, at, first.root, index);
    HalfEdgeId next;
    if (const int of_left = side(interval.left_ray, apex); of_left >= 0) {
      next = steps_.right_of(at);
      if (interval.is_left_on && may_bend(l, first.root))
        add_bend({l, interval.left}, r, Node::bend_left, at, first.root, index);
      interval.is_left_on = of_left == 0;
      interval.left = apex;
      l = corner;
    } else if (const int of_right = side(interval.right_ray, apex); of_right <= 0) {
      next = steps_.left_of(at);
      if (interval.is_right_on && may_bend(r, first.root))
        add_bend({r, interval.right}, l, Node::bend_right, at, first.root, index);
      interval.is_right_on = of_right == 0;
      interval.right = apex;
      r = corner;
    } else {
      const HalfEdgeId over_right = steps_.right_of(at), over_left = steps_.left_of(at);
      next = over_right != none ? over_right : over_left;
      if (next == none) break;
      if (over_right != none && over_left != none) {
        if (const double f = estimate(root, interval); f < known_length_)
          wait(index, at, l, r, interval, f);
        break;
      }
      const End apex_end{corner, apex};
      if (over_left == none) {
        if (is_long && is_dominated_at(apex_end, {r, interval.right}, interval.right_end(), root))
          break;
        interval.left_ray = {root.at, apex};
        interval.left = apex;
        interval.is_left_on = true;
        left = l = corner;
      } else {
        if (is_long && is_dominated_at(apex_end, {l, interval.left}, interval.left_end(), root))
          break;
        interval.right_ray = {root.at, apex};
        interval.right = apex;
        interval.is_right_on = true;
        right = r = corner;
      }
    }
    if (next == none) break;
    at = next;
  }
  stats_->expanded += expanded;
  nodes_[index].left = left;
  nodes_[index].right = right;
}

// A lower bound on the length of every path through the interval.
double PointWedgeSearch::estimate(const Root& root, const PortalInterval& interval) const {
  if (has_many_goals_)
    return root.cost + std::max(interval.distance(root.at), goals_->least_distance(root.at));
  return root.cost + interval.shortest_through(root.at, (*goals_)[GoalId(0)], root.goal_distance);
}

// Queues a wedge that has advanced to `at`, where it splits.
void PointWedgeSearch::wait(SearchNodeId index, HalfEdgeId at, VertexId l, VertexId r,
                            const PortalInterval& interval, double f) {
  Node& node = nodes_[index];
  node.last = at;
  node.left_end = l;
  node.right_end = r;
  node.is_left_on = interval.is_left_on;
  node.is_right_on = interval.is_right_on;
  queue(index, f);
}

// Splits a wedge at the apex inside it and advances both halves.
void PointWedgeSearch::split(SearchNodeId index) {
  const Node node = nodes_[index];
  const Root& root = roots_[node.root];
  const Ray left = ray(root, node.left), right = ray(root, node.right);
  const VertexId corner = mesh_.apex(node.last);
  const Point apex = mesh_.point(corner);
  const Ray middle{root.at, apex};
  const End l = end(node.left_end), r = end(node.right_end);
  const PortalInterval over_right{middle, right, apex, r.at, true, node.is_right_on},
      over_left{left, middle, l.at, apex, node.is_left_on, true};
  const double cost = root.cost + clearway::length(root.at, apex);
  const bool is_rival_apex = costs_.note_seen(corner, cost);
  if (const HalfEdgeId next = steps_.right_of(node.last);
      !(is_rival_apex && is_dominated(root, {corner, apex}, over_right.right_end())) &&
      !is_dominated_over(r, apex, root))
    advance({corner, node.right, corner, node.right_end, next, next, node.root, index, Node::wedge,
             true, node.is_right_on},
            over_right);
  if (const HalfEdgeId next = steps_.left_of(node.last);
      !(is_rival_apex && is_dominated(root, {corner, apex}, over_left.left_end())) &&
      !is_dominated_over(l, apex, root))
    advance({node.left, corner, node.left_end, corner, next, next, node.root, index, Node::wedge,
             node.is_left_on, true},
            over_left);
}

void PointWedgeSearch::add_bend(const End& corner, VertexId other_end, Node::Kind kind,
                                HalfEdgeId step, PointRootId from, SearchNodeId parent) {
  const Root& root = roots_[from];
  const double cost = root.cost + clearway::length(root.at, corner.at);
  const CornerCosts::Cost& known = costs_.of(corner.corner);
  if (root_cost(corner.corner, kind, step) <= cost ||
      (known.seen < cost * (1 - cost_slack) && surroundings_.are_connected(corner.corner)) ||
      !is_taut(corner.corner, {root.at, corner.at}, kind == Node::bend_left ? 1 : -1, from))
    return;
  push({corner.corner, other_end, none, none, step, step, from, parent, kind, false, false},
       cost + goals_->least_distance(corner.at));
}

bool PointWedgeSearch::is_start_displaced() {
  if (start_displaced_ == Displaced::unknown)
    start_displaced_ = is_off(mesh_, start_.at, start_.point) ? Displaced::yes : Displaced::no;
  return start_displaced_ == Displaced::yes;
}

// Whether a path that arrives at the corner from this root may bend there: an obstacle touches it
// on the side to which the path turns.
bool PointWedgeSearch::is_taut(VertexId corner, const Ray& arrival, int turn, PointRootId root) {
  const CornerSurroundings::Corner& c = surroundings_.of(corner);
  const auto is_beside = [&](VertexId wall) {
    return side(arrival, mesh_.point(wall)) * turn >= 0;
  };
  if (c.kind == CornerSurroundings::sector && (is_beside(c.walls[0]) || is_beside(c.walls[1])))
    return true;
  // A turn that is shut is an obstacle to the disc, on either side.
  if (c.kind == CornerSurroundings::shut) return true;
  if (c.kind == CornerSurroundings::several && !all_edges_at(mesh_, corner, [&](HalfEdgeId e) {
        return !mesh_.constrained(e) || !is_beside(mesh_.target(e));
      }))
    return true;
  // The direction from a displaced start may be on the wrong side of an obstacle at the corner.
  return root == start_root && is_start_displaced();
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
    const bool is_rival_far = costs_.note_seen(far, cost + clearway::length(c, apex));
    const Root& fan = roots_[root];
    if (turn > 0) {
      const PortalInterval interval{far_ray, near_ray, apex, near_end.at, true, is_near_on};
      if (const HalfEdgeId next = steps_.right_of(at);
          next != none && !(is_rival_far && is_dominated(fan, {far, apex}, interval.right_end())) &&
          !is_dominated_over(near_end, apex, fan))
        advance({far, near, far, near_end.corner, next, next, root, index, Node::wedge, true,
                 is_near_on},
                interval);
    } else {
      const PortalInterval interval{near_ray, far_ray, near_end.at, apex, is_near_on, true};
      if (const HalfEdgeId next = steps_.left_of(at);
          next != none && !(is_rival_far && is_dominated(fan, {far, apex}, interval.left_end())) &&
          !is_dominated_over(near_end, apex, fan))
        advance({near, far, near_end.corner, far, next, next, root, index, Node::wedge, is_near_on,
                 true},
                interval);
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
      if (!goals_->is_settled(nodes_[node].goal_id())) settle(node);
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
  if (goals_->are_segments()) {
    if (arrivals_.empty()) return false;
    settle(arrivals_.pop().item);
    return true;
  }
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
  writer_.write(mesh_, roots_, nodes_, goals_->node(goal), (*goals_)[goal], path);
}

}  // namespace clearway
