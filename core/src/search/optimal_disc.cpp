#include "clearway/search/optimal_disc.hpp"

#include <chrono>
#include <limits>
#include <vector>

#include "../query/flood.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/mesh/location.hpp"
#include "clearway/query/around.hpp"
#include "clearway/query/queries.hpp"
#include "disc_clear.hpp"
#include "disc_geometry.hpp"
#include "heap.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;
constexpr Entry nothing{infinity, none};

// Corners this many radii from an end can be touched before any door is crossed.
constexpr double near_radii = 3.0;

// Two ways to roll into a sector whose costs agree to this are one.
constexpr double cost_slack = 0x1p-46;

struct Root {
  Circle circle;
  Index vertex;    // none: the start
  Index parent;    // none: the start
  double arrival;  // direction in which the path reaches it
  double cost;     // to the point of contact
  Index near;      // a half-edge of the triangle that holds the point of contact
  int side() const { return circle.rho > 0 ? 1 : circle.rho < 0 ? -1 : 0; }
};

struct Node {
  enum Kind : std::uint8_t { wedge, touch, goal } kind;
  std::int8_t side;    // touch: of the new root
  Index root;
  Index at;            // wedge: half-edge ahead; touch: vertex
  double low, high;    // wedge: directions; touch, goal: low is the direction
  double cost;         // touch, goal: to the point of contact, to the goal
};

// Best way known to roll into a sector of a corner's fan.
struct Rolled {
  double cost;     // as if the roll began at the sector's first side
  double arrival;  // from there; directions before it are not served
  std::uint32_t query;
};

double length(const Point& a, const Point& b) {
  const double dx = a.x - b.x, dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

// The point of segment ab at distance r from a.
Point inset(const Point& a, const Point& b, double r) {
  const double k = r / length(a, b);
  return {a.x + k * (b.x - a.x), a.y + k * (b.y - a.y)};
}

}  // namespace

struct OptimalDiscSearch::Scratch {
  std::vector<Rolled> rolled;        // by half-edge from the corner, and side
  std::vector<std::uint32_t> goals;  // by triangle: query: its closure holds the goal
  std::uint32_t query = 0;
  std::vector<Root> roots;
  std::vector<Node> nodes;
  Heap heap;
  Entry next;

  void begin(const Mesh& mesh) {
    rolled.resize(std::max(rolled.size(), 8 * mesh.triangles.size()), Rolled{0, 0, 0});
    goals.resize(std::max(goals.size(), mesh.triangles.size()), 0);
    if (++query == 0) {
      for (Rolled& r : rolled) r.query = 0;
      std::fill(goals.begin(), goals.end(), 0);
      query = 1;
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
      : world_(world), mesh_(world.mesh()), s_(scratch), goal_(goal), r_(radius), clear_(world, radius), slack_(clear_.angle_slack()), stats_(stats) {}

  void start(const Point& at, const Location& where);
  Index go(std::uint64_t limit, double& bound);
  void write(Index node, const Point& start, Path& path) const;

 private:
  Point at(Index v) const { return mesh_.point(v); }
  bool holds_goal(Index triangle) const { return s_.goals[triangle] == s_.query; }
  bool is_wide(Index e) const { return length(at(mesh_.origin(e)), at(mesh_.target(e))) >= 2 * r_ * (1 - 0x1p-40); }
  void push(const Node& node, double f);
  double leave_cost(const Root& root, double theta) const { return root.cost + r_ * std::abs(theta - root.arrival) * (root.vertex != none); }
  void see(Index exit, Index root, double low, double high);
  void see_goal(Index root, double low, double high);
  void meet(Index vertex, int side, Index root, double low, double high);
  double bearing(const Root& root, const Point& p, double reference) const {
    return unwrap(std::atan2(p.y - root.circle.center.y, p.x - root.circle.center.x), reference);
  }
  void expand_wedge(const Node& node);
  void expand_touch(const Node& node);
  void roll(Index root, Index sector);
  double arc_meets(const Root& root, Index e, double theta, double end) const;
  Index sector_of(Index vertex, const Point& touch) const;
  bool is_overtaken(Index sector, int side, double cost, double arrival);
  bool is_legal(const Root& root, double theta, const Point& end) const {
    return clear_.line(root.circle.touch(theta), end, root.near);
  }
  double least(const Root& root, const Point& left, const Point& right, double low, double high) const;
  void near_corners(const Point& p, Index triangle, std::vector<Index>& out) const;

  const World& world_;
  const Mesh& mesh_;
  Scratch& s_;
  const Point goal_;
  const double r_;
  const DiscClear clear_;
  const double slack_;  // angles this close count as equal: rounding of tangents
  SearchStats& stats_;
  std::vector<Index> met_;
};

void OptimalDiscSearch::Run::push(const Node& node, double f) {
  Entry entry{f, static_cast<Index>(s_.nodes.size())};
  s_.nodes.push_back(node);
  ++stats_.generated;
  if (entry.before(s_.next)) std::swap(entry, s_.next);
  if (entry.item != none) s_.heap.push(entry);
}

void OptimalDiscSearch::Run::near_corners(const Point& p, Index triangle, std::vector<Index>& out) const {
  const double reach = near_radii * r_;
  flood(
      mesh_, triangle,
      [&](Index v) {
        if (length(at(v), p) < reach && std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
        return true;
      },
      [&](Index e) {
        if (mesh_.constrained(e)) return Side::wall;
        return distance(p, at(mesh_.origin(e)), at(mesh_.target(e))) < reach ? Side::pass : Side::wall;
      });
}

void OptimalDiscSearch::Run::start(const Point& p, const Location& where) {
  s_.roots.push_back({{p, 0.0}, none, none, 0.0, 0.0, where.half_edge});
  std::vector<Index> near;
  near_corners(p, Mesh::triangle_of(where.half_edge), near);
  for (const Index v : near) {
    meet(v, +1, 0, -infinity, infinity);
    meet(v, -1, 0, -infinity, infinity);
  }
  for_each_triangle_at(mesh_, where, [&](Index t) {
    for (Index i = 0; i < 3; ++i) {
      const Index exit = Mesh::half_edge(t, i);
      const Index right = mesh_.origin(exit), left = mesh_.target(exit);
      if (orientation(at(right), at(left), p) == 0) continue;
      meet(left, +1, 0, -infinity, infinity);
      meet(right, -1, 0, -infinity, infinity);
      see(exit, 0, -infinity, infinity);
    }
  });
}

// A wedge beyond the side `exit`, which runs from its right to its left end.
void OptimalDiscSearch::Run::see(Index exit, Index index, double low, double high) {
  if (mesh_.constrained(exit) || !is_wide(exit)) return;
  const Root& root = s_.roots[index];
  const Point right = at(mesh_.origin(exit)), left = at(mesh_.target(exit));
  const Point inner_right = inset(right, left, r_), inner_left = inset(left, right, r_);
  const double middle = std::isfinite(low) ? 0.5 * (low + high)
                                           : bearing(root, {0.5 * (left.x + right.x), 0.5 * (left.y + right.y)}, 0.0);
  // Lines pass right of the left end and left of the right end where these lie ahead; an
  // end behind bounds nothing, which the choice of its bearing's turn expresses. An end
  // inside the circle lies on the circle's side of every line that leaves it.
  if (const Tangent t = tangent(root.circle, inner_left, +1, 0.0, middle + 0.5 * pi); t.exists)
    high = std::min(high, t.theta);
  else if (root.circle.rho < 0)
    return;
  if (const Tangent t = tangent(root.circle, inner_right, -1, 0.0, middle - 0.5 * pi); t.exists)
    low = std::max(low, t.theta);
  else if (root.circle.rho > 0)
    return;
  if (!(high - low >= -slack_)) return;
  push({Node::wedge, 0, index, mesh_.twin(exit), low, high, 0.0}, least(root, inner_left, inner_right, low, high));
}

// A lower bound for every path that leaves the root between low and high, crosses the
// door between left and right, and ends at the goal.
double OptimalDiscSearch::Run::least(const Root& root, const Point& left, const Point& right, double low, double high) const {
  const double ex = left.x - right.x, ey = left.y - right.y, norm = ex * ex + ey * ey;
  const double theta = 0.5 * (low + high);
  const Point from = root.circle.touch(theta);
  const double root_side = ex * (from.y - right.y) - ey * (from.x - right.x);
  Point goal = goal_;
  const double goal_side = ex * (goal.y - right.y) - ey * (goal.x - right.x);
  if (norm > 0 && root_side * goal_side > 0) {
    const double k = 2 * goal_side / norm;
    goal = {goal.x + k * ey, goal.y - k * ex};
  }
  const Tangent direct = tangent(root.circle, goal, +1, 0.0, theta);
  const double leave = std::clamp(direct.theta, low, high);
  if (leave == direct.theta) return leave_cost(root, leave) + direct.length;
  const Point touch = root.circle.touch(leave);
  // Outside the wedge the way goes straight along its border to the door and on from
  // there; where the roll itself passes the door, on from the roll.
  const double ux = std::cos(leave), uy = std::sin(leave);
  const double across = ux * ey - uy * ex;
  const double ahead = across != 0 ? ((right.x - touch.x) * ey - (right.y - touch.y) * ex) / across : 0.0;
  if (!(ahead > 0)) return leave_cost(root, leave) + length(touch, goal_);
  return leave_cost(root, leave) + ahead + length({touch.x + ahead * ux, touch.y + ahead * uy}, goal);
}

void OptimalDiscSearch::Run::see_goal(Index index, double low, double high) {
  const Root& root = s_.roots[index];
  const Tangent t = tangent(root.circle, goal_, +1, 0.0, std::isfinite(low) ? 0.5 * (low + high) : 0.0);
  if (!t.exists || t.theta < low - slack_ || t.theta > high + slack_) return;
  const double cost = leave_cost(root, t.theta) + t.length;
  push({Node::goal, 0, index, none, t.theta, t.theta, cost}, cost);
}

// The corner may be what the path touches next, on that side of it.
void OptimalDiscSearch::Run::meet(Index vertex, int side, Index index, double low, double high) {
  const Root& root = s_.roots[index];
  if (vertex == root.vertex) return;
  const Tangent t = tangent(root.circle, at(vertex), side, r_, std::isfinite(low) ? 0.5 * (low + high) : 0.0);
  if (!t.exists || t.theta < low - slack_ || t.theta > high + slack_) return;
  const double cost = leave_cost(root, t.theta) + t.length;
  const Circle circle{at(vertex), side * r_};
  push({Node::touch, static_cast<std::int8_t>(side), index, vertex, t.theta, t.theta, cost},
       cost + length(circle.touch(t.theta), goal_));
}

void OptimalDiscSearch::Run::expand_wedge(const Node& node) {
  const Index q = mesh_.apex(node.at);
  const Index t = Mesh::triangle_of(node.at);
  if (holds_goal(t)) see_goal(node.root, node.low, node.high);
  meet(q, +1, node.root, node.low, node.high);
  meet(q, -1, node.root, node.low, node.high);
  see(Mesh::next(node.at), node.root, node.low, node.high);
  see(Mesh::prev(node.at), node.root, node.low, node.high);
}

// The half-edge from the vertex that starts the fan's triangle in the direction of touch.
Index OptimalDiscSearch::Run::sector_of(Index vertex, const Point& touch) const {
  const Point c = at(vertex);
  const Index first = mesh_.vertices[vertex].edge;
  Index e = first;
  do {
    if (orientation(c, at(mesh_.target(e)), touch) >= 0 && orientation(c, at(mesh_.apex(e)), touch) < 0) return e;
    e = mesh_.rotate_ccw(e);
  } while (e != first);
  return none;
}

bool OptimalDiscSearch::Run::is_overtaken(Index sector, int side, double cost, double arrival) {
  Rolled& known = s_.rolled[2 * sector + (side > 0)];
  if (known.query == s_.query && known.cost <= cost * (1 + cost_slack) && known.arrival <= arrival + slack_) return true;
  if (known.query != s_.query || cost < known.cost) known = {cost, arrival, s_.query};
  return false;
}

void OptimalDiscSearch::Run::expand_touch(const Node& node) {
  const Circle circle{at(node.at), node.side * r_};
  const Point touch = circle.touch(node.low);
  const Index sector = sector_of(node.at, touch);
  if (sector == none) return;
  // Costs are compared at the sector's first side in the sense of the roll.
  const Point spoke = at(node.side > 0 ? mesh_.target(sector) : mesh_.apex(sector));
  const double begin = unwrap(std::atan2(spoke.y - circle.center.y, spoke.x - circle.center.x) + node.side * 0.5 * pi, node.low);
  const double past = node.side * (node.low - begin);
  const double cost = node.cost - r_ * past;
  const Rolled& known = s_.rolled[2 * sector + (node.side > 0)];
  if (known.query == s_.query && known.cost <= cost * (1 + cost_slack) && known.arrival <= past + slack_) return;
  if (!is_legal(s_.roots[node.root], node.low, touch)) return;
  is_overtaken(sector, node.side, cost, past);
  const Index near = walk(mesh_, touch, sector).half_edge;
  s_.roots.push_back({circle, node.at, node.root, node.low, node.cost, near});
  roll(static_cast<Index>(s_.roots.size() - 1), sector);
}

// Directions in which the path can leave the root: as far as it can roll, and as far as
// nobody has rolled before at less cost. Wedges start from every triangle that the arc of
// contact passes, which need not touch the corner.
void OptimalDiscSearch::Run::roll(Index index, Index sector) {
  const Root root = s_.roots[index];
  const int side = root.side();
  double spoke = root.arrival - side * 0.5 * pi;
  double reach = clear_.roll(root.vertex, spoke, side, Mesh::triangle_of(root.near));
  for (Index h = sector;;) {
    const Index leading = side > 0 ? mesh_.apex(h) : mesh_.target(h);
    spoke = bearing(root, at(leading), spoke + side * 0.5 * pi);
    const double turned = side * (spoke - root.arrival) + 0.5 * pi;
    const Index out = side > 0 ? Mesh::prev(h) : h;
    if (turned >= reach || mesh_.constrained(out)) break;
    h = side > 0 ? mesh_.twin(out) : Mesh::next(mesh_.twin(out));
    if (is_overtaken(h, side, root.cost + r_ * std::max(0.0, turned), 0.0)) {
      reach = std::max(0.0, turned);
      break;
    }
  }
  const double end = root.arrival + side * reach;
  const double low = std::min(root.arrival, end), high = std::max(root.arrival, end);
  if (length(root.circle.center, goal_) < near_radii * r_) {
    see_goal(index, low, high);
  }
  met_.clear();
  Index t = Mesh::triangle_of(root.near), entered = none;
  double theta = root.arrival;
  for (std::size_t steps = 0; steps < mesh_.triangles.size(); ++steps) {
    // Where the arc leaves this triangle.
    double leaves = end;
    Index exit = none;
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i);
      if (e == entered) continue;
      const double at_angle = arc_meets(root, e, theta, end);
      if (side * (leaves - at_angle) > 0) leaves = at_angle, exit = e;
    }
    if (side * (leaves - theta) < 0) leaves = theta;
    for (const Index v : mesh_.triangles[t].vertex) {
      if (v == root.vertex || std::find(met_.begin(), met_.end(), v) != met_.end()) continue;
      met_.push_back(v);
      meet(v, +1, index, low, high);
      meet(v, -1, index, low, high);
    }
    if (holds_goal(t)) see_goal(index, low, high);
    for (Index i = 0; i < 3; ++i) see(Mesh::half_edge(t, i), index, std::min(theta, leaves), std::max(theta, leaves));
    if (exit == none || mesh_.constrained(exit)) return;
    entered = mesh_.twin(exit);
    t = Mesh::triangle_of(entered);
    theta = leaves;
  }
}

// The direction, between theta and end, at which the point of contact crosses half-edge e
// outwards; `end` when it does not.
double OptimalDiscSearch::Run::arc_meets(const Root& root, Index e, double theta, double end) const {
  const Point a = at(mesh_.origin(e)), b = at(mesh_.target(e)), c = root.circle.center;
  const int side = root.side();
  const double ex = b.x - a.x, ey = b.y - a.y, squared = ex * ex + ey * ey;
  const double height = ((a.x - c.x) * ey - (a.y - c.y) * ex) / std::sqrt(squared);
  if (std::abs(height) >= r_) return end;
  // The line has the circle's center `height` to its left; the contact leaves the
  // triangle, on the line's left, at the one of the two crossings that turns outwards.
  const double normal = std::atan2(-ex, ey);
  const double bearing_out = normal - side * std::acos(height / r_);
  const double at_angle = unwrap(bearing_out + side * 0.5 * pi, theta + side * 0.5 * pi);
  if (side * (at_angle - theta) < -slack_ || side * (end - at_angle) <= 0) return end;
  const Point p{c.x + r_ * std::cos(bearing_out), c.y + r_ * std::sin(bearing_out)};
  const double along = (p.x - a.x) * ex + (p.y - a.y) * ey;
  return along >= 0 && along <= squared ? at_angle : end;
}

Index OptimalDiscSearch::Run::go(std::uint64_t limit, double& bound) {
  while (s_.next.item != none || !s_.heap.empty()) {
    Entry top = s_.next;
    if (top.item == none)
      top = s_.heap.pop();
    else if (!s_.heap.empty() && s_.heap.top().before(top))
      top = s_.heap.replace_top(top);
    s_.next = nothing;
    bound = top.estimate;
    const Node node = s_.nodes[top.item];
    if (stats_.expanded >= limit) return none;
    ++stats_.expanded;
    if (node.kind == Node::goal) {
      if (is_legal(s_.roots[node.root], node.low, goal_)) return top.item;
    } else if (node.kind == Node::touch) {
      expand_touch(node);
    } else {
      expand_wedge(node);
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
    const double leave = i > 0 ? s_.roots[chain[i - 1]].arrival : s_.nodes[node].low;
    if (root.vertex != none) {
      const Point in = root.circle.touch(root.arrival), out = root.circle.touch(leave);
      if (in != here) path.segments.push_back({here, in, {}, 0.0, 0});
      if (in != out) path.segments.push_back({in, out, root.circle.center, r_, root.side()});
      here = out;
    }
  }
  if (here != goal_) path.segments.push_back({here, goal_, {}, 0.0, 0});
}

OptimalDiscSearch::OptimalDiscSearch(const World& world) : world_(world), scratch_(std::make_unique<Scratch>()) {}
OptimalDiscSearch::~OptimalDiscSearch() = default;

Path OptimalDiscSearch::find(const Point& start, const Point& goal, double radius, std::uint64_t limit) {
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
    scratch_->begin(mesh);
    for_each_triangle_at(mesh, world_.locate(goal), [&](Index t) { scratch_->goals[t] = scratch_->query; });
    Run run(world_, *scratch_, goal, radius, path.stats);
    run.start(start, world_.locate(start));
    const Index found = run.go(limit, path.lower_bound);
    path.status = found == none ? Status::no_path : Status::found;
    if (found != none) run.write(found, start, path);
  }
  if (path.status == Status::found) {
    path.length = path.lower_bound = length_of(path.segments);
    path.optimal = true;
  }
  path.stats.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return path;
}

}  // namespace clearway
