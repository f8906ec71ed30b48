#include "clearway/search/optimal.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "clearway/error.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/query/around.hpp"
#include "heap.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Entry nothing{infinity, none};

// A directed line that bounds a wedge: through two points that are both exact.
struct Ray {
  Point from, to;
  int side(const Point& p) const { return orientation(from, to, p); }
};

// Where the path last bent.
struct Root {
  Point at;
  double cost;   // from the start
  Index parent;  // root before; none for the start
  Index vertex;  // none for the start
};

// The wedge between right and left, seen from the root through the edge `ahead`, a
// half-edge of the triangle not yet entered: its origin is the left end.
struct Node {
  Ray left, right;
  Index ahead;
  Index root;
  Index parent;  // node before, for the channel
  bool is_goal;  // the goal itself, straight from the root
};

double length(const Point& a, const Point& b) {
  const double dx = a.x - b.x, dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

// Where the line of `ray` meets the line ab, rounded; `a` when parallel.
Point meet(const Ray& ray, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double rx = ray.to.x - ray.from.x, ry = ray.to.y - ray.from.y;
  const double across = rx * dy - ry * dx;
  if (across == 0) return a;
  const double t =
      std::clamp(((ray.from.x - a.x) * ry - (ray.from.y - a.y) * rx) / -across, 0.0, 1.0);
  return {a.x + t * dx, a.y + t * dy};
}

// Length of the shortest way from `root` through a point of the segment left-right to the
// goal, which counts as lying beyond it.
double least_way(const Point& root, const Point& left, const Point& right, Point goal) {
  const double ex = left.x - right.x, ey = left.y - right.y;
  const double root_side = ex * (root.y - right.y) - ey * (root.x - right.x);
  const double goal_side = ex * (goal.y - right.y) - ey * (goal.x - right.x);
  const double norm = ex * ex + ey * ey;
  if (norm > 0 && root_side * goal_side > 0) {
    const double k = 2 * goal_side / norm;
    goal = {goal.x + k * ey, goal.y - k * ex};
  }
  const auto turn = [&](const Point& p) {
    return (p.x - root.x) * (goal.y - root.y) - (p.y - root.y) * (goal.x - root.x);
  };
  if (turn(left) > 0) return length(root, left) + length(left, goal);
  if (turn(right) < 0) return length(root, right) + length(right, goal);
  return length(root, goal);
}

}  // namespace

struct OptimalSearch::Scratch {
  struct Best {
    double cost;
    std::uint32_t query;
  };
  std::vector<Best> best;            // by vertex: cheapest way known to it as a root
  std::vector<std::uint32_t> goals;  // by triangle: query: its closure holds the goal
  std::uint32_t query = 0;
  std::vector<Root> roots;
  std::vector<Node> nodes;
  Heap heap;
  Entry next;  // the most promising new node: often it goes on at once and never sees the heap

  void begin(const Mesh& mesh) {
    best.resize(std::max(best.size(), mesh.vertices.size()), Best{0, 0});
    goals.resize(std::max(goals.size(), mesh.triangles.size()), 0);
    if (++query == 0) {
      for (Best& b : best) b.query = 0;
      std::fill(goals.begin(), goals.end(), 0);
      query = 1;
    }
    roots.clear();
    nodes.clear();
    heap.clear();
    next = nothing;
  }
};

OptimalSearch::OptimalSearch(const World& world)
    : world_(world), scratch_(std::make_unique<Scratch>()) {}
OptimalSearch::~OptimalSearch() = default;

// One query.
class OptimalSearch::Run {
 public:
  Run(const World& world, Scratch& scratch, const Point& goal, SearchStats& stats)
      : mesh_(world.mesh()), s_(scratch), goal_(goal), stats_(stats) {}

  void start(const Point& at, const Location& where);
  // The goal's node, or none. `bound` is the least cost any path can still have.
  Index go(std::uint64_t limit, double& bound);
  // Whether start and goal are connected: both floods grow in turn, so a small enclosure
  // of either is found out at its own size.
  bool is_connected(const Location& from, const Location& to);
  void write(Index node, Path& path) const;

 private:
  Point at(Index v) const { return mesh_.point(v); }
  bool holds_goal(Index triangle) const { return s_.goals[triangle] == s_.query; }
  void push(const Node& node, double f);
  void expand(Index node);
  void see(const Ray& left, const Ray& right, Index exit, Index root, Index parent);
  void see_goal(const Ray& left, const Ray& right, Index triangle, Index root, Index parent);
  void bend(Index corner, int side, const Node& node, Index parent);
  Index root_at(Index corner, const Node& node);
  void follow_fan(Index corner, Index last, std::vector<Index>& channel) const;

  const Mesh& mesh_;
  Scratch& s_;
  const Point goal_;
  SearchStats& stats_;
};

void OptimalSearch::Run::start(const Point& at_start, const Location& where) {
  s_.roots.push_back({at_start, 0.0, none, none});
  for_each_triangle_at(mesh_, where, [&](Index t) {
    if (!mesh_.is_free(t)) return;
    if (holds_goal(t)) {
      push({{}, {}, Mesh::half_edge(t, 0), 0, none, true}, length(at_start, goal_));
    }
    for (Index i = 0; i < 3; ++i) {
      const Index exit = Mesh::half_edge(t, i);
      const Point right = at(mesh_.origin(exit)), left = at(mesh_.target(exit));
      // A side that holds the start leads to another triangle that holds it too.
      if (orientation(right, left, at_start) == 0) continue;
      see({at_start, left}, {at_start, right}, exit, 0, none);
    }
  });
}

void OptimalSearch::Run::push(const Node& node, double f) {
  Entry entry{f, static_cast<Index>(s_.nodes.size())};
  s_.nodes.push_back(node);
  ++stats_.generated;
  if (entry.before(s_.next)) std::swap(entry, s_.next);
  if (entry.item != none) s_.heap.push(entry);
}

// A new node beyond the side `exit`, which runs from the right to the left end.
void OptimalSearch::Run::see(const Ray& left, const Ray& right, Index exit, Index root,
                             Index parent) {
  if (mesh_.constrained(exit)) return;
  const Index ahead = mesh_.twin(exit);
  const Index t = Mesh::triangle_of(ahead);
  if (mesh_.constrained(Mesh::next(ahead)) && mesh_.constrained(Mesh::prev(ahead)) &&
      !holds_goal(t))
    return;
  const Point l = at(mesh_.origin(ahead)), r = at(mesh_.target(ahead));
  const Root& from = s_.roots[root];
  const Point low = right.side(r) == 0 ? r : meet(right, r, l);
  const Point high = left.side(l) == 0 ? l : meet(left, l, r);
  const double f = from.cost + least_way(from.at, high, low, goal_);
  push({left, right, ahead, root, parent, false}, f);
}

void OptimalSearch::Run::see_goal(const Ray& left, const Ray& right, Index triangle, Index root,
                                  Index parent) {
  if (left.side(goal_) > 0 || right.side(goal_) < 0) return;
  const Root& from = s_.roots[root];
  push({left, right, Mesh::half_edge(triangle, 0), root, parent, true},
       from.cost + length(from.at, goal_));
}

Index OptimalSearch::Run::root_at(Index corner, const Node& node) {
  const Root& from = s_.roots[node.root];
  const double cost = from.cost + length(from.at, at(corner));
  Scratch::Best& best = s_.best[corner];
  // A way that is no shorter gains nothing: where it could go on and the other could not,
  // the other would not be taut, hence neither is shortest.
  if (best.query == s_.query && best.cost <= cost) return none;
  best = {cost, s_.query};
  s_.roots.push_back({at(corner), cost, node.root, corner});
  return static_cast<Index>(s_.roots.size() - 1);
}

// The path bends around the corner that bounds the wedge on its left (side +1) or right.
void OptimalSearch::Run::bend(Index corner, int side, const Node& node, Index parent) {
  const Ray& arrival = side > 0 ? node.left : node.right;
  // Only where something stands on that side is the bend taut.
  const Index first = mesh_.vertices[corner].edge;
  bool is_held = false;
  Index e = first;
  do {
    is_held = mesh_.constrained(e) && arrival.side(at(mesh_.target(e))) * side >= 0;
    e = mesh_.rotate_ccw(e);
  } while (!is_held && e != first);
  if (!is_held) return;
  const Index root = root_at(corner, node);
  if (root == none) return;
  // The fan around the corner, from the arrival's direction until something stops it or
  // the path would turn back.
  const Point c = at(corner);
  Index triangle = Mesh::triangle_of(node.ahead);
  Ray near = arrival;
  for (;;) {
    // In this triangle, the half-edge that starts at the corner.
    Index h = Mesh::half_edge(triangle, 0);
    while (mesh_.origin(h) != corner) ++h;
    // Counter-clockwise the fan is entered over h and left over prev(h); clockwise the
    // other way round.
    const Index far_vertex = side > 0 ? mesh_.apex(h) : mesh_.target(h);
    const Ray far{c, at(far_vertex)};
    const bool turns_back = arrival.side(far.to) * side < 0;
    const Ray& left = side > 0 ? far : near;
    const Ray& right = side > 0 ? near : far;
    if (holds_goal(triangle)) see_goal(left, right, triangle, root, parent);
    see(left, right, Mesh::next(h), root, parent);
    const Index out = side > 0 ? Mesh::prev(h) : h;
    if (turns_back || mesh_.constrained(out)) return;
    triangle = Mesh::triangle_of(mesh_.twin(out));
    near = far;
  }
}

void OptimalSearch::Run::expand(Index index) {
  const Node node = s_.nodes[index];
  const Index l = mesh_.origin(node.ahead), r = mesh_.target(node.ahead),
              q = mesh_.apex(node.ahead);
  const Index t = Mesh::triangle_of(node.ahead);
  const Point apex = at(q);
  const Index over_right = Mesh::next(node.ahead), over_left = Mesh::prev(node.ahead);
  ++stats_.expanded;
  if (holds_goal(t)) see_goal(node.left, node.right, t, node.root, index);
  const int of_left = node.left.side(apex), of_right = node.right.side(apex);
  const Point root = s_.roots[node.root].at;
  const Ray to_apex{root, apex};
  if (of_left >= 0) {
    see(node.left, node.right, over_right, node.root, index);
  } else if (of_right <= 0) {
    see(node.left, node.right, over_left, node.root, index);
  } else {
    see(to_apex, node.right, over_right, node.root, index);
    see(node.left, to_apex, over_left, node.root, index);
  }
  if (of_left >= 0 && node.left.side(at(l)) == 0) bend(l, +1, node, index);
  if (of_right <= 0 && node.right.side(at(r)) == 0) bend(r, -1, node, index);
}

Index OptimalSearch::Run::go(std::uint64_t limit, double& bound) {
  while (s_.next.item != none || !s_.heap.empty()) {
    Entry top = s_.next;
    if (top.item == none)
      top = s_.heap.pop();
    else if (!s_.heap.empty() && s_.heap.top().before(top))
      top = s_.heap.replace_top(top);
    s_.next = nothing;
    bound = top.estimate;
    if (s_.nodes[top.item].is_goal) return top.item;
    if (stats_.expanded >= limit) {
      s_.next = top;
      return none;
    }
    expand(top.item);
  }
  bound = infinity;
  return none;
}

bool OptimalSearch::Run::is_connected(const Location& from, const Location& to) {
  std::vector<char> seen(mesh_.triangles.size(), 0);
  std::vector<Index> queue[2];
  const Location* ends[2] = {&from, &to};
  bool met = false;
  const auto reach = [&](int side, Index t) {
    if (!mesh_.is_free(t) || seen[t] == side + 1) return;
    met |= seen[t] == 2 - side;
    seen[t] = static_cast<char>(side + 1);
    queue[side].push_back(t);
  };
  for (const int side : {0, 1})
    for_each_triangle_at(mesh_, *ends[side], [&](Index t) { reach(side, t); });
  for (std::size_t at = 0; !met; ++at) {
    for (const int side : {0, 1}) {
      if (at >= queue[side].size()) return false;
      const Index t = queue[side][at];
      for (Index i = 0; i < 3; ++i) {
        const Index e = Mesh::half_edge(t, i);
        if (!mesh_.constrained(e)) reach(side, Mesh::triangle_of(mesh_.twin(e)));
      }
    }
  }
  return true;
}

void OptimalSearch::Run::write(Index node, Path& path) const {
  std::vector<Point> corners{goal_};
  for (Index r = s_.nodes[node].root; r != none; r = s_.roots[r].parent)
    if (s_.roots[r].at != corners.back()) corners.push_back(s_.roots[r].at);
  std::reverse(corners.begin(), corners.end());
  for (std::size_t i = 1; i < corners.size(); ++i)
    path.segments.push_back({corners[i - 1], corners[i], {}, 0.0, 0});
  std::vector<Index> way;
  for (Index n = node; n != none; n = s_.nodes[n].parent) way.push_back(n);
  for (std::size_t i = way.size(); i-- > 0;) {
    const Node& n = s_.nodes[way[i]];
    const Index entered = Mesh::triangle_of(n.ahead);
    const Index before = n.is_goal ? entered : Mesh::triangle_of(mesh_.twin(n.ahead));
    if (path.channel.empty()) path.channel.push_back(before);
    // A bend passes the triangles around its corner.
    if (path.channel.back() != before) follow_fan(s_.roots[n.root].vertex, before, path.channel);
    if (!n.is_goal) path.channel.push_back(entered);
  }
}

// Appends the triangles around the corner after the channel's last, up to `last`.
void OptimalSearch::Run::follow_fan(Index corner, Index last, std::vector<Index>& channel) const {
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

Path OptimalSearch::find(const Point& start, const Point& goal, std::uint64_t limit) {
  const auto began = std::chrono::steady_clock::now();
  Path path;
  path.length = path.lower_bound = infinity;
  const Mesh& mesh = world_.mesh();
  const Location from = world_.locate(start), to = world_.locate(goal);
  if (!touches_free(mesh, from)) {
    path.status = Status::start_blocked;
  } else if (!touches_free(mesh, to)) {
    path.status = Status::goal_blocked;
  } else {
    scratch_->begin(mesh);
    for_each_triangle_at(mesh, to, [&](Index t) {
      if (mesh.is_free(t)) scratch_->goals[t] = scratch_->query;
    });
    Run run(world_, *scratch_, goal, path.stats);
    run.start(start, from);
    // A search that has gone on for long may have no goal to find: that is worth a look at
    // the mesh's own cost, once.
    const std::uint64_t patience = mesh.triangles.size() / 4 + 1024;
    Index found = run.go(std::min(limit, patience), path.lower_bound);
    if (found == none && path.lower_bound < infinity && limit > patience) {
      if (run.is_connected(from, to))
        found = run.go(limit, path.lower_bound);
      else
        path.lower_bound = infinity;
    }
    if (found != none) {
      run.write(found, path);
      path.status = Status::found;
      path.length = path.lower_bound = length_of(path.segments);
      path.optimal = true;
    } else {
      path.status = Status::no_path;
    }
  }
  path.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return path;
}

}  // namespace clearway
