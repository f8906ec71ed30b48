#include "clearway/search/optimal_disc.hpp"

#include <chrono>
#include <limits>
#include <vector>

#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/mesh/location.hpp"
#include "clearway/path/trace.hpp"
#include "clearway/query/around.hpp"
#include "clearway/query/queries.hpp"
#include "disc_clear.hpp"
#include "../geometry/disc_geometry.hpp"
#include "../path/hidden.hpp"
#include "heap.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;
constexpr Entry nothing{infinity, none};

// Two ways to one place whose costs agree to this are one.
constexpr double cost_slack = 0x1p-46;

struct Root {
  Circle circle;
  Index vertex;    // none: the start
  Index parent;    // none: the start
  Index near;      // a half-edge of the triangle that holds the point of contact
  Index next;      // another root at the same corner and side
  Vector arrival;  // direction in which the path reaches it
  double cost;     // to the point of contact
  double reach;    // how far the disc can roll, as an angle
  double limit;    // from this angle on another root is no dearer; negative: none needs it
  int side() const { return circle.rho > 0 ? 1 : circle.rho < 0 ? -1 : 0; }
};

struct Node {
  enum Kind : std::uint8_t { wedge, touch, goal } kind;
  std::int8_t side;  // touch: of the new root
  Index root;
  Index at;          // wedge: half-edge ahead; touch: vertex
  Vector low, high;  // wedge: directions; touch, goal: low is the direction
  double cost;       // touch, goal: to the point of contact, to the goal
  double turned;     // angle rolled before the first direction
};

// Where at a corner a disc can touch: it must lie behind both its sides that bound the
// one sector wider than half a turn.
struct Corner {
  enum Kind : std::uint8_t { post, edge, never } kind;
  std::uint32_t stamp;
  Index first, last;
};

// The point that divides ab at k from a.
Point inset(const Point& a, const Vector& ab, double k) { return {a.x + k * ab.x, a.y + k * ab.y}; }

}  // namespace

struct OptimalDiscSearch::Scratch {
  struct Here {
    Index root;
    std::uint32_t query;
  };
  std::vector<Here> here;            // by vertex and side: the roots there
  std::vector<std::uint32_t> goals;  // by triangle: query: its closure holds the goal
  // Corners hidden behind a half-edge, in lists; kept while the world and the radius stay.
  struct Hidden {
    Index first;
    std::uint32_t stamp;
  };
  struct Behind {
    Index vertex, next;
  };
  std::vector<Hidden> hidden;
  std::vector<Behind> behind;
  std::uint32_t hidden_stamp = 0;
  double radius = 0.0;
  std::vector<Corner> corners;
  std::uint32_t query = 0, stamp = 0;
  std::uint64_t version = ~std::uint64_t{0};
  std::vector<Root> roots;
  std::vector<Node> nodes;
  std::vector<Index> peeked;
  std::vector<Index> doors;
  Heap heap;
  Entry next;

  void begin(const World& world, double new_radius) {
    const Mesh& mesh = world.mesh();
    here.resize(std::max(here.size(), 2 * mesh.vertices.size()), Here{none, 0});
    goals.resize(std::max(goals.size(), mesh.triangles.size()), 0);
    corners.resize(std::max(corners.size(), mesh.vertices.size()),
                   Corner{Corner::never, 0, none, none});
    if (++query == 0) {
      for (Here& h : here) h.query = 0;
      std::fill(goals.begin(), goals.end(), 0);
      query = 1;
    }
    hidden.resize(std::max(hidden.size(), 4 * mesh.triangles.size()), Hidden{none, 0});
    if (version != world.version() || radius != new_radius) {
      radius = new_radius;
      behind.clear();
      if (++hidden_stamp == 0) {
        for (Hidden& h : hidden) h.stamp = 0;
        hidden_stamp = 1;
      }
    }
    if (version != world.version()) {
      version = world.version();
      if (++stamp == 0) {
        for (Corner& c : corners) c.stamp = 0;
        stamp = 1;
      }
    }
    roots.clear();
    nodes.clear();
    heap.clear();
    next = nothing;
  }
};

class OptimalDiscSearch::Run {
 public:
  Run(const World& world, Scratch& scratch, const Point& goal, double radius, SearchStats& stats)
      : mesh_(world.mesh()),
        s_(scratch),
        goal_(goal),
        r_(radius),
        clear_(world, radius),
        slack_(clear_.angle_slack()),
        stats_(stats) {}

  void start(const Point& at, const Location& where);
  Index go(std::uint64_t limit, double& bound);
  void write(Index node, const Point& start, Path& path) const;

 private:
  Point at(Index v) const { return mesh_.point(v); }
  bool holds_goal(Index triangle) const { return s_.goals[triangle] == s_.query; }
  void push(const Node& node, double f);
  double turned(const Root& root, const Vector& u) const;
  double roll_cost(const Root& root, double angle) const { return root.cost + r_ * angle; }
  const Corner& corner(Index vertex);
  bool can_touch(Index vertex, const Vector& outwards);

  void enter(Index triangle, Index entered, Index root, const Vector& low, const Vector& high);
  void see(Index exit, Index root, Vector low, Vector high);
  bool pass(Index exit, const Circle& root, Vector& low, Vector& high) const;
  bool clip(const Circle& root, const Point& inner, int side, Vector& low, Vector& high) const;
  double least(const Root& root, const Point& right, const Vector& door, const Vector& low,
               const Vector& high, double& turned) const;
  void see_goal(Index root, const Vector& low, const Vector& high);
  void meet(Index vertex, Index root, const Vector& low, const Vector& high, Index door,
            int beyond);
  void peek(Index exit, Index root, const Vector& low, const Vector& high);
  void find_hidden(Index exit);

  void expand_touch(const Node& node);
  bool is_dominated(Index vertex, int side, const Vector& u, double cost) const;
  void add_root(Root root);
  void roll(Index root);
  double leaves_over(const Root& root, Index e) const;
  bool is_legal(const Root& root, const Vector& u, const Point& end) const {
    return clear_.line(root.circle.touch(u), end, root.near);
  }

  const Mesh& mesh_;
  Scratch& s_;
  const Point goal_;
  const double r_;
  const DiscClear clear_;
  const double slack_;  // angles this close count as equal: rounding of tangents
  SearchStats& stats_;
  double floor_ = 0.0;  // estimate of the node being expanded
};

void OptimalDiscSearch::Run::push(const Node& node, double f) {
  Entry entry{std::max(f, floor_), static_cast<Index>(s_.nodes.size())};
  s_.nodes.push_back(node);
  ++stats_.generated;
  if (entry.before(s_.next)) std::swap(entry, s_.next);
  if (entry.item != none) s_.heap.push(entry);
}

// The angle rolled from the arrival until the path leaves in direction u, below a turn.
double OptimalDiscSearch::Run::turned(const Root& root, const Vector& u) const {
  if (root.vertex == none) return 0.0;
  const double angle = root.side() * std::atan2(cross(root.arrival, u), dot(root.arrival, u));
  return angle < -slack_ ? angle + 2 * pi : std::max(angle, 0.0);
}

const Corner& OptimalDiscSearch::Run::corner(Index vertex) {
  Corner& c = s_.corners[vertex];
  if (c.stamp == s_.stamp) return c;
  c = {Corner::post, s_.stamp, none, none};
  const Index begin = mesh_.vertices[vertex].edge;
  Index first = begin;
  while (!mesh_.constrained(first)) {
    first = mesh_.rotate_ccw(first);
    if (first == begin) return c;
  }
  c.kind = Corner::never;
  Index e = first;
  do {
    Index following = mesh_.rotate_ccw(e);
    while (!mesh_.constrained(following)) following = mesh_.rotate_ccw(following);
    const Index a = mesh_.target(e), b = mesh_.target(following);
    if (a == b || orientation(at(vertex), at(a), at(b)) < 0) c = {Corner::edge, s_.stamp, a, b};
    e = following;
  } while (e != first && c.kind == Corner::never);
  return c;
}

bool OptimalDiscSearch::Run::can_touch(Index vertex, const Vector& outwards) {
  const Corner& c = corner(vertex);
  if (c.kind != Corner::edge) return c.kind == Corner::post;
  for (const Index v : {c.first, c.last}) {
    const Vector edge = at(v) - at(vertex);
    if (const double d = dot(edge, outwards); d > 0 && d > slack_ * length(edge)) return false;
  }
  return true;
}

void OptimalDiscSearch::Run::start(const Point& p, const Location& where) {
  s_.roots.push_back({{p, 0.0}, none, none, where.half_edge, none, {1, 0}, 0.0, 0.0, infinity});
  constexpr Vector quarter[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
  for_each_triangle_at(mesh_, where, [&](Index t) {
    for (int i = 0; i < 4; ++i) enter(t, none, 0, quarter[i], quarter[i + 1]);
  });
}

// Everything a line from the root between low and high can come to in this triangle.
// `entered` is the side it came by, none when it starts here.
void OptimalDiscSearch::Run::enter(Index t, Index entered, Index root, const Vector& low,
                                   const Vector& high) {
  if (holds_goal(t)) see_goal(root, low, high);
  if (entered != none) {
    meet(mesh_.apex(entered), root, low, high, mesh_.twin(entered), +1);
  } else {
    for (const Index v : mesh_.triangles[t].vertex) meet(v, root, low, high, none, 0);
  }
  for (Index i = 0; i < 3; ++i) {
    const Index exit = Mesh::half_edge(t, i);
    if (exit == entered || mesh_.constrained(exit)) continue;
    peek(exit, root, low, high);
    see(exit, root, low, high);
  }
}

// Narrows the wedge to lines that have the point on their left (side +1) or right. False
// when there are none. Lines on the one side of a point are one interval of directions,
// from the line that has it behind the root to the line that has it ahead.
bool OptimalDiscSearch::Run::clip(const Circle& root, const Point& inner, int side, Vector& low,
                                  Vector& high) const {
  Vector& far = side > 0 ? high : low;  // where the point is ahead
  Vector& near = side > 0 ? low : high;
  const bool far_is_in = side * root.left(far, inner) >= 0,
             near_is_in = side * root.left(near, inner) >= 0;
  if (far_is_in && near_is_in) return true;
  const Tangent t = tangent(root, {inner, 0.0});
  // A point inside the circle lies on the circle's side of every line.
  if (!t.exists) return side * root.rho > 0;
  const auto put = [&](Vector& bound, const Vector& other, const Vector& u) {
    const double order = &bound == &high ? cross(other, u) : cross(u, other);
    bound = order > 0 ? u : other;
  };
  if (!far_is_in) {
    if (!is_between(low, high, t.direction, slack_)) return false;
    put(far, near, t.direction);
  } else {
    const Vector v = inner - root.center;
    const double back = 2 * t.length / dot(v, v);
    const Vector behind{t.direction.x - back * v.x, t.direction.y - back * v.y};
    if (is_between(low, high, behind, slack_)) put(near, far, behind);
  }
  return true;
}

// Narrows the wedge to lines that cross the side at least the radius from both ends.
bool OptimalDiscSearch::Run::pass(Index exit, const Circle& root, Vector& low, Vector& high) const {
  const Point right = at(mesh_.origin(exit)), left = at(mesh_.target(exit));
  const Vector door = left - right;
  const double wide = length(door);
  if (wide < 2 * r_ * (1 + 0x1p-40) && compare_distance(right, left, 2 * r_) < 0) return false;
  const double k = r_ / wide;
  return clip(root, inset(left, door, -k), +1, low, high) &&
         clip(root, inset(right, door, k), -1, low, high);
}

// A wedge beyond the side `exit`, which runs from its right to its left end.
void OptimalDiscSearch::Run::see(Index exit, Index index, Vector low, Vector high) {
  const Root& root = s_.roots[index];
  const Index r = mesh_.origin(exit), l = mesh_.target(exit), ahead = mesh_.twin(exit);
  if (root.vertex != none && (root.circle.rho > 0 ? r : l) == root.vertex) return;
  if (mesh_.constrained(Mesh::next(ahead)) && mesh_.constrained(Mesh::prev(ahead)) &&
      !holds_goal(Mesh::triangle_of(ahead)))
    return;
  if (!pass(exit, root.circle, low, high)) return;
  double angle;
  const double f = least(root, at(r), at(l) - at(r), low, high, angle);
  if (angle >= root.limit) return;
  push({Node::wedge, 0, index, ahead, low, high, 0.0, angle}, f);
}

// A lower bound for every path that leaves the root between low and high, crosses the
// door, and ends at the goal. The way to a point of the door is a convex function of that
// point, so that the best one is straight or at an end.
double OptimalDiscSearch::Run::least(const Root& root, const Point& right, const Vector& door,
                                     const Vector& low, const Vector& high, double& angle) const {
  Point goal = goal_;
  if (const double side = cross(door, goal - right); side > 0) {
    const double k = 2 * side / dot(door, door);
    goal = {goal.x + k * door.y, goal.y - k * door.x};
  }
  angle = turned(root, root.circle.rho < 0 ? high : low);
  const bool beyond_low = root.circle.left(low, goal) < 0,
             beyond_high = root.circle.left(high, goal) > 0;
  if (!beyond_low && !beyond_high) {
    const Tangent t = tangent(root.circle, {goal, 0.0});
    if (t.exists && is_between(low, high, t.direction, slack_))
      return roll_cost(root, std::max(angle, turned(root, t.direction))) + t.length;
  }
  double best = infinity;
  const auto by = [&](const Vector& u) {
    const Point touch = root.circle.touch(u);
    const double across = cross(u, door);
    const double ahead = across != 0 ? std::max(0.0, cross(right - touch, door) / across) : 0.0;
    const double rolled = (root.circle.rho < 0) == (&u == &high) ? angle : turned(root, u);
    best = std::min(best, roll_cost(root, rolled) + ahead +
                              length(goal - Point{touch.x + ahead * u.x, touch.y + ahead * u.y}));
  };
  if (beyond_low || !beyond_high) by(low);
  if (beyond_high || !beyond_low) by(high);
  return best;
}

void OptimalDiscSearch::Run::see_goal(Index index, const Vector& low, const Vector& high) {
  const Root& root = s_.roots[index];
  const Tangent t = tangent(root.circle, {goal_, 0.0});
  if (!t.exists || !is_between(low, high, t.direction, slack_)) return;
  const double angle = turned(root, t.direction);
  const double cost = roll_cost(root, angle) + t.length;
  push({Node::goal, 0, index, none, t.direction, t.direction, cost, angle}, cost);
}

// The corner may be what the path touches next, on either side of it; only where the
// point of contact lies beyond the door (+1), or before it (-1).
void OptimalDiscSearch::Run::meet(Index vertex, Index index, const Vector& low, const Vector& high,
                                  Index door, int beyond) {
  if (vertex == s_.roots[index].vertex || corner(vertex).kind == Corner::never) return;
  // How far left of the line the corner lies falls with the direction while it is ahead.
  const Circle& from = s_.roots[index].circle;
  const Point p = at(vertex);
  const Vector v = p - from.center;
  const double low_left = dot(low, v) > 0 ? from.left(low, p) : infinity;
  const double high_left = dot(high, v) > 0 ? from.left(high, p) : -infinity;
  const double about = slack_ * (2 * r_ + std::abs(v.x) + std::abs(v.y));
  for (const int side : {+1, -1}) {
    if (low_left < side * r_ - about || high_left > side * r_ + about) continue;
    const Root& root = s_.roots[index];
    const Circle circle{at(vertex), side * r_};
    const Tangent t = tangent(root.circle, circle);
    if (!t.exists || !is_between(low, high, t.direction, slack_)) continue;
    if (!can_touch(vertex, {side * t.direction.y, -side * t.direction.x})) continue;
    const Point touch = circle.touch(t.direction);
    if (door != none) {
      const Point a = at(mesh_.origin(door));
      const Vector along = at(mesh_.target(door)) - a;
      if (const double c = beyond * cross(along, touch - a);
          c > 0 && c > 0x1p-30 * r_ * length(along))
        continue;
    }
    const double angle = turned(root, t.direction);
    if (angle > root.limit + slack_) continue;
    const double cost = roll_cost(root, angle) + t.length;
    if (is_dominated(vertex, side, t.direction, cost)) continue;
    push({Node::touch, static_cast<std::int8_t>(side), index, vertex, t.direction, t.direction,
          cost, angle},
         cost + length(goal_ - touch));
  }
}

void OptimalDiscSearch::Run::peek(Index exit, Index root, const Vector& low, const Vector& high) {
  Scratch::Hidden& hidden = s_.hidden[exit];
  if (hidden.stamp != s_.hidden_stamp) {
    hidden = {none, s_.hidden_stamp};
    find_hidden(exit);
  }
  for (Index i = s_.hidden[exit].first; i != none; i = s_.behind[i].next)
    meet(s_.behind[i].vertex, root, low, high, exit, -1);
}

void OptimalDiscSearch::Run::find_hidden(Index exit) {
  for_each_hidden(mesh_, exit, r_, s_.peeked, [&](Index v) {
    if (corner(v).kind == Corner::never) return;
    s_.behind.push_back({v, s_.hidden[exit].first});
    s_.hidden[exit].first = static_cast<Index>(s_.behind.size() - 1);
  });
}

// Whether a root known rolls to the same point of contact at no greater cost; from the
// other side, or backwards, at less cost: what goes on from there would not be taut.
bool OptimalDiscSearch::Run::is_dominated(Index vertex, int side, const Vector& u,
                                          double cost) const {
  const double most = cost * (1 + cost_slack), less = cost * (1 - cost_slack);
  for (const int its_side : {side, -side}) {
    const Scratch::Here& here = s_.here[2 * vertex + (its_side > 0)];
    if (here.query != s_.query) continue;
    for (Index i = here.root; i != none; i = s_.roots[i].next) {
      const Root& other = s_.roots[i];
      if (its_side == side ? other.cost > most : other.cost >= less) continue;
      const double angle = turned(other, its_side == side ? u : Vector{-u.x, -u.y});
      if (angle > other.reach + slack_) continue;
      if (const double way = roll_cost(other, angle); its_side == side ? way <= most : way < less)
        return true;
    }
  }
  return false;
}

void OptimalDiscSearch::Run::expand_touch(const Node& node) {
  if (is_dominated(node.at, node.side, node.low, node.cost)) return;
  const Circle circle{at(node.at), node.side * r_};
  const Point touch = circle.touch(node.low);
  if (!is_legal(s_.roots[node.root], node.low, touch)) return;
  const Index near = walk(mesh_, touch, mesh_.vertices[node.at].edge).half_edge;
  const double bearing = std::atan2(touch.y - circle.center.y, touch.x - circle.center.x);
  const double reach = clear_.roll(node.at, bearing, node.side, Mesh::triangle_of(near));
  add_root({circle, node.at, node.root, near, none, node.low, node.cost, reach, reach});
}

void OptimalDiscSearch::Run::add_root(Root root) {
  const Index index = static_cast<Index>(s_.roots.size());
  const double less = root.cost * (1 - cost_slack);
  for (const int its_side : {root.side(), -root.side()}) {
    Scratch::Here& here = s_.here[2 * root.vertex + (its_side > 0)];
    if (here.query != s_.query) here = {none, s_.query};
    const int same = its_side * root.side();
    for (Index i = here.root; i != none; i = s_.roots[i].next) {
      Root& other = s_.roots[i];
      if (other.limit < 0) continue;
      const double ahead = turned(root, {same * other.arrival.x, same * other.arrival.y});
      const double behind = turned(other, {same * root.arrival.x, same * root.arrival.y});
      if (ahead <= root.reach) {
        if (roll_cost(other, ahead) < less) return;
        if (same > 0 && other.cost <= roll_cost(root, ahead))
          root.limit = std::min(root.limit, ahead);
        if (roll_cost(root, ahead) < other.cost * (1 - cost_slack)) other.limit = -1.0;
      }
      if (behind <= other.reach) {
        if (same > 0 && root.cost < roll_cost(other, behind))
          other.limit = std::min(other.limit, behind);
        if (roll_cost(root, behind) < other.cost * (1 - cost_slack)) other.limit = -1.0;
      }
    }
  }
  Scratch::Here& here = s_.here[2 * root.vertex + (root.side() > 0)];
  root.next = here.root;
  here.root = index;
  s_.roots.push_back(root);
  roll(index);
}

// Lines leave from every triangle that the point of contact passes, which need not touch
// the corner. Those that cross a side where the point of contact crosses it later go on
// with those that start beyond: one wedge, not two.
void OptimalDiscSearch::Run::roll(Index index) {
  const Root root = s_.roots[index];
  const int side = root.side();
  const double end = root.limit;
  Index t = Mesh::triangle_of(root.near), entered = none;
  double from = 0.0;
  Vector first = root.arrival, begin = root.arrival;  // of all lines here, of those that start here
  for (std::size_t steps = 0; steps < mesh_.triangles.size(); ++steps) {
    double to = end;
    Index exit = none;
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i);
      const double angle = leaves_over(root, e);
      const bool is_ahead = e == entered ? angle > from : angle >= from - slack_;
      if (is_ahead && angle < to) to = std::max(angle, from), exit = e;
    }
    // At most a quarter turn at once.
    const bool is_whole = to - from < 0.5 * pi;
    if (!is_whole) to = from + 0.5 * pi, exit = none;
    const Vector last = turn(root.arrival, side * to);
    const Vector &low = side > 0 ? first : last, &high = side > 0 ? last : first;
    if (holds_goal(t)) see_goal(index, low, high);
    const Index known = entered;
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i);
      const Index v = mesh_.apex(e);
      // The ends of the side entered by have met the lines that came over it.
      if (known == none || e == known)
        meet(v, index, low, high, none, 0);
      else
        meet(v, index, side > 0 ? begin : last, side > 0 ? last : begin, none, 0);
      if (mesh_.constrained(e)) continue;
      peek(e, index, low, high);
      if (e != exit) see(e, index, low, high);
    }
    from = to;
    begin = last;
    if (!is_whole) {
      first = last;
      continue;
    }
    if (exit == none || mesh_.constrained(exit)) return;
    Vector through_low = low, through_high = high;
    const bool goes_on = pass(exit, root.circle, through_low, through_high);
    Vector carried = goes_on ? (side > 0 ? through_low : through_high) : last;
    entered = mesh_.twin(exit);
    t = Mesh::triangle_of(entered);
    // Wedges stay well below half a turn.
    if (goes_on && dot(carried, last) < 0) {
      see(exit, index, low, high);
      carried = last;
    }
    first = carried;
  }
}

// The angle rolled when the point of contact leaves e's triangle over e; infinity when it
// does not.
double OptimalDiscSearch::Run::leaves_over(const Root& root, Index e) const {
  const Point a = at(mesh_.origin(e));
  const Vector along = at(mesh_.target(e)) - a, to_center = root.circle.center - a;
  const double squared = dot(along, along), height = cross(along, to_center);
  const double left = r_ * r_ * squared - height * height;
  if (left < 0) return infinity;
  const double t = (dot(to_center, along) - root.side() * std::sqrt(left)) / squared;
  if (!(t >= 0 && t <= 1)) return infinity;
  const Vector out = Point{a.x + t * along.x, a.y + t * along.y} - root.circle.center;
  return turned(root, {-root.side() * out.y, root.side() * out.x});
}

Index OptimalDiscSearch::Run::go(std::uint64_t limit, double& bound) {
  while (s_.next.item != none || !s_.heap.empty()) {
    Entry top = s_.next;
    if (top.item == none)
      top = s_.heap.pop();
    else if (!s_.heap.empty() && s_.heap.top().before(top))
      top = s_.heap.replace_top(top);
    s_.next = nothing;
    floor_ = bound = top.estimate;
    const Node node = s_.nodes[top.item];
    if (stats_.expanded >= limit) return none;
    // Another root, found since, is no dearer from there on.
    if (node.turned >= s_.roots[node.root].limit && node.kind == Node::wedge) continue;
    if (node.turned > s_.roots[node.root].limit + slack_) continue;
    ++stats_.expanded;
    if (node.kind == Node::goal) {
      if (is_legal(s_.roots[node.root], node.low, goal_)) return top.item;
    } else if (node.kind == Node::touch) {
      expand_touch(node);
    } else {
      enter(Mesh::triangle_of(node.at), node.at, node.root, node.low, node.high);
    }
  }
  bound = infinity;
  return none;
}

void OptimalDiscSearch::Run::write(Index node, const Point& start, Path& path) const {
  std::vector<Index> chain;
  for (Index r = s_.nodes[node].root; r != none; r = s_.roots[r].parent) chain.push_back(r);
  Point here = start;
  for (std::size_t i = chain.size(); i-- > 0;) {
    const Root& root = s_.roots[chain[i]];
    if (root.vertex == none) continue;
    const Vector leave = i > 0 ? s_.roots[chain[i - 1]].arrival : s_.nodes[node].low;
    const Point in = root.circle.touch(root.arrival), out = root.circle.touch(leave);
    if (in != here) path.segments.push_back({here, in, {}, 0.0, 0});
    here = in;
    // Rounding can put the end of a roll of no length before its beginning.
    if (in == out || (turned(root, leave) < 1 && root.side() * cross(root.arrival, leave) <= 0))
      continue;
    path.segments.push_back({in, out, root.circle.center, r_, root.side()});
    here = out;
  }
  if (here != goal_) path.segments.push_back({here, goal_, {}, 0.0, 0});
}

OptimalDiscSearch::OptimalDiscSearch(const World& world)
    : world_(world), scratch_(std::make_unique<Scratch>()) {}
OptimalDiscSearch::~OptimalDiscSearch() = default;

Path OptimalDiscSearch::find(const Point& start, const Point& goal, double radius,
                             std::uint64_t limit) {
  const auto began = std::chrono::steady_clock::now();
  Path path;
  path.length = path.lower_bound = infinity;
  if (!is_free(world_, start, radius)) {
    path.status = Status::start_blocked;
  } else if (!is_free(world_, goal, radius)) {
    path.status = Status::goal_blocked;
  } else if (start == goal || !raycast(world_, start, goal, radius)) {
    if (start != goal) path.segments.push_back({start, goal, {}, 0.0, 0});
    path.status = Status::found;
  } else {
    const Mesh& mesh = world_.mesh();
    scratch_->begin(world_, radius);
    for_each_triangle_at(mesh, world_.locate(goal),
                         [&](Index t) { scratch_->goals[t] = scratch_->query; });
    Run run(world_, *scratch_, goal, radius, path.stats);
    run.start(start, world_.locate(start));
    const Index found = run.go(limit, path.lower_bound);
    path.status = found == none ? Status::no_path : Status::found;
    if (found != none) run.write(found, start, path);
  }
  if (path.status == Status::found) {
    path.length = path.lower_bound = length_of(path.segments);
    path.optimal = true;
    const Index near = world_.locate(start).half_edge;
    path.channel.push_back(Mesh::triangle_of(near));
    if (trace(world_.mesh(), near, path.segments, scratch_->doors))
      for (const Index e : scratch_->doors) path.channel.push_back(Mesh::triangle_of(e));
  }
  path.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return path;
}

}  // namespace clearway
