#include "point_spread.hpp"

#include <algorithm>
#include <limits>

#include "clearway/error.hpp"
#include "clearway/mesh/ends.hpp"
#include "clearway/query/around.hpp"

namespace clearway {
namespace {

// What is dearer by less may be so by rounding.
constexpr double cost_slack = 0x1p-40;

}  // namespace

// The ways out of the ends settle on which side of the gates there a disc stands.
void PointSpread::find_doors(const Point& start, double width, const Goals& goals) {
  doors_ = {};
  if (width == 0) return;
  Ends ends(world_);
  // The corner that two sides of a triangle share.
  const auto open = [&](Index a, Index b) {
    const Index turn = Mesh::next(a) == b ? b : a;
    if (world_.around(turn) < width) doors_.turns.push_back(turn);
  };
  const auto follow = [&](const std::vector<Index>& chain) {
    for (std::size_t i = 1; i < chain.size(); ++i) open(mesh_.twin(chain[i - 1]), chain[i]);
  };
  for (const WayOut& way : ends.ways_out(start, width)) {
    if (way.width < width) continue;
    doors_.out.push_back(way.doors[0]);
    follow(way.doors);
  }
  doors_.in.resize(goals.size());
  doors_.is_direct.resize(goals.size(), 0);
  std::vector<Index> chain;
  for (Index g = 0; g < goals.size(); ++g) {
    for (const WayOut& way : ends.ways_out(goals[g], width)) {
      if (way.width < width) continue;
      doors_.in[g].push_back(way.doors[0]);
      follow(way.doors);
    }
    if (ends.direct(start, goals[g], width, &chain) < width) continue;
    doors_.is_direct[g] = chain.empty();
    if (chain.empty()) continue;
    doors_.out.push_back(chain[0]);
    doors_.in[g].push_back(mesh_.twin(chain.back()));
    follow(chain);
  }
}

bool PointSpread::is_way_out(Index exit) const {
  return width_ == 0 || std::find(doors_.out.begin(), doors_.out.end(), exit) != doors_.out.end();
}

bool PointSpread::is_way_in(Index goal, Index ahead) const {
  if (width_ == 0) return true;
  const std::vector<Index>& in = doors_.in[goal];
  return std::find(in.begin(), in.end(), ahead) != in.end();
}

void PointSpread::begin(const Point& start, const Location& from, double radius, Goals& goals,
                        SearchStats& stats) {
  width_ = 2 * radius;
  turn_costs_.clear();
  find_doors(start, width_, goals);
  if (steps_.begin(goals, width_, doors_.turns)) {
    around_.clear();
    double extent = 0.0;
    for (const Point& p : world_.ground().points)
      extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
    unsure_ = 8.5 * detail::orientation_error * extent * extent;
  }
  goals_ = &goals;
  stats_ = &stats;
  has_many_ = goals.size() > 1;
  weight_ = 1.0;
  known_ = infinity;
  known_node_ = none;
  query_ = steps_.query();
  roots_.clear();
  nodes_.clear();
  queue_.clear();
  roots_.push_back(root_at(start, 0.0, none, none));
  for_each_triangle_at(mesh_, from, [&](Index t) {
    if (!mesh_.is_free(t)) return;
    goals.for_each_in(t, [&](Index g) {
      if (width_ > 0 && !doors_.is_direct[g]) return;
      const Index any = steps_.number_of(Mesh::half_edge(t, 0));
      push({g, none, none, none, any, any, 0, none, Node::goal, false, false},
           clearway::length(start, goals[g]));
    });
    for (Index i = 0; i < 3; ++i) {
      const Index exit = Mesh::half_edge(t, i);
      const Point right = mesh_.point(mesh_.origin(exit)), left = mesh_.point(mesh_.target(exit));
      // A side that holds the start leads to another triangle that holds it too.
      if (mesh_.constrained(exit) || !is_way_out(exit) || orientation(right, left, start) == 0)
        continue;
      const Index step = steps_.number_over(exit);
      if (step == none) continue;
      const Index l = steps_.corner_of(mesh_.target(exit)),
                  r = steps_.corner_of(mesh_.origin(exit));
      run({l, r, l, r, step, step, 0, none, Node::wedge, true, true},
          {{start, left}, {start, right}, left, right, true, true});
    }
  });
}

void PointSpread::push(const Node& node, double f) {
  // What is no shorter than a path known leads to none shorter.
  if (f >= known_) return;
  if (node.kind == Node::goal && !has_many_) {
    known_ = f;
    known_node_ = static_cast<Index>(nodes_.size());
  }
  nodes_.push_back(node);
  queue(static_cast<Index>(nodes_.size() - 1), f);
}

void PointSpread::queue(Index node, double f) {
  const double behind = roots_[nodes_[node].root].cost;
  if (weight_ != 1.0) f = behind + weight_ * (f - behind);
  queue_.push({f, node});
  ++stats_->generated;
}

const PointSpread::Surroundings& PointSpread::around(Index corner) {
  if (around_.size() <= corner)
    around_.resize(std::max<std::size_t>(corner + 1, 2 * around_.size()));
  Surroundings& s = around_[corner];
  if (s.kind != Surroundings::unknown) return s;
  const Index begin = mesh_.vertices[steps_.corner(corner).vertex].edge;
  int sectors = 0;
  Index e = begin;
  do {
    if (mesh_.constrained(e)) {
      const Point end = mesh_.point(mesh_.target(e));
      if (mesh_.is_free(Mesh::triangle_of(e))) ++sectors, s.first = end;
      if (mesh_.is_free(Mesh::triangle_of(mesh_.twin(e)))) s.last = end;
    }
    e = mesh_.rotate_ccw(e);
  } while (e != begin);
  if (width_ > 0) {
    e = begin;
    do {
      for (const Index turn : {e, Mesh::next(e), Mesh::prev(e)})
        if (steps_.is_shut(turn)) s.kind = Surroundings::shut;
      e = mesh_.rotate_ccw(e);
    } while (e != begin && s.kind == Surroundings::unknown);
    if (s.kind != Surroundings::unknown) return s;
  }
  s.kind = sectors == 0   ? Surroundings::post
           : sectors == 1 ? Surroundings::sector
                          : Surroundings::sectors;
  return s;
}

// Whether the way over an end of an edge may be shorter than straight from the root for some
// of the edge: when it is for the end itself.
bool PointSpread::is_rival(const Root& root, const End& end) const {
  const StepCorner& c = steps_.corner(end.corner);
  if (c.query != query_) return false;
  const double left = c.seen - root.cost, dx = end.at.x - root.at.x, dy = end.at.y - root.at.y;
  return left < 0 || left * left < dx * dx + dy * dy;
}

// Whether every point of the edge from an end to `far` is reached at less cost over that end.
// What it is dearer by straight from the root falls towards `far`.
bool PointSpread::is_dominated(const Root& root, const End& end, const Point& far) {
  const double over_end = steps_.corner(end.corner).seen + clearway::length(end.at, far);
  const double straight = root.cost + clearway::length(root.at, far);
  return over_end < straight * (1 - cost_slack) && is_simple(end.corner);
}

bool PointSpread::is_dominated(const Root& root, const Sight& sight, Index left_end,
                               Index right_end) {
  const End l{left_end, sight.left}, r{right_end, sight.right};
  return (is_rival(root, l) && is_dominated(root, l, sight.low())) ||
         (is_rival(root, r) && is_dominated(root, r, sight.high()));
}

void PointSpread::see_goals(const Ray& left, const Ray& right, Index step, Index root,
                            Index parent) {
  goals_->for_each_in(Mesh::triangle_of(steps_[step].ahead), [&](Index g) {
    const Point p = (*goals_)[g];
    if (side(left, p) > 0 || side(right, p) < 0 || !is_way_in(g, steps_[step].ahead)) return;
    push({g, none, none, none, step, step, root, parent, Node::goal, false, false},
         roots_[root].cost + clearway::length(roots_[root].at, p));
  });
}

// A wedge runs on until it meets a corner inside it, and waits there; or it ends.
void PointSpread::run(const Node& node, Sight sight) {
  const Root root = roots_[node.root];
  if (is_dominated(root, sight, node.left_end, node.right_end)) return;
  const Index index = static_cast<Index>(nodes_.size());
  nodes_.push_back(node);
  Index at = node.first, l = node.left_end, r = node.right_end;
  for (;;) {
    ++stats_->expanded;
    const Step& step = steps_[at];
    if (goals_->are_in(Mesh::triangle_of(step.ahead)))
      see_goals(sight.left_ray, sight.right_ray, at, node.root, index);
    Index on;
    if (const int of_left = side(sight.left_ray, step.apex); of_left >= 0) {
      if (sight.is_left_on) push_bend({l, sight.left}, r, Node::bend_left, at, node.root, index);
      sight.is_left_on = of_left == 0;
      sight.left = step.apex;
      l = step.corner;
      on = steps_.right_of(at);
    } else if (const int of_right = side(sight.right_ray, step.apex); of_right <= 0) {
      if (sight.is_right_on) push_bend({r, sight.right}, l, Node::bend_right, at, node.root, index);
      sight.is_right_on = of_right == 0;
      sight.right = step.apex;
      r = step.corner;
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
                               : sight.least_way(root.at, (*goals_)[0], root.away);
  if (const double f = root.cost + way; f < known_) queue(index, f);
}

void PointSpread::part(Index index) {
  const Node node = nodes_[index];
  const Root& root = roots_[node.root];
  const Ray left = ray(root, node.left), right = ray(root, node.right);
  const Step step = steps_[node.last];
  const Ray middle{root.at, step.apex};
  note(step.corner, root.cost + clearway::length(root.at, step.apex));
  if (const Index on = steps_.right_of(node.last); on != none)
    run({step.corner, node.right, step.corner, node.right_end, on, on, node.root, index,
         Node::wedge, true, node.is_right_on},
        {middle, right, step.apex, steps_.corner(node.right_end).at, true, node.is_right_on});
  if (const Index on = steps_.left_of(node.last); on != none)
    run({node.left, step.corner, node.left_end, step.corner, on, on, node.root, index, Node::wedge,
         node.is_left_on, true},
        {left, middle, steps_.corner(node.left_end).at, step.apex, node.is_left_on, true});
}

void PointSpread::push_bend(const End& corner, Index beside, Node::Kind kind, Index step,
                            Index root, Index parent) {
  const double cost = roots_[root].cost + clearway::length(roots_[root].at, corner.at);
  const StepCorner& known = best(corner.corner);
  if (cost_of(corner.corner, kind, step) <= cost ||
      (known.seen < cost * (1 - cost_slack) && is_simple(corner.corner)))
    return;
  push({corner.corner, beside, none, none, step, step, root, parent, kind, false, false},
       cost + goals_->beyond(corner.at));
}

// Whether something stands on that side of the arrival, so that the path can bend around it.
bool PointSpread::is_held(Index corner, const Ray& arrival, int side) {
  const Surroundings& s = around(corner);
  if (s.kind == Surroundings::post) return false;
  // A way around the other side may be closed.
  if (s.kind == Surroundings::shut) return true;
  if (s.kind == Surroundings::sector)
    return this->side(arrival, s.first) * side >= 0 || this->side(arrival, s.last) * side >= 0;
  const Index first = mesh_.vertices[steps_.corner(corner).vertex].edge;
  Index e = first;
  do {
    if (mesh_.constrained(e) && arrival.side(mesh_.point(mesh_.target(e))) * side >= 0) return true;
    e = mesh_.rotate_ccw(e);
  } while (e != first);
  return false;
}

void PointSpread::bend(Index index) {
  const Node node = nodes_[index];
  const Index corner = node.left;
  const Root& from = roots_[node.root];
  StepCorner& known = best(corner);
  const Point c = known.at;
  const double cost = from.cost + clearway::length(from.at, c);
  // A way that is no shorter gains nothing: where it could go on and the other could not,
  // the other would not be taut, hence neither is shortest.
  double& known_cost = cost_of(corner, node.kind, node.first);
  if (known_cost <= cost || (known.seen < cost * (1 - cost_slack) && is_simple(corner))) return;
  const int turn = node.kind == Node::bend_left ? 1 : -1;
  const Ray arrival{from.at, c};
  if (!is_held(corner, arrival, turn)) return;
  ++stats_->expanded;
  known_cost = cost;
  known.seen = std::min(known.seen, cost);
  const Index root = static_cast<Index>(roots_.size());
  roots_.push_back(root_at(c, cost, node.root, corner));
  // The fan around the corner, from the arrival's direction until something stops it or
  // the path would turn back. Counter-clockwise the corner is the left end of each side
  // entered over, and each triangle is left over its left side; clockwise the right.
  Index at = node.first, near = corner;  // which stands for the arrival's ray
  Ray near_ray = arrival;
  End beside = end(node.right);
  bool is_near_on = side(arrival, beside.at) == 0;
  do {
    const Step step = steps_[at];
    const Ray far_ray{c, step.apex};
    if (goals_->are_in(Mesh::triangle_of(step.ahead)))
      see_goals(turn > 0 ? far_ray : near_ray, turn > 0 ? near_ray : far_ray, at, root, index);
    note(step.corner, cost + clearway::length(c, step.apex));
    if (turn > 0) {
      if (const Index on = steps_.right_of(at); on != none)
        run({step.corner, near, step.corner, beside.corner, on, on, root, index, Node::wedge, true,
             is_near_on},
            {far_ray, near_ray, step.apex, beside.at, true, is_near_on});
    } else {
      if (const Index on = steps_.left_of(at); on != none)
        run({near, step.corner, beside.corner, step.corner, on, on, root, index, Node::wedge,
             is_near_on, true},
            {near_ray, far_ray, beside.at, step.apex, is_near_on, true});
    }
    if (side(arrival, step.apex) * turn < 0) return;
    near = step.corner;
    beside = {step.corner, step.apex};
    near_ray = far_ray;
    is_near_on = true;
    at = turn > 0 ? steps_.left_of(at) : steps_.right_of(at);
  } while (at != none);
}

double PointSpread::go(std::size_t open, std::uint64_t limit) {
  const std::uint64_t before = stats_->expanded;
  const double bound = go_on(open, limit);
  steps_.spend(stats_->expanded - before);
  return bound;
}

double PointSpread::go_on(std::size_t open, std::uint64_t limit) {
  while (!queue_.empty()) {
    if (goals_->open() <= open) return 0.0;
    const Entry top = queue_.pop();
    if (nodes_[top.item].kind != Node::goal && stats_->expanded >= limit) {
      queue_.push(top);
      return top.estimate;
    }
    switch (nodes_[top.item].kind) {
      case Node::wedge:
        part(top.item);
        break;
      case Node::goal:
        if (!goals_->is_settled(nodes_[top.item].left))
          goals_->settle(nodes_[top.item].left, top.item);
        break;
      default:
        bend(top.item);
    }
  }
  return infinity;
}

bool PointSpread::settle_known() {
  if (known_node_ == none) return false;
  goals_->settle(0, known_node_);
  return true;
}

void PointSpread::hurry() {
  weight_ = hurry_weight;
  queue_.reorder([&](const Entry& e) {
    const double behind = roots_[nodes_[e.item].root].cost;
    return behind + weight_ * (e.estimate - behind);
  });
}

double PointSpread::length(Index goal) const {
  const Root& root = roots_[nodes_[goals_->node(goal)].root];
  return root.cost + clearway::length(root.at, (*goals_)[goal]);
}

void PointSpread::write(Index goal, const Point&, Path& path) const {
  const Index last = goals_->node(goal);
  std::vector<Point> corners{(*goals_)[goal]};
  for (Index r = nodes_[last].root; r != none; r = roots_[r].parent)
    if (roots_[r].at != corners.back()) corners.push_back(roots_[r].at);
  std::reverse(corners.begin(), corners.end());
  for (std::size_t i = 1; i < corners.size(); ++i)
    path.segments.push_back({corners[i - 1], corners[i], {}, 0.0, 0});
  std::vector<Index> way;
  for (Index n = last; n != none; n = nodes_[n].parent) way.push_back(n);
  for (std::size_t i = way.size(); i-- > 0;) {
    const Node& n = nodes_[way[i]];
    const Index enters = steps_[n.first].ahead, ahead = Mesh::triangle_of(enters);
    // The triangle from which this node was made.
    const Index before = n.kind == Node::wedge ? Mesh::triangle_of(mesh_.twin(enters)) : ahead;
    if (path.channel.empty())
      path.channel.push_back(before);
    else if (const Node& parent = nodes_[way[i + 1]]; parent.kind == Node::wedge)
      follow_run(parent, before, path.channel);
    else
      follow_fan(steps_.corner(parent.left).vertex, parent.kind == Node::bend_left, before,
                 path.channel);
  }
}

// Appends the triangles of a wedge's run, the last one included.
void PointSpread::follow_run(const Node& node, Index last, std::vector<Index>& channel) const {
  const Root& root = roots_[node.root];
  const Ray left = ray(root, node.left);
  Index ahead = steps_[node.first].ahead;
  for (;;) {
    const Index triangle = Mesh::triangle_of(ahead);
    channel.push_back(triangle);
    if (triangle == last) return;
    const bool is_right = left.side(mesh_.point(mesh_.apex(ahead))) >= 0;
    const Index exit = is_right ? Mesh::next(ahead) : Mesh::prev(ahead);
    if (mesh_.constrained(exit)) throw InternalError("a wedge runs through an obstacle");
    ahead = mesh_.twin(exit);
  }
}

// Appends the triangles around the corner after the channel's last, up to `last`.
void PointSpread::follow_fan(Index corner, bool ccw_first, Index last,
                             std::vector<Index>& channel) const {
  const std::size_t size = channel.size();
  for (const bool ccw : {ccw_first, !ccw_first}) {
    Index t = channel.back();
    while (t != last) {
      Index h = Mesh::half_edge(t, 0);
      while (mesh_.origin(h) != corner) ++h;
      const Index out = ccw ? Mesh::prev(h) : h;
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
