#include "point_spread.hpp"

#include <algorithm>
#include <limits>

#include "clearway/error.hpp"
#include "clearway/query/around.hpp"

namespace clearway {
namespace {

// What is dearer by less may be so by rounding.
constexpr double cost_slack = 0x1p-40;

}  // namespace

void PointSpread::begin(const Point& start, const Location& from, double, Goals& goals,
                        SearchStats& stats) {
  goals_ = &goals;
  stats_ = &stats;
  has_many_ = goals.size() > 1;
  weight_ = 1.0;
  known_ = infinity;
  known_node_ = none;
  best_.resize(std::max(best_.size(), mesh_.vertices.size()), Best{0, 0, 0, 0});
  if (++query_ == 0) {
    for (Best& b : best_) b.query = 0;
    query_ = 1;
  }
  if (version_ != world_.version()) {
    version_ = world_.version();
    if (++stamp_ == 0x7fffffff) {
      for (Best& b : best_) b.simple = 0;
      stamp_ = 1;
    }
  }
  roots_.clear();
  nodes_.clear();
  queue_.clear();
  roots_.push_back({start, 0.0, none, none});
  for_each_triangle_at(mesh_, from, [&](Index t) {
    if (!mesh_.is_free(t)) return;
    goals.for_each_in(t, [&](Index g) {
      push({g, none, Mesh::half_edge(t, 0), 0, none, Node::goal, false, false},
           clearway::length(start, goals[g]));
    });
    for (Index i = 0; i < 3; ++i) {
      const Index exit = Mesh::half_edge(t, i);
      const Index right = mesh_.origin(exit), left = mesh_.target(exit);
      // A side that holds the start leads to another triangle that holds it too.
      if (mesh_.constrained(exit) || orientation(at(right), at(left), start) == 0) continue;
      see({left, right, mesh_.twin(exit), 0, none, Node::wedge, true, true},
          {{start, at(left)}, {start, at(right)}, at(left), at(right), true, true});
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
  const double behind = roots_[node.root].cost;
  if (weight_ != 1.0) f = behind + weight_ * (f - behind);
  queue_.push({f, static_cast<Index>(nodes_.size())});
  nodes_.push_back(node);
  ++stats_->generated;
}

// Whether the free space around the vertex is in one piece: who reaches the vertex can leave
// it by any edge.
bool PointSpread::is_simple(Index v) {
  Best& b = best_[v];
  if (b.simple >> 1 != stamp_) {
    const Index first = mesh_.vertices[v].edge;
    int sectors = 0;
    Index e = first;
    do {
      sectors += mesh_.constrained(e) && mesh_.is_free(Mesh::triangle_of(e));
      e = mesh_.rotate_ccw(e);
    } while (e != first);
    b.simple = 2 * stamp_ + (sectors <= 1);
  }
  return b.simple & 1;
}

// Whether the way over an end of an edge may be shorter than straight from the root for some
// of the edge: when it is for the end itself.
bool PointSpread::is_rival(const Root& root, Index end, const Point& at_end) const {
  const Best& b = best_[end];
  if (b.query != query_) return false;
  const double left = b.seen - root.cost, dx = at_end.x - root.at.x, dy = at_end.y - root.at.y;
  return left < 0 || left * left < dx * dx + dy * dy;
}

// Whether every point of the edge from an end to `far` is reached at less cost over that end.
// What it is dearer by straight from the root falls towards `far`.
bool PointSpread::is_dominated(const Root& root, Index end, const Point& at_end, const Point& far) {
  const double over_end = best_[end].seen + clearway::length(at_end, far);
  const double straight = root.cost + clearway::length(root.at, far);
  return over_end < straight * (1 - cost_slack) && is_simple(end);
}

void PointSpread::see(Node node, const Sight& sight) {
  if (is_dead_end(node.ahead)) return;
  const Root& root = roots_[node.root];
  const Index l = mesh_.origin(node.ahead), r = mesh_.target(node.ahead);
  if (is_rival(root, l, sight.left) && is_dominated(root, l, sight.left, sight.low())) return;
  if (is_rival(root, r, sight.right) && is_dominated(root, r, sight.right, sight.high())) return;
  const double way = has_many_ ? std::max(sight.nearest(root.at), goals_->beyond(root.at))
                               : sight.least_way(root.at, (*goals_)[0]);
  push(node, root.cost + way);
}

void PointSpread::see_goals(const Ray& left, const Ray& right, Index triangle, Index root,
                            Index parent) {
  goals_->for_each_in(triangle, [&](Index g) {
    const Point p = (*goals_)[g];
    if (left.side(p) > 0 || right.side(p) < 0) return;
    push({g, none, Mesh::half_edge(triangle, 0), root, parent, Node::goal, false, false},
         roots_[root].cost + clearway::length(roots_[root].at, p));
  });
}

void PointSpread::run(Index index) {
  const Node node = nodes_[index];
  const Root root = roots_[node.root];
  const Ray left = ray(root, node.left), right = ray(root, node.right);
  bool is_left_on = node.is_left_on, is_right_on = node.is_right_on;
  for (Index ahead = node.ahead;;) {
    ++stats_->expanded;
    const Index q = mesh_.apex(ahead);
    const Point apex = at(q);
    see_goals(left, right, Mesh::triangle_of(ahead), node.root, index);
    const int of_left = left.side(apex), of_right = right.side(apex);
    const Index over_right = Mesh::next(ahead), over_left = Mesh::prev(ahead);
    if (of_left >= 0 && is_left_on)
      push_bend(mesh_.origin(ahead), Node::bend_left, ahead, node.root, index);
    if (of_right <= 0 && is_right_on)
      push_bend(mesh_.target(ahead), Node::bend_right, ahead, node.root, index);
    if (of_left < 0 && of_right > 0) {
      const Ray middle{root.at, apex};
      note(q, root.cost + clearway::length(root.at, apex));
      if (!mesh_.constrained(over_right))
        see({q, node.right, mesh_.twin(over_right), node.root, index, Node::wedge, true,
             is_right_on},
            {middle, right, apex, at(mesh_.target(ahead)), true, is_right_on});
      if (!mesh_.constrained(over_left))
        see({node.left, q, mesh_.twin(over_left), node.root, index, Node::wedge, is_left_on, true},
            {left, middle, at(mesh_.origin(ahead)), apex, is_left_on, true});
      return;
    }
    const Index exit = of_left >= 0 ? over_right : over_left;
    if (of_left >= 0)
      is_left_on = of_left == 0;
    else
      is_right_on = of_right == 0;
    if (mesh_.constrained(exit)) return;
    ahead = mesh_.twin(exit);
    if (is_dead_end(ahead)) return;
  }
}

void PointSpread::push_bend(Index corner, Node::Kind kind, Index ahead, Index root, Index parent) {
  const Point p = at(corner);
  const double cost = roots_[root].cost + clearway::length(roots_[root].at, p);
  const Best& known = best(corner);
  if (known.cost <= cost || (known.seen < cost * (1 - cost_slack) && is_simple(corner))) return;
  push({corner, none, ahead, root, parent, kind, false, false}, cost + goals_->beyond(p));
}

// Whether something stands on that side of the arrival, so that the path can bend around it.
bool PointSpread::is_held(Index corner, const Ray& arrival, int side) const {
  const Index first = mesh_.vertices[corner].edge;
  Index e = first;
  do {
    if (mesh_.constrained(e) && arrival.side(at(mesh_.target(e))) * side >= 0) return true;
    e = mesh_.rotate_ccw(e);
  } while (e != first);
  return false;
}

void PointSpread::bend(Index index) {
  const Node node = nodes_[index];
  const Index corner = node.left;
  const Root& from = roots_[node.root];
  const Point c = at(corner);
  const double cost = from.cost + clearway::length(from.at, c);
  // A way that is no shorter gains nothing: where it could go on and the other could not,
  // the other would not be taut, hence neither is shortest.
  Best& known = best(corner);
  if (known.cost <= cost || (known.seen < cost * (1 - cost_slack) && is_simple(corner))) return;
  const int side = node.kind == Node::bend_left ? 1 : -1;
  const Ray arrival{from.at, c};
  if (!is_held(corner, arrival, side)) return;
  ++stats_->expanded;
  known.cost = cost;
  known.seen = std::min(known.seen, cost);
  const Index root = static_cast<Index>(roots_.size());
  roots_.push_back({c, cost, node.root, corner});
  // The fan around the corner, from the arrival's direction until something stops it or
  // the path would turn back.
  Index triangle = Mesh::triangle_of(node.ahead), near = corner;
  Ray near_ray = arrival;
  bool is_near_on = false;
  for (;;) {
    // In this triangle, the half-edge that starts at the corner.
    Index h = Mesh::half_edge(triangle, 0);
    while (mesh_.origin(h) != corner) ++h;
    // Counter-clockwise the fan is entered over h and left over prev(h); clockwise the
    // other way round.
    const Index left = side > 0 ? mesh_.apex(h) : near, right = side > 0 ? near : mesh_.target(h);
    const Index far = side > 0 ? left : right;
    const Ray far_ray{c, at(far)};
    const Ray &left_ray = side > 0 ? far_ray : near_ray, &right_ray = side > 0 ? near_ray : far_ray;
    see_goals(left_ray, right_ray, triangle, root, index);
    note(far, cost + clearway::length(c, far_ray.to));
    if (const Index exit = Mesh::next(h); !mesh_.constrained(exit)) {
      const Point near_end = at(side > 0 ? mesh_.target(h) : mesh_.apex(h));
      if (near == corner) is_near_on = arrival.side(near_end) == 0;
      const bool is_left_on = side > 0 || is_near_on, is_right_on = side < 0 || is_near_on;
      see({left, right, mesh_.twin(exit), root, index, Node::wedge, is_left_on, is_right_on},
          {left_ray, right_ray, at(mesh_.apex(h)), at(mesh_.target(h)), is_left_on, is_right_on});
    }
    const Index out = side > 0 ? Mesh::prev(h) : h;
    if (arrival.side(far_ray.to) * side < 0 || mesh_.constrained(out)) return;
    triangle = Mesh::triangle_of(mesh_.twin(out));
    near = far;
    near_ray = far_ray;
    is_near_on = true;
  }
}

double PointSpread::go(std::size_t open, std::uint64_t limit) {
  while (!queue_.empty()) {
    if (goals_->open() <= open) return 0.0;
    const Entry top = queue_.pop();
    if (nodes_[top.item].kind != Node::goal && stats_->expanded >= limit) {
      queue_.push(top);
      return top.estimate;
    }
    switch (nodes_[top.item].kind) {
      case Node::wedge:
        run(top.item);
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
    const Index ahead = Mesh::triangle_of(n.ahead);
    // The triangle from which this node was made.
    const Index before = n.kind == Node::wedge ? Mesh::triangle_of(mesh_.twin(n.ahead)) : ahead;
    if (path.channel.empty())
      path.channel.push_back(before);
    else if (const Node& parent = nodes_[way[i + 1]]; parent.kind == Node::wedge)
      follow_run(parent, before, path.channel);
    else
      follow_fan(parent.left, before, path.channel);
  }
}

// Appends the triangles of a wedge's run, the last one included.
void PointSpread::follow_run(const Node& node, Index last, std::vector<Index>& channel) const {
  const Root& root = roots_[node.root];
  const Ray left = ray(root, node.left);
  Index ahead = node.ahead;
  for (;;) {
    const Index triangle = Mesh::triangle_of(ahead);
    channel.push_back(triangle);
    if (triangle == last) return;
    const bool is_right = left.side(at(mesh_.apex(ahead))) >= 0;
    const Index exit = is_right ? Mesh::next(ahead) : Mesh::prev(ahead);
    if (mesh_.constrained(exit)) throw InternalError("a wedge runs through an obstacle");
    ahead = mesh_.twin(exit);
  }
}

// Appends the triangles around the corner after the channel's last, up to `last`.
void PointSpread::follow_fan(Index corner, Index last, std::vector<Index>& channel) const {
  const std::size_t size = channel.size();
  for (const bool ccw : {true, false}) {
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
