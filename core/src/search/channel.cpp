#include "clearway/search/channel.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "clearway/geometry/construction.hpp"
#include "clearway/path/funnel.hpp"
#include "clearway/query/around.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The best known way to a half-edge: the triangle it belongs to, entered through it.
struct Node {
  double cost;
  Index parent;         // none: from the start
  std::uint32_t stamp;  // 2 * query: open, one more: closed; anything older: untouched
};

struct Entry {
  double estimate;
  Index edge;
  bool before(const Entry& o) const {
    return estimate < o.estimate || (estimate == o.estimate && edge < o.edge);
  }
};

// Binary heap in one vector, kept between queries.
class Heap {
 public:
  void clear() { entries_.clear(); }
  bool empty() const { return entries_.empty(); }

  void push(const Entry& entry) {
    std::size_t i = entries_.size();
    entries_.push_back(entry);
    while (i > 0) {
      const std::size_t parent = (i - 1) / 2;
      if (!entry.before(entries_[parent])) break;
      entries_[i] = entries_[parent];
      i = parent;
    }
    entries_[i] = entry;
  }

  Entry pop() {
    const Entry top = entries_.front();
    const Entry last = entries_.back();
    entries_.pop_back();
    const std::size_t count = entries_.size();
    if (count == 0) return top;
    std::size_t i = 0;
    for (std::size_t child = 1; child < count; child = 2 * i + 1) {
      if (child + 1 < count && entries_[child + 1].before(entries_[child])) ++child;
      if (!entries_[child].before(last)) break;
      entries_[i] = entries_[child];
      i = child;
    }
    entries_[i] = last;
    return top;
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace

struct ChannelSearch::Scratch {
  std::vector<Node> nodes;            // by half-edge
  std::vector<std::uint32_t> ends;    // by triangle: query: start, query + 1: goal
  std::uint32_t query = 0;            // even
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

inline Middle middle(const Mesh& mesh, Index e) {
  const Vertex& a = mesh.vertices[mesh.origin(e)];
  const Vertex& b = mesh.vertices[mesh.target(e)];
  return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
}

inline double length(double dx, double dy) { return std::sqrt(dx * dx + dy * dy); }

}  // namespace

ChannelSearch::ChannelSearch(const World& world) : world_(world), scratch_(std::make_unique<Scratch>()) {}
ChannelSearch::~ChannelSearch() = default;

// Returns the half-edge by which a goal triangle is entered on the cheapest way, or none.
Index ChannelSearch::search(const Location& from, const Point& start, const Point& goal, SearchStats& stats) {
  const Mesh& mesh = world_.mesh();
  Scratch& s = *scratch_;
  const std::uint32_t open = s.query, closed = s.query + 1, is_start = s.query, is_goal = s.query + 1;

  const auto relax = [&](Index e, double cost, double x, double y, Index parent) {
    Node& node = s.nodes[e];
    if (node.stamp == closed || (node.stamp == open && node.cost <= cost)) return;
    node = {cost, parent, open};
    s.heap.push({cost + length(goal.x - x, goal.y - y), e});
    ++stats.generated;
  };

  for_each_triangle_at(mesh, from, [&](Index t) {
    if (!mesh.is_free(t)) return;
    for (Index i = 0; i < 3; ++i) {
      const Index exit = Mesh::half_edge(t, i);
      if (mesh.constrained(exit)) continue;
      const Index e = mesh.twin(exit);
      // A triangle that holds the start needs no way from another.
      if (s.ends[Mesh::triangle_of(e)] == is_start) continue;
      const Middle m = middle(mesh, e);
      relax(e, length(m.x - start.x, m.y - start.y), m.x, m.y, none);
    }
  });

  while (!s.heap.empty()) {
    const Index e = s.heap.pop().edge;
    Node& node = s.nodes[e];
    if (node.stamp == closed) continue;
    node.stamp = closed;
    ++stats.expanded;
    const Index t = Mesh::triangle_of(e);
    if (s.ends[t] == is_goal) return e;
    const Middle here = middle(mesh, e);
    const double cost = node.cost;
    for (const Index exit : {Mesh::next(e), Mesh::prev(e)}) {
      if (mesh.constrained(exit)) continue;
      const Index next = mesh.twin(exit);
      const Middle m = middle(mesh, exit);
      relax(next, cost + length(m.x - here.x, m.y - here.y), m.x, m.y, e);
    }
  }
  return none;
}

Path ChannelSearch::find(const Point& start, const Point& goal) {
  const auto began = std::chrono::steady_clock::now();
  Path path;
  path.length = path.lower_bound = infinity;
  answer(start, goal, path);
  path.stats.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
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
  for (std::size_t i = 1; i < corners.size(); ++i) path.segments.push_back({corners[i - 1], corners[i], {}, 0.0, 0});
  path.status = Status::found;
  path.length = length_of(path.segments);
  path.lower_bound = distance(start, goal);
  path.optimal = corners.size() <= 2;
}

}  // namespace clearway
