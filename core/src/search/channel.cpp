#include "clearway/search/channel.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "clearway/geometry/construction.hpp"
#include "clearway/path/funnel.hpp"
#include "clearway/query/around.hpp"
#include "heap.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Weight of the straight distance to the goal. 1: the cheapest channel by the midpoint
// metric. Above 1 the search is greedier, and the channel costs at most that many times
// the cheapest.
constexpr double greed = 1.0;

// The best known way to a half-edge: the triangle it belongs to, entered through it.
struct Node {
  double cost;
  Index parent;         // none: from the start
  std::uint32_t stamp;  // 2 * query: open, one more: closed; anything older: untouched
};

}  // namespace

struct ChannelSearch::Scratch {
  std::vector<Node> nodes;          // by half-edge
  std::vector<std::uint32_t> ends;  // by triangle: query: start, query + 1: goal
  std::uint32_t query = 0;          // even
  Heap heap;
  std::vector<Portal> portals;

  void begin(std::size_t triangles) {
    if (nodes.size() < 4 * triangles) {
      nodes.resize(4 * triangles, Node{0, none, 0});
      ends.resize(triangles, 0);
    }
    query += 2;
    if (query == 0) {
      for (Node& n : nodes) n.stamp = 0;
      std::fill(ends.begin(), ends.end(), 0);
      query = 2;
    }
    heap.clear();
  }
};

namespace {

struct Middle {
  double x, y;
};

// The arrays of the mesh behind plain pointers, which the compiler keeps in registers.
struct View {
  const Triangle* triangles;
  const Vertex* vertices;
  explicit View(const Mesh& mesh)
      : triangles(mesh.triangles.data()), vertices(mesh.vertices.data()) {}
  bool constrained(Index e) const { return triangles[e >> 2].twin[e & 3] & Mesh::constrained_bit; }
  Index twin(Index e) const { return triangles[e >> 2].twin[e & 3] & ~Mesh::constrained_bit; }
  Middle middle(Index e) const {
    const Triangle& t = triangles[e >> 2];
    const Vertex& a = vertices[t.vertex[e & 3]];
    const Vertex& b = vertices[t.vertex[Mesh::next(e) & 3]];
    return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
  }
};

inline double length(double dx, double dy) { return std::sqrt(dx * dx + dy * dy); }

}  // namespace

ChannelSearch::ChannelSearch(const World& world)
    : world_(world), scratch_(std::make_unique<Scratch>()) {}
ChannelSearch::~ChannelSearch() = default;

// Returns the half-edge by which a goal triangle is entered on the cheapest way, or none.
Index ChannelSearch::search(const Location& from, const Point& start, const Point& goal,
                            SearchStats& stats) {
  const Mesh& mesh = world_.mesh();
  const View view(mesh);
  Scratch& s = *scratch_;
  Node* const nodes = s.nodes.data();
  const std::uint32_t* const ends = s.ends.data();
  const std::uint32_t open = s.query, closed = s.query + 1, is_start = s.query,
                      is_goal = s.query + 1;
  // The most promising new entry. It often goes on at once and never sees the heap.
  constexpr Entry nothing{infinity, none};
  Entry next = nothing;

  const auto relax = [&](Index e, double cost, const Middle& m, Index parent) {
    const Index t = Mesh::triangle_of(e);
    if (view.constrained(Mesh::next(e)) && view.constrained(Mesh::prev(e)) && ends[t] != is_goal)
      return;
    Node& node = nodes[e];
    if (node.stamp == closed || (node.stamp == open && node.cost <= cost)) return;
    node = {cost, parent, open};
    ++stats.generated;
    Entry entry{cost + greed * length(goal.x - m.x, goal.y - m.y), e};
    if (entry.before(next)) std::swap(entry, next);
    if (entry.item != none) s.heap.push(entry);
  };

  for_each_triangle_at(mesh, from, [&](Index t) {
    if (!mesh.is_free(t)) return;
    for (Index i = 0; i < 3; ++i) {
      const Index exit = Mesh::half_edge(t, i);
      if (view.constrained(exit)) continue;
      const Index e = view.twin(exit);
      // A triangle that holds the start needs no way from another.
      if (ends[Mesh::triangle_of(e)] == is_start) continue;
      const Middle m = view.middle(e);
      relax(e, length(m.x - start.x, m.y - start.y), m, none);
    }
  });

  while (next.item != none || !s.heap.empty()) {
    if (next.item == none)
      next = s.heap.pop();
    else if (!s.heap.empty() && s.heap.top().before(next))
      next = s.heap.replace_top(next);
    const Index e = next.item;
    next = nothing;
    Node& node = nodes[e];
    if (node.stamp == closed) continue;
    node.stamp = closed;
    ++stats.expanded;
    if (ends[Mesh::triangle_of(e)] == is_goal) return e;
    const Middle here = view.middle(e);
    const double cost = node.cost;
    for (const Index exit : {Mesh::next(e), Mesh::prev(e)}) {
      // Where this triangle was entered through the exit, at no more cost, whatever lies
      // beyond was reached from there at no more cost: the triangle inequality.
      if (view.constrained(exit) || nodes[exit].stamp == closed) continue;
      const Middle m = view.middle(exit);
      relax(view.twin(exit), cost + length(m.x - here.x, m.y - here.y), m, e);
    }
  }
  return none;
}

Path ChannelSearch::find(const Point& start, const Point& goal) {
  const auto began = std::chrono::steady_clock::now();
  Path path;
  path.length = path.lower_bound = infinity;
  answer(start, goal, path);
  path.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return path;
}

void ChannelSearch::answer(const Point& start, const Point& goal, Path& path) {
  const Mesh& mesh = world_.mesh();
  const Location from = world_.locate(start);
  if (!touches_free(mesh, from)) {
    path.status = Status::start_blocked;
    return;
  }
  const Location to = world_.locate(goal);
  if (!touches_free(mesh, to)) {
    path.status = Status::goal_blocked;
    return;
  }

  Scratch& s = *scratch_;
  s.begin(mesh.triangles.size());
  for_each_triangle_at(mesh, from, [&](Index t) { s.ends[t] = s.query; });
  Index shared = none;
  for_each_triangle_at(mesh, to, [&](Index t) {
    if (!mesh.is_free(t)) return;
    if (s.ends[t] == s.query && t < shared) shared = t;
    s.ends[t] = s.query + 1;
  });

  s.portals.clear();
  if (shared != none) {
    path.channel.push_back(shared);
  } else {
    Index e = search(from, start, goal, path.stats);
    if (e == none) {
      path.status = Status::no_path;
      return;
    }
    Index first = e;
    for (; e != none; e = s.nodes[e].parent) {
      path.channel.push_back(Mesh::triangle_of(e));
      s.portals.push_back({mesh.point(mesh.origin(e)), mesh.point(mesh.target(e))});
      first = e;
    }
    path.channel.push_back(Mesh::triangle_of(mesh.twin(first)));
    std::reverse(path.channel.begin(), path.channel.end());
    std::reverse(s.portals.begin(), s.portals.end());
  }

  const std::vector<Point> corners = funnel(start, goal, s.portals);
  for (std::size_t i = 1; i < corners.size(); ++i)
    path.segments.push_back({corners[i - 1], corners[i], {}, 0.0, 0});
  path.status = Status::found;
  path.length = length_of(path.segments);
  path.lower_bound = distance(start, goal);
  path.optimal = corners.size() <= 2;
}

}  // namespace clearway
