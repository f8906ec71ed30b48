#include "disc_wedge_search.hpp"

#include <limits>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "disc_path.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/location.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;
// After this many superseded roots the queue keeps the exact order. Then a root is the cheapest at
// its contact when it is added, except for rounding.
constexpr std::size_t max_superseded = 256;
// After this many illegal tangents, the disc is tested at the contact before the tangent is
// measured: where posts are closer together than the disc is wide, a root sees many and can touch
// few.
constexpr std::uint64_t max_illegal = 256;

}  // namespace

void DiscWedgeSearch::begin(const LocatedPoint& from, double radius, Goals& goals,
                            SearchStats& stats) {
  const Point start = from.point;
  goals_ = &goals;
  stats_ = &stats;
  expanded_before_ = stats.expanded;
  if (version_ != world_.version() || r_ != radius || measured_scale_ != scale_) {
    version_ = world_.version();
    r_ = radius;
    measured_scale_ = scale_;
    collision_.emplace(world_, radius, scale_);
    slack_ = collision_->angle_slack();
    expansions_ = illegal_ = 0;
    dead_ends_.forget();
    tangents_.forget();
  }
  if (dead_ends_.are_due(expansions_))
    dead_ends_.find([&](HalfEdgeId e) {
      return compare_distance(at(mesh_.origin(e)), at(mesh_.target(e)), 2 * r_) >= 0;
    });
  dead_ends_.open(goals, is_deterministic_);
  corners_.begin(radius, slack_);
  roots_.begin(mesh_.vertices.size(), radius, slack_);
  dominance_.begin(radius, slack_);
  nodes_.clear();
  arrivals_.clear();
  queue_.begin(goals.least_distance(start));
  floor_ = 0.0;
  weight_ = 1.0;
  has_many_goals_ = goals.size() > 1;
  known_length_ = max_length_;
  known_node_ = none;
  roots_.add_start(
      {{start, 0.0}, 0, none, none, from.at.half_edge, none, 0, {1, 0}, 0.0, 0.0, infinity});
  constexpr Vector quarter[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
  for_each_triangle_at(mesh_, from.at, [&](TriangleId t) {
    goals.for_each_in(t, [&](GoalId g) {
      // No line leads to a goal at the start itself.
      if (goals[g] == start)
        push({Node::goal, 0, start_root, g.number(), {1, 0}, {1, 0}, 0.0, 0.0}, 0.0);
    });
    for (int i = 0; i < 4; ++i) expand_start(t, {quarter[i], quarter[i + 1]});
  });
}

void DiscWedgeSearch::push(const Node& node, double f) {
  if (f >= known_length_) return;
  f = std::max(f, floor_);
  const SearchNodeId index = nodes_.end_id();
  nodes_.push_back(node);
  if (weight_ != 1.0) f = weighted({f, index});
  if (node.kind == Node::goal)
    arrivals_.push({f, index});
  else
    queue_.push({f, index});
  ++stats_->generated;
}

double DiscWedgeSearch::weighted(const Entry<SearchNodeId>& e) const {
  const double behind = roots_[nodes_[e.item].root].cost;
  return behind + weight_ * (e.estimate - behind);
}

// Expands the start, in one triangle that contains it, in the directions of the wedge.
void DiscWedgeSearch::expand_start(TriangleId t, const DiscWedge& wedge) {
  add_goals(t, start_root, wedge);
  for (const VertexId v : mesh_.triangles[t].vertex) add_contacts(v, start_root, wedge, none);
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId exit = Mesh::half_edge(t, i);
    if (mesh_.constrained(exit)) continue;
    add_hidden_contacts(exit, start_root, wedge);
    add_wedge(exit, start_root, wedge);
  }
}

// Adds the goals and contacts in the triangles that the wedge enters, and advances it until it is
// split by a corner or ends. A line enters a triangle at most once, which bounds the steps.
void DiscWedgeSearch::advance(HalfEdgeId entered, DiscRootId index, DiscWedge wedge) {
  const Root root = roots_[index];
  const double keep = r_ * (1 + tolerance::radius);
  constexpr int right = 0, left = 1, side_of[] = {-1, +1};
  // Whether every line of the wedge keeps the radius from an end of the edge by which it entered.
  const auto is_clear = [&](VertexId v, int i) {
    const Vector to = at(v) - root.circle.center;
    return std::min(side_of[i] * (cross(wedge.low, to) + root.circle.rho),
                    side_of[i] * (cross(wedge.high, to) + root.circle.rho)) >= keep;
  };
  bool is_end_clear[] = {is_clear(mesh_.target(entered), right),
                         is_clear(mesh_.origin(entered), left)};
  for (std::size_t steps = 0; steps < mesh_.triangles.size(); ++steps) {
    ++stats_->expanded;
    const TriangleId triangle = Mesh::triangle_of(entered);
    if (goals_->are_in(triangle)) add_goals(triangle, index, wedge);
    const HalfEdgeId exits[] = {Mesh::next(entered), Mesh::prev(entered)};
    const VertexId corner = mesh_.apex(entered),
                   ends[] = {mesh_.target(entered), mesh_.origin(entered)};
    if (corners_.is_any_around(triangle)) {
      add_hidden_contacts(entered, index, wedge);
      for (const HalfEdgeId exit : exits)
        if (!mesh_.constrained(exit)) add_hidden_contacts(exit, index, wedge);
    }
    const Point apex = at(corner);
    const Vector v = apex - root.circle.center;
    const double low_left = cross(wedge.low, v) + root.circle.rho,
                 high_left = cross(wedge.high, v) + root.circle.rho,
                 margin = slack_ * (std::abs(v.x) + std::abs(v.y)),
                 far = keep + 2 * slack_ * r_ + margin;
    const bool is_ahead = std::min(rounded_ahead(wedge.low, v), rounded_ahead(wedge.high, v)) > 0;
    // Mostly the corner is out of reach, on one side of all lines: they leave on its other side.
    if (is_ahead & (std::max(high_left, -low_left) > far)) {
      const int i = high_left > far ? right : left;
      if (mesh_.constrained(exits[i]) || is_closed(exits[i], root)) return;
      if (!is_end_clear[i]) {
        const Point end = at(ends[i]);
        const DiscGap gap(end, apex, r_);
        const Point inner{end.x + gap.inset.x, end.y + gap.inset.y};
        if (!gap.is_open || !wedge.clip(root.circle, inner, side_of[i], r_, slack_)) return;
        is_end_clear[i] = is_clear(ends[i], i);
      }
      is_end_clear[!i] = true;
      if (is_dominated(exits[i], root, wedge)) return;
      entered = mesh_.twin(exits[i]);
      continue;
    }
    add_contacts(corner, index, wedge, entered);
    // While the corner is ahead, it moves to the right of the line as the direction turns left.
    const bool is_missed[] = {is_ahead && low_left < -margin, is_ahead && high_left > margin},
               is_corner_clear[] = {std::min(low_left, high_left) >= keep,
                                    std::max(low_left, high_left) <= -keep};
    DiscWedge beyond[] = {wedge, wedge};
    bool continues[2];
    for (const int i : {right, left}) {
      continues[i] = !(is_missed[i] | mesh_.constrained(exits[i])) && !is_closed(exits[i], root);
      if (!continues[i] || (is_corner_clear[i] && is_end_clear[i])) continue;
      const Point end = at(ends[i]);
      const DiscGap gap(end, apex, r_);
      const Point inner{end.x + gap.inset.x, end.y + gap.inset.y},
          inner_corner{apex.x - gap.inset.x, apex.y - gap.inset.y};
      continues[i] =
          gap.is_open &&
          (is_corner_clear[i] ||
           beyond[i].clip(root.circle, inner_corner, -side_of[i], r_, slack_)) &&
          (is_end_clear[i] || beyond[i].clip(root.circle, inner, side_of[i], r_, slack_));
    }
    if (continues[right] == continues[left]) {
      if (!continues[right]) return;
      for (const int i : {right, left}) push_wedge(exits[i], index, beyond[i]);
      return;
    }
    const int i = continues[left];
    wedge = beyond[i];
    if (is_dominated(exits[i], root, wedge)) return;
    is_end_clear[i] = is_end_clear[i] || is_clear(ends[i], i);
    is_end_clear[!i] = is_clear(corner, !i);
    entered = mesh_.twin(exits[i]);
  }
}

// Whether no shortest path leaves by this half-edge on a line from the root.
bool DiscWedgeSearch::is_closed(HalfEdgeId exit, const Root& root) {
  const VertexId ends[] = {mesh_.target(exit), mesh_.origin(exit)};
  if (ends[root.side > 0] == root.vertex) return true;
  // A path that leaves a dead end by the portal by which it entered would be shorter along the
  // portal, unless it avoids a corner in front of the portal.
  return dead_ends_.is_barred(exit) && !corners_.is_any_behind(mesh_.twin(exit));
}

// Clips the wedge to the lines that cross `exit`, whose origin is its right end. False if there are
// none.
bool DiscWedgeSearch::pass(HalfEdgeId exit, const Root& root, DiscWedge& wedge) {
  return !is_closed(exit, root) &&
         wedge.pass(root.circle, at(mesh_.origin(exit)), at(mesh_.target(exit)), r_, slack_);
}

void DiscWedgeSearch::add_wedge(HalfEdgeId exit, DiscRootId root, DiscWedge wedge) {
  if (pass(exit, roots_[root], wedge)) push_wedge(exit, root, wedge);
}

void DiscWedgeSearch::push_wedge(HalfEdgeId exit, DiscRootId index, const DiscWedge& wedge) {
  const Root& root = roots_[index];
  const Point right = at(mesh_.origin(exit));
  double angle;
  const double f = lower_bound(root, right, at(mesh_.target(exit)) - right, wedge, angle);
  if (angle >= root.limit) return;
  if (is_dominated(exit, root, wedge)) return;
  const double compared = uses_dominance() ? static_cast<double>(roots_.end_id().number()) : 0.0;
  push({Node::wedge, 0, index, mesh_.twin(exit).number(), wedge.low, wedge.high, compared, angle},
       f);
}

// A lower bound on the length of every path that leaves the root on a line of the wedge, crosses
// the portal and ends at a goal. With one goal, the length of the path over a point of the portal
// is a convex function of that point, so that the shortest one is straight or passes an end of the
// interval. `angle` becomes a lower bound on the angle rolled around the root.
double DiscWedgeSearch::lower_bound(const Root& root, const Point& right, const Vector& portal,
                                    const DiscWedge& wedge, double& angle) const {
  const auto& [low, high] = wedge;
  angle = roots_.turned_at_least(root, root.circle.rho < 0 ? high : low);
  if (has_many_goals_) {
    const Point left{right.x + portal.x, right.y + portal.y};
    const double portal_distance = std::max(0.0, away(root.circle.center, right, left) - r_);
    return std::max(roots_.cost_after(root, angle) + portal_distance,
                    root.cost + goals_->least_distance(root.circle.touch(root.arrival)));
  }
  Point goal = (*goals_)[GoalId(0)];
  const double before = std::max(0.0, cross(portal, goal - right)),
               k = 2 * before / dot(portal, portal);
  goal = {goal.x + k * portal.y, goal.y - k * portal.x};
  const bool beyond_low = root.circle.rounded_side(low, goal) < 0,
             beyond_high = root.circle.rounded_side(high, goal) > 0;
  if (!(beyond_low | beyond_high)) {
    const Tangent t = tangent(root.circle, {goal, 0.0});
    if (t.exists && is_between(low, high, t.direction, slack_))
      return roots_.cost_after(root, std::max(angle, roots_.turned_at_least(root, t.direction))) +
             t.length;
  }
  double best = infinity;
  const auto by = [&](const Vector& u) {
    const Point touch = root.circle.touch(u);
    const double across = rounded_side(u, portal);
    const double ahead = across != 0 ? std::max(0.0, cross(right - touch, portal) / across) : 0.0;
    const double rolled =
        (root.circle.rho < 0) == (&u == &high) ? angle : roots_.turned_at_least(root, u);
    best = std::min(
        best, roots_.cost_after(root, rolled) + ahead +
                  clearway::length(goal - Point{touch.x + ahead * u.x, touch.y + ahead * u.y}));
  };
  if (beyond_low || !beyond_high) by(low);
  if (beyond_high || !beyond_low) by(high);
  return best;
}

// Queues the open goals in the triangle that lines of the wedge reach.
void DiscWedgeSearch::add_goals(TriangleId triangle, DiscRootId index, const DiscWedge& wedge) {
  goals_->for_each_in(triangle, [&](GoalId g) {
    const Root& root = roots_[index];
    const Point goal = (*goals_)[g];
    const Tangent t = tangent(root.circle, {goal, 0.0});
    if (!t.exists || !is_between(wedge.low, wedge.high, t.direction, slack_)) return;
    const double angle = roots_.turned(root, t.direction);
    const double cost = roots_.cost_after(root, angle) + t.length;
    if (cost >= known_length_) return;
    if (!has_many_goals_) {
      if (!is_legal(root, t.direction, goal)) return;
      known_node_ = nodes_.end_id();
    }
    push({Node::goal, 0, index, g.number(), t.direction, t.direction, cost, angle}, cost);
    if (!has_many_goals_) {
      known_length_ = cost;
    }
  });
}

// Queues the contacts with a corner, one for each side of it, that lines of the wedge reach: only
// where the contact lies on the triangle's side of the half-edge `within`, if given. A hidden
// corner is not a vertex of the triangle of `within`; then the contact must lie in that triangle.
void DiscWedgeSearch::add_contacts(VertexId vertex, DiscRootId index, const DiscWedge& wedge,
                                   HalfEdgeId within, bool is_hidden) {
  if (vertex == roots_[index].vertex || !corners_.can_roll(vertex)) return;
  const auto& [low, high] = wedge;
  const Root& root = roots_[index];
  // While the corner is ahead, it moves to the right of the line as the direction turns left.
  const Point p = at(vertex);
  const Vector v = p - root.circle.center;
  const double low_left = rounded_ahead(low, v) > 0 ? cross(low, v) + root.circle.rho : infinity,
               high_left =
                   rounded_ahead(high, v) > 0 ? cross(high, v) + root.circle.rho : -infinity,
               about = slack_ * (2 * r_ + std::abs(v.x) + std::abs(v.y));
  const unsigned on_left = (low_left >= r_ - about) & (high_left <= r_ + about),
                 on_right = (low_left >= -r_ - about) & (high_left <= -r_ + about);
  unsigned sides = (on_left | on_right << 1) & corners_.may_touch(vertex, low, high);
  for (; sides != 0; sides &= sides - 1) {
    const int side = 2 * static_cast<int>(sides & 1) - 1;
    if (is_hidden && !corners_.may_touch_at(vertex, side, low, high)) continue;
    const Circle circle{p, side * r_};
    const Tangent t = tangent(root.circle, circle);
    if (!t.exists || !is_between(low, high, t.direction, slack_)) continue;
    // A tangent from one side to the other passes the gap between the two corners.
    if (root.side * side < 0 && t.length < tolerance::short_tangent * r_ &&
        compare_distance(root.circle.center, circle.center, 2 * r_) < 0)
      continue;
    const Vector outwards{side * t.direction.y, -side * t.direction.x};
    if (!corners_.can_touch(vertex, outwards) ||
        (is_hidden && !corners_.may_touch_at(vertex, outwards)))
      continue;
    const Point touch = circle.touch(t.direction);
    if (within != none &&
        (is_outside(within, touch) || (is_hidden && (is_outside(Mesh::next(within), touch) ||
                                                     is_outside(Mesh::prev(within), touch)))))
      continue;
    const double angle = roots_.turned(root, t.direction);
    if (angle > root.limit + slack_) continue;
    const double cost = roots_.cost_after(root, angle) + t.length;
    if (roots_.is_dominated(vertex, side, t.direction, cost)) continue;
    push({Node::contact, static_cast<std::int8_t>(side), index, vertex.number(), t.direction,
          t.direction, cost, angle},
         cost + goals_->least_distance(touch));
  }
}

// Whether p lies outside the triangle across this edge; false where rounding decides.
bool DiscWedgeSearch::is_outside(HalfEdgeId edge, const Point& p) const {
  const Point a = at(mesh_.origin(edge));
  const Vector along = at(mesh_.target(edge)) - a;
  const double c = rounded_side(along, p - a);
  return c < 0 && c < -tolerance::product_filter * r_ * clearway::length(along);
}

// Queues the contacts with corners behind the edge that a disc touches from its triangle.
void DiscWedgeSearch::add_hidden_contacts(HalfEdgeId edge, DiscRootId root,
                                          const DiscWedge& wedge) {
  corners_.for_each_behind(edge, [&](VertexId v) { add_contacts(v, root, wedge, edge, true); });
}

// Makes the contact a root, if it is legal and needed, and expands it. The cheap tests come first;
// measuring the tangent costs most.
void DiscWedgeSearch::expand_contact(const Node& node) {
  if (roots_.is_dominated(node.vertex(), node.side, node.low, node.cost)) return;
  const Circle circle{at(node.vertex()), node.side * r_};
  const Point contact = circle.touch(node.low);
  const Root& from = roots_[node.root];
  const double end_distance =
      std::min(clearway::length(circle.center - roots_[start_root].circle.center),
               goals_->least_distance(circle.center));
  const double max_turn = corners_.max_turn(node.vertex(), end_distance);
  Root root{circle,         node.side, node.vertex(), node.root, none, none,
            from.depth + 1, node.low,  node.cost,     0.0,       0.0};
  const auto set_reach = [&](double reach) {
    root.reach = reach;
    root.limit = std::min(reach, max_turn);
  };
  const bool is_isolated = corners_.is_isolated(node.vertex(), collision_->reach());
  const Vector outwards{node.side * node.low.y, -node.side * node.low.x};
  if (!is_isolated && illegal_ > max_illegal && !corners_.fits_at_contact(node.vertex(), outwards))
    return;
  if (is_isolated) {
    set_reach(
        corners_.isolated_reach(node.vertex(), outwards, node.side, collision_->wall_angle()));
    if (!roots_.is_needed(root)) return;
  }
  TangentCache::Tangent* known = nullptr;
  if (from.vertex != none)
    known = &tangents_.between(from.vertex, from.side, node.vertex(), node.side);
  if (known && known->is_legal == TangentCache::no) return;
  const bool is_new = !known || known->near == none;
  root.near =
      is_new ? walk(mesh_, contact, mesh_.vertices[node.vertex()].edge).half_edge : known->near;
  if (!is_isolated) {
    const double bearing = std::atan2(contact.y - circle.center.y, contact.x - circle.center.x);
    set_reach(
        is_new ? collision_->roll(node.vertex(), bearing, node.side, Mesh::triangle_of(root.near))
               : known->reach);
    if (!roots_.is_needed(root)) return;
  }
  if (known) known->near = root.near, known->reach = root.reach;
  if (!known || known->is_legal == TangentCache::unknown) {
    const Point start = from.circle.touch(node.low);
    const bool is_legal =
        (is_isolated && from.vertex != none &&
         corners_.is_isolated(from.vertex, collision_->reach()) &&
         collision_->is_line_empty(contact, start, node.vertex(), from.vertex, root.near)) ||
        collision_->line(start, contact, from.near);
    if (known) known->is_legal = is_legal ? TangentCache::yes : TangentCache::no;
    if (!is_legal) {
      ++illegal_;
      return;
    }
  }
  roll(roots_.add(root));
}

// Expands a root: rolls the disc around its corner. Lines leave from every triangle that the
// contact passes; these need not touch the corner. Lines that cross an edge where the contact
// crosses it later continue in one wedge with those that start beyond the edge.
void DiscWedgeSearch::roll(DiscRootId index) {
  const Root root = roots_[index];
  const int side = root.side;
  const double end = root.limit;
  TriangleId t = Mesh::triangle_of(root.near);
  HalfEdgeId entered = none;
  double from = 0.0;
  Vector first = root.arrival,
         begin = root.arrival;  // of all lines in the triangle; of those that start in it
  for (std::size_t steps = 0; steps < mesh_.triangles.size(); ++steps) {
    double to = end;
    HalfEdgeId exit = none;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const double angle = leaves_over(root, e);
      const bool is_ahead = e == entered ? angle > from : angle >= from - slack_;
      if (is_ahead && angle < to) to = std::max(angle, from), exit = e;
    }
    // At most a quarter turn at a time.
    const bool is_whole = to - from < 0.5 * pi;
    if (!is_whole) to = from + 0.5 * pi, exit = none;
    const Vector last = turn(root.arrival, side * to);
    const DiscWedge wedges[] = {{last, first}, {first, last}, {last, begin}, {begin, last}};
    const DiscWedge &all = wedges[side > 0], &fresh = wedges[2 + (side > 0)];
    const DiscWedge* const met[] = {&fresh, &all};
    add_goals(t, index, all);
    const bool hides_corners = corners_.is_any_around(t);
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const VertexId v = mesh_.apex(e);
      // Contacts of the ends of the edge with the lines that came across it have been added.
      add_contacts(v, index, *met[(entered == none) | (e == entered)], none);
      if (mesh_.constrained(e)) continue;
      if (hides_corners) add_hidden_contacts(e, index, all);
      if (e != exit) add_wedge(e, index, all);
    }
    from = to;
    begin = last;
    if (!is_whole) {
      first = last;
      continue;
    }
    if (exit == none || mesh_.constrained(exit)) return;
    DiscWedge through = all;
    const bool continues =
        through.pass(root.circle, at(mesh_.origin(exit)), at(mesh_.target(exit)), r_, slack_);
    Vector carried = continues ? (side > 0 ? through.low : through.high) : last;
    entered = mesh_.twin(exit);
    t = Mesh::triangle_of(entered);
    // Wedges must stay well below half a turn.
    if (continues && rounded_ahead(carried, last) < 0) {
      add_wedge(exit, index, all);
      carried = last;
    }
    first = carried;
  }
}

// The angle rolled when the contact leaves e's triangle across e; infinity if it does not.
double DiscWedgeSearch::leaves_over(const Root& root, HalfEdgeId e) const {
  const Point a = at(mesh_.origin(e)), b = at(mesh_.target(e)), center = root.circle.center;
  const Vector along = b - a;
  const double squared = dot(along, along);
  // From the nearer end: rounding grows with the distance.
  const bool from_a = 2 * dot(along, center - a) <= squared;
  const Point ends[] = {b, a}, base = ends[from_a];
  const Vector to_center = center - base;
  const double height = cross(along, to_center);
  const double left = r_ * r_ * squared - height * height;
  if (left < 0) return infinity;
  const double t = (dot(to_center, along) - root.side * std::sqrt(left)) / squared;
  const double on = from_a ? t : -t;
  if (!((on >= 0) & (on <= 1))) return infinity;
  const Vector out = Point{base.x + t * along.x, base.y + t * along.y} - center;
  return roots_.turned(root, {-root.side * out.y, root.side * out.x});
}

double DiscWedgeSearch::run_until(std::size_t open_goals, std::uint64_t max_expansions) {
  const std::uint64_t before = stats_->expanded;
  const double bound = expand_until(open_goals, max_expansions);
  expansions_ += stats_->expanded - before;
  return bound;
}

double DiscWedgeSearch::expand_until(std::size_t open_goals, std::uint64_t max_expansions) {
  for (;;) {
    const double floor = queue_.floor();
    while (goals_->open() > open_goals && !arrivals_.empty() && arrivals_.top().estimate <= floor) {
      const SearchNodeId index = arrivals_.pop().item;
      const Node& node = nodes_[index];
      if (goals_->is_settled(node.goal_id())) continue;
      // With one goal, nodes were tested when they were created.
      if (!has_many_goals_ || is_legal(roots_[node.root], node.low, (*goals_)[node.goal_id()]))
        goals_->settle(node.goal_id(), index);
    }
    if (goals_->open() <= open_goals) return 0.0;
    if (floor == infinity) return infinity;
    if (stats_->expanded >= max_expansions) return floor;
    check_interrupt(8);
    const Entry<SearchNodeId> top = queue_.pop();
    if (top.estimate >= known_length_ && weight_ == 1.0) continue;
    const Node node = nodes_[top.item];
    const Root& root = roots_[node.root];
    if (weight_ == 1.0) floor_ = top.estimate;
    // A root found since costs no more from that angle on.
    if (node.turned >= root.limit && node.kind == Node::wedge) continue;
    if (node.turned > root.limit + slack_) continue;
    if (node.kind == Node::wedge) {
      const DiscWedge wedge{node.low, node.high};
      if (is_dominated(mesh_.twin(node.ahead()), root, wedge,
                       DiscRootId(static_cast<Index>(node.cost))))
        continue;
      advance(node.ahead(), node.root, wedge);
    } else {
      ++stats_->expanded;
      expand_contact(node);
      if (roots_.superseded() > max_superseded) queue_.order_exactly();
    }
  }
}

bool DiscWedgeSearch::accept_known_path() {
  if (known_node_ == none) return false;
  goals_->settle(GoalId(0), known_node_);
  return true;
}

void DiscWedgeSearch::switch_to_greedy() {
  weight_ = greedy_weight;
  floor_ = 0.0;
  // Weighted estimates can be lower than those popped so far, but not than the straight distance.
  queue_.reorder([&](const Entry<SearchNodeId>& e) { return weighted(e); },
                 goals_->least_distance(roots_[start_root].circle.center), BucketQueue::coarse);
  arrivals_.reorder([&](const Entry<SearchNodeId>& e) { return weighted(e); });
}

double DiscWedgeSearch::length(GoalId goal) const { return nodes_[goals_->node(goal)].cost; }

void DiscWedgeSearch::write(GoalId goal, const Point& start, Path& path) const {
  const Node& node = nodes_[goals_->node(goal)];
  write_disc_path(roots_, node.root, node.low, start, (*goals_)[goal], r_, path);
}

}  // namespace clearway
