#include "disc_wedge_search.hpp"

#include <limits>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "clearway/mesh/location.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;
// After this many the queue keeps the exact order, in which a root is the cheapest at its point of
// contact when it is added, but for rounding.
constexpr std::size_t most_superseded = 256;
// After this many tangents that proved illegal contacts are looked at before tangents.
constexpr std::uint64_t most_denied = 256;

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
    clear_.emplace(world_, radius, scale_);
    slack_ = clear_->angle_slack();
    spent_ = denied_ = 0;
    dead_ends_.forget();
    tangents_.forget();
  }
  // Searches have paid for a look at the whole mesh.
  if (!dead_ends_.are_known() && spent_ > mesh_.triangles.size() / 4)
    dead_ends_.find([&](HalfEdgeId e) {
      return compare_distance(at(mesh_.origin(e)), at(mesh_.target(e)), 2 * r_) >= 0;
    });
  dead_ends_.open(goals, is_repeatable_);
  corners_.begin(radius, slack_);
  roots_.begin(mesh_.vertices.size(), radius, slack_);
  dominance_.begin(radius, slack_);
  nodes_.clear();
  arrivals_.clear();
  queue_.begin(goals.beyond(start));
  floor_ = 0.0;
  weight_ = 1.0;
  has_many_ = goals.size() > 1;
  known_ = most_;
  known_node_ = none;
  roots_.add_start(
      {{start, 0.0}, 0, none, none, from.at.half_edge, none, 0, {1, 0}, 0.0, 0.0, infinity});
  constexpr Vector quarter[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
  for_each_triangle_at(mesh_, from.at, [&](TriangleId t) {
    goals.for_each_in(t, [&](GoalId g) {
      // No line leads there.
      if (goals[g] == start) push({Node::goal, 0, 0, g.number(), {1, 0}, {1, 0}, 0.0, 0.0}, 0.0);
    });
    for (int i = 0; i < 4; ++i) look_around(t, {quarter[i], quarter[i + 1]});
  });
}

void DiscWedgeSearch::push(const Node& node, double f) {
  if (f >= known_) return;
  f = std::max(f, floor_);
  nodes_.push_back(node);
  const Index index = static_cast<Index>(nodes_.size() - 1);
  if (weight_ != 1.0) f = weighted({f, index});
  if (node.kind == Node::goal)
    arrivals_.push({f, index});
  else
    queue_.push({f, index});
  ++stats_->generated;
}

double DiscWedgeSearch::weighted(const Entry<Index>& e) const {
  const double behind = roots_[nodes_[e.item].root].cost;
  return behind + weight_ * (e.estimate - behind);
}

// The start sees all around.
void DiscWedgeSearch::look_around(TriangleId t, const DiscWedge& wedge) {
  see_goals(t, 0, wedge);
  for (const VertexId v : mesh_.triangles[t].vertex) meet(v, 0, wedge, none);
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId exit = Mesh::half_edge(t, i);
    if (mesh_.constrained(exit)) continue;
    peek(exit, 0, wedge);
    see(exit, 0, wedge);
  }
}

// A wedge meets all it can come to in the triangles it enters, and runs on by itself until
// it parts or ends. Lines enter a triangle once: one that does so again has lost its way.
void DiscWedgeSearch::run(HalfEdgeId entered, Index index, DiscWedge wedge) {
  const Root root = roots_[index];
  const double keep = r_ * (1 + tolerance::radius);
  constexpr int right = 0, left = 1, side_of[] = {-1, +1};
  // Whether every line keeps the radius from an end of the side entered over.
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
    if (goals_->are_in(triangle)) see_goals(triangle, index, wedge);
    const HalfEdgeId exits[] = {Mesh::next(entered), Mesh::prev(entered)};
    const VertexId corner = mesh_.apex(entered),
                   ends[] = {mesh_.target(entered), mesh_.origin(entered)};
    if (corners_.is_any_around(triangle)) {
      peek(entered, index, wedge);
      for (const HalfEdgeId exit : exits)
        if (!mesh_.constrained(exit)) peek(exit, index, wedge);
    }
    const Point apex = at(corner);
    const Vector v = apex - root.circle.center;
    const double low_left = cross(wedge.low, v) + root.circle.rho,
                 high_left = cross(wedge.high, v) + root.circle.rho,
                 margin = slack_ * (std::abs(v.x) + std::abs(v.y)),
                 far = keep + 2 * slack_ * r_ + margin;
    const bool is_ahead = std::min(dot(wedge.low, v), dot(wedge.high, v)) > 0;
    // Mostly the corner is out of reach on one side of all lines: they leave on the other.
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
    meet(corner, index, wedge, entered);
    // While the corner is ahead it falls to the right as the direction turns left.
    const bool is_missed[] = {is_ahead && low_left < -margin, is_ahead && high_left > margin},
               is_corner_clear[] = {std::min(low_left, high_left) >= keep,
                                    std::max(low_left, high_left) <= -keep};
    DiscWedge beyond[] = {wedge, wedge};
    bool goes_on[2];
    for (const int i : {right, left}) {
      goes_on[i] = !(is_missed[i] | mesh_.constrained(exits[i])) && !is_closed(exits[i], root);
      if (!goes_on[i] || (is_corner_clear[i] && is_end_clear[i])) continue;
      const Point end = at(ends[i]);
      const DiscGap gap(end, apex, r_);
      const Point inner{end.x + gap.inset.x, end.y + gap.inset.y},
          inner_corner{apex.x - gap.inset.x, apex.y - gap.inset.y};
      goes_on[i] = gap.is_open &&
                   (is_corner_clear[i] ||
                    beyond[i].clip(root.circle, inner_corner, -side_of[i], r_, slack_)) &&
                   (is_end_clear[i] || beyond[i].clip(root.circle, inner, side_of[i], r_, slack_));
    }
    if (goes_on[right] == goes_on[left]) {
      if (!goes_on[right]) return;
      for (const int i : {right, left}) push_wedge(exits[i], index, beyond[i]);
      return;
    }
    const int i = goes_on[left];
    wedge = beyond[i];
    if (is_dominated(exits[i], root, wedge)) return;
    is_end_clear[i] = is_end_clear[i] || is_clear(ends[i], i);
    is_end_clear[!i] = is_clear(corner, !i);
    entered = mesh_.twin(exits[i]);
  }
}

// Whether no line needs to leave over the side.
bool DiscWedgeSearch::is_closed(HalfEdgeId exit, const Root& root) {
  const VertexId ends[] = {mesh_.target(exit), mesh_.origin(exit)};
  if (ends[root.side > 0] == root.vertex) return true;
  // A way that leaves a dead end by the portal it came in by would be shorter along the portal,
  // unless it avoids a corner that stands before it.
  return dead_ends_.are_barred(exit) && !corners_.is_any_behind(mesh_.twin(exit));
}

// Narrows the wedge to what goes on beyond the side `exit`, which runs from its right to its
// left end. False when nothing does.
bool DiscWedgeSearch::pass(HalfEdgeId exit, const Root& root, DiscWedge& wedge) {
  return !is_closed(exit, root) &&
         wedge.pass(root.circle, at(mesh_.origin(exit)), at(mesh_.target(exit)), r_, slack_);
}

void DiscWedgeSearch::see(HalfEdgeId exit, Index root, DiscWedge wedge) {
  if (pass(exit, roots_[root], wedge)) push_wedge(exit, root, wedge);
}

void DiscWedgeSearch::push_wedge(HalfEdgeId exit, Index index, const DiscWedge& wedge) {
  const Root& root = roots_[index];
  const Point right = at(mesh_.origin(exit));
  double angle;
  const double f = least(root, right, at(mesh_.target(exit)) - right, wedge, angle);
  if (angle >= root.limit) return;
  if (is_dominated(exit, root, wedge)) return;
  const double compared = uses_dominance() ? static_cast<double>(roots_.size()) : 0.0;
  push({Node::wedge, 0, index, mesh_.twin(exit).number(), wedge.low, wedge.high, compared, angle},
       f);
}

// A lower bound for every path that leaves the root between low and high, crosses the
// portal, and ends at the goal. The way to a point of the portal is a convex function of that
// point, so that the best one is straight or at an end.
double DiscWedgeSearch::least(const Root& root, const Point& right, const Vector& portal,
                              const DiscWedge& wedge, double& angle) const {
  const auto& [low, high] = wedge;
  angle = roots_.turned_at_least(root, root.circle.rho < 0 ? high : low);
  if (has_many_) {
    const Point left{right.x + portal.x, right.y + portal.y};
    const double portal_away = std::max(0.0, away(root.circle.center, right, left) - r_);
    return std::max(roots_.cost_after(root, angle) + portal_away,
                    root.cost + goals_->beyond(root.circle.touch(root.arrival)));
  }
  Point goal = (*goals_)[GoalId(0)];
  const double before = std::max(0.0, cross(portal, goal - right)),
               k = 2 * before / dot(portal, portal);
  goal = {goal.x + k * portal.y, goal.y - k * portal.x};
  const bool beyond_low = root.circle.left(low, goal) < 0,
             beyond_high = root.circle.left(high, goal) > 0;
  if (!(beyond_low | beyond_high)) {
    const Tangent t = tangent(root.circle, {goal, 0.0});
    if (t.exists && is_between(low, high, t.direction, slack_))
      return roots_.cost_after(root, std::max(angle, roots_.turned_at_least(root, t.direction))) +
             t.length;
  }
  double best = infinity;
  const auto by = [&](const Vector& u) {
    const Point touch = root.circle.touch(u);
    const double across = cross(u, portal);
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

void DiscWedgeSearch::see_goals(TriangleId triangle, Index index, const DiscWedge& wedge) {
  goals_->for_each_in(triangle, [&](GoalId g) {
    const Root& root = roots_[index];
    const Point goal = (*goals_)[g];
    const Tangent t = tangent(root.circle, {goal, 0.0});
    if (!t.exists || !is_between(wedge.low, wedge.high, t.direction, slack_)) return;
    const double angle = roots_.turned(root, t.direction);
    const double cost = roots_.cost_after(root, angle) + t.length;
    if (cost >= known_) return;
    if (!has_many_) {
      if (!is_legal(root, t.direction, goal)) return;
      known_node_ = static_cast<Index>(nodes_.size());
    }
    push({Node::goal, 0, index, g.number(), t.direction, t.direction, cost, angle}, cost);
    if (!has_many_) {
      known_ = cost;
    }
  });
}

// The corner may be what the path touches next, on either side of it; only where the point of
// contact lies beyond the side `within`, if there is one: in the triangle of it for a corner that
// is not in the triangle itself.
void DiscWedgeSearch::meet(VertexId vertex, Index index, const DiscWedge& wedge, HalfEdgeId within,
                           bool is_hidden) {
  if (vertex == roots_[index].vertex || !corners_.can_roll(vertex)) return;
  const auto& [low, high] = wedge;
  const Root& root = roots_[index];
  // How far left of the line the corner lies falls with the direction while it is ahead.
  const Point p = at(vertex);
  const Vector v = p - root.circle.center;
  const double low_left = dot(low, v) > 0 ? cross(low, v) + root.circle.rho : infinity,
               high_left = dot(high, v) > 0 ? cross(high, v) + root.circle.rho : -infinity,
               about = slack_ * (2 * r_ + std::abs(v.x) + std::abs(v.y));
  const unsigned on_left = (low_left >= r_ - about) & (high_left <= r_ + about),
                 on_right = (low_left >= -r_ - about) & (high_left <= -r_ + about);
  unsigned sides = (on_left | on_right << 1) & corners_.may_touch(vertex, low, high);
  for (; sides != 0; sides &= sides - 1) {
    const int side = 2 * static_cast<int>(sides & 1) - 1;
    if (is_hidden && !corners_.may_stand(vertex, side, low, high)) continue;
    const Circle circle{p, side * r_};
    const Tangent t = tangent(root.circle, circle);
    if (!t.exists || !is_between(low, high, t.direction, slack_)) continue;
    // From one side to the other: through the gap between the two corners.
    if (root.side * side < 0 && t.length < tolerance::short_tangent * r_ &&
        compare_distance(root.circle.center, circle.center, 2 * r_) < 0)
      continue;
    const Vector outwards{side * t.direction.y, -side * t.direction.x};
    if (!corners_.can_touch(vertex, outwards) ||
        (is_hidden && !corners_.may_stand(vertex, outwards)))
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
    push({Node::touch, static_cast<std::int8_t>(side), index, vertex.number(), t.direction,
          t.direction, cost, angle},
         cost + goals_->beyond(touch));
  }
}

// Whether p lies beyond this side of its triangle; not where rounding decides.
bool DiscWedgeSearch::is_outside(HalfEdgeId side, const Point& p) const {
  const Point a = at(mesh_.origin(side));
  const Vector along = at(mesh_.target(side)) - a;
  const double c = cross(along, p - a);
  return c < 0 && c < -tolerance::product_filter * r_ * clearway::length(along);
}

// Corners behind a side that are touched from its triangle.
void DiscWedgeSearch::peek(HalfEdgeId side, Index root, const DiscWedge& wedge) {
  corners_.for_each_behind(side, [&](VertexId v) { meet(v, root, wedge, side, true); });
}

void DiscWedgeSearch::touch(const Node& node) {
  if (roots_.is_dominated(node.vertex(), node.side, node.low, node.cost)) return;
  const Circle circle{at(node.vertex()), node.side * r_};
  const Point contact = circle.touch(node.low);
  const Root& from = roots_[node.root];
  const double ends = std::min(clearway::length(circle.center - roots_[0].circle.center),
                               goals_->beyond(circle.center));
  const double most_turn = corners_.most_turn(node.vertex(), ends);
  Root root{circle,         node.side, node.vertex(), node.root, none, none,
            from.depth + 1, node.low,  node.cost,     0.0,       0.0};
  const auto set_reach = [&](double reach) {
    root.reach = reach;
    root.limit = std::min(reach, most_turn);
  };
  const bool is_alone = corners_.is_alone(node.vertex(), clear_->reach());
  const Vector outwards{node.side * node.low.y, -node.side * node.low.x};
  // Of posts closer together than the disc is wide a start sees all, and can touch few.
  if (!is_alone && denied_ > most_denied && !corners_.can_stand(node.vertex(), outwards)) return;
  if (is_alone) {
    set_reach(corners_.reach_alone(node.vertex(), outwards, node.side, clear_->wall_angle()));
    if (!roots_.is_needed(root)) return;
  }
  DiscTangents::Tangent* known = nullptr;
  if (from.vertex != none)
    known = &tangents_.between(from.vertex, from.side, node.vertex(), node.side);
  if (known && known->is_legal == DiscTangents::no) return;
  const bool is_new = !known || known->near == none;
  root.near =
      is_new ? walk(mesh_, contact, mesh_.vertices[node.vertex()].edge).half_edge : known->near;
  if (!is_alone) {
    const double bearing = std::atan2(contact.y - circle.center.y, contact.x - circle.center.x);
    set_reach(is_new ? clear_->roll(node.vertex(), bearing, node.side, Mesh::triangle_of(root.near))
                     : known->reach);
    // Measuring the line is what costs most.
    if (!roots_.is_needed(root)) return;
  }
  if (known) known->near = root.near, known->reach = root.reach;
  if (!known || known->is_legal == DiscTangents::unknown) {
    const Point start = from.circle.touch(node.low);
    const bool is_fine =
        (is_alone && from.vertex != none && corners_.is_alone(from.vertex, clear_->reach()) &&
         clear_->is_line_empty(contact, start, node.vertex(), from.vertex, root.near)) ||
        clear_->line(start, contact, from.near);
    if (known) known->is_legal = is_fine ? DiscTangents::yes : DiscTangents::no;
    if (!is_fine) {
      ++denied_;
      return;
    }
  }
  roots_.add(root);
  roll(roots_.size() - 1);
}

// Lines leave from every triangle that the point of contact passes, which need not touch
// the corner. Those that cross a side where the point of contact crosses it later go on
// with those that start beyond: one wedge, not two.
void DiscWedgeSearch::roll(Index index) {
  const Root root = roots_[index];
  const int side = root.side;
  const double end = root.limit;
  TriangleId t = Mesh::triangle_of(root.near);
  HalfEdgeId entered = none;
  double from = 0.0;
  Vector first = root.arrival, begin = root.arrival;  // of all lines here, of those that start here
  for (std::size_t steps = 0; steps < mesh_.triangles.size(); ++steps) {
    double to = end;
    HalfEdgeId exit = none;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const double angle = leaves_over(root, e);
      const bool is_ahead = e == entered ? angle > from : angle >= from - slack_;
      if (is_ahead && angle < to) to = std::max(angle, from), exit = e;
    }
    // At most a quarter turn at once.
    const bool is_whole = to - from < 0.5 * pi;
    if (!is_whole) to = from + 0.5 * pi, exit = none;
    const Vector last = turn(root.arrival, side * to);
    const DiscWedge wedges[] = {{last, first}, {first, last}, {last, begin}, {begin, last}};
    const DiscWedge &all = wedges[side > 0], &fresh = wedges[2 + (side > 0)];
    const DiscWedge* const met[] = {&fresh, &all};
    see_goals(t, index, all);
    const bool hides_any = corners_.is_any_around(t);
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const VertexId v = mesh_.apex(e);
      // The ends of the side entered by have met the lines that came over it.
      meet(v, index, *met[(entered == none) | (e == entered)], none);
      if (mesh_.constrained(e)) continue;
      if (hides_any) peek(e, index, all);
      if (e != exit) see(e, index, all);
    }
    from = to;
    begin = last;
    if (!is_whole) {
      first = last;
      continue;
    }
    if (exit == none || mesh_.constrained(exit)) return;
    DiscWedge through = all;
    const bool goes_on =
        through.pass(root.circle, at(mesh_.origin(exit)), at(mesh_.target(exit)), r_, slack_);
    Vector carried = goes_on ? (side > 0 ? through.low : through.high) : last;
    entered = mesh_.twin(exit);
    t = Mesh::triangle_of(entered);
    // Wedges stay well below half a turn.
    if (goes_on && dot(carried, last) < 0) {
      see(exit, index, all);
      carried = last;
    }
    first = carried;
  }
}

// The angle rolled when the point of contact leaves e's triangle over e; infinity when it
// does not.
double DiscWedgeSearch::leaves_over(const Root& root, HalfEdgeId e) const {
  const Point a = at(mesh_.origin(e)), b = at(mesh_.target(e)), center = root.circle.center;
  const Vector along = b - a;
  const double squared = dot(along, along);
  // From the nearer end, as what is rounded grows with the distance.
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

double DiscWedgeSearch::run_until(std::size_t open, std::uint64_t limit) {
  const std::uint64_t before = stats_->expanded;
  const double bound = expand_until(open, limit);
  spent_ += stats_->expanded - before;
  return bound;
}

double DiscWedgeSearch::expand_until(std::size_t open, std::uint64_t limit) {
  for (;;) {
    const double floor = queue_.floor();
    while (goals_->open() > open && !arrivals_.empty() && arrivals_.top().estimate <= floor) {
      const Index index = arrivals_.pop().item;
      const Node& node = nodes_[index];
      if (goals_->is_settled(node.goal_id())) continue;
      // The only goal's nodes were looked at when they were made.
      if (!has_many_ || is_legal(roots_[node.root], node.low, (*goals_)[node.goal_id()]))
        goals_->settle(node.goal_id(), index);
    }
    if (goals_->open() <= open) return 0.0;
    if (floor == infinity) return infinity;
    if (stats_->expanded >= limit) return floor;
    check_interrupt(8);
    const Entry<Index> top = queue_.pop();
    if (top.estimate >= known_ && weight_ == 1.0) continue;
    const Node node = nodes_[top.item];
    const Root& root = roots_[node.root];
    if (weight_ == 1.0) floor_ = top.estimate;
    // Another root, found since, is no dearer from there on.
    if (node.turned >= root.limit && node.kind == Node::wedge) continue;
    if (node.turned > root.limit + slack_) continue;
    if (node.kind == Node::wedge) {
      const DiscWedge wedge{node.low, node.high};
      if (is_dominated(mesh_.twin(node.ahead()), root, wedge, static_cast<Index>(node.cost)))
        continue;
      run(node.ahead(), node.root, wedge);
    } else {
      ++stats_->expanded;
      touch(node);
      if (roots_.superseded() > most_superseded) queue_.order_exactly();
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
  // With the weight an estimate can fall, but to no less than the straight line.
  queue_.reorder([&](const Entry<Index>& e) { return weighted(e); },
                 goals_->beyond(roots_[0].circle.center), Queue::coarse);
  arrivals_.reorder([&](const Entry<Index>& e) { return weighted(e); });
}

double DiscWedgeSearch::length(GoalId goal) const { return nodes_[goals_->node(goal)].cost; }

void DiscWedgeSearch::write(GoalId goal, const Point& start, Path& path) const {
  const Index node = goals_->node(goal);
  std::vector<Index> chain;
  for (Index r = nodes_[node].root; r != none; r = roots_[r].parent) chain.push_back(r);
  Point here = start;
  for (std::size_t i = chain.size(); i-- > 0;) {
    const Root& root = roots_[chain[i]];
    if (root.vertex == none) continue;
    const Vector leave = i > 0 ? roots_[chain[i - 1]].arrival : nodes_[node].low;
    const Point in = root.circle.touch(root.arrival), out = root.circle.touch(leave);
    if (in != here) path.segments.push_back({here, in, {}, 0.0, 0});
    here = in;
    // Rounding can put the end of a roll of no length before its beginning.
    if (in == out ||
        (roots_.turned(root, leave) < 1 && root.side * cross(root.arrival, leave) <= 0))
      continue;
    path.segments.push_back({in, out, root.circle.center, r_, root.side});
    here = out;
  }
  if (const Point end = (*goals_)[goal]; here != end)
    path.segments.push_back({here, end, {}, 0.0, 0});
}

}  // namespace clearway
