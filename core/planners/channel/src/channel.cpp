#include "clearway/planners/channel.hpp"

#include <algorithm>
#include <limits>

#include "clearance/clearance.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/query/queries.hpp"
#include "entry_edge_search.hpp"
#include "funnel/disc_funnel.hpp"
#include "geometry/construction.hpp"
#include "mesh/half_edge_order.hpp"
#include "mesh/line_walk.hpp"
#include "mesh/triangles_at.hpp"
#include "planners/common/begin_path.hpp"
#include "planners/common/dead_ends.hpp"
#include "planners/common/goals.hpp"
#include "planners/common/query_ends.hpp"
#include "planners/common/rounded_ends.hpp"
#include "planners/common/stopwatch.hpp"
#include "planners/common/straight_channel.hpp"
#include "query/departures.hpp"
#include "world/access.hpp"
#include "world/input_side.hpp"

namespace clearway {

struct ChannelSearch::Scratch {
  explicit Scratch(const World& world)
      : world(world),
        dead_ends(world),
        edges(world.mesh()),
        straight(world.mesh()),
        funnel(world.mesh()),
        optimal(world) {}

  // Bars dead ends without the goal, which no channel to it passes. They are found once searches
  // have cost as much. (A dead end with both ends stays open: a disc may have to leave it and come
  // back, to turn.)
  void begin_dead_ends(const LocatedPoint& goal, bool all_open) {
    constexpr auto is_portal = [](HalfEdgeId) { return true; };
    if (version != world.version()) {
      if (version + 1 == world.version())
        dead_ends.repair(world.last_edit(), is_portal);
      else
        dead_ends.forget();
      version = world.version();  // not before: after an exception they are outdated
      expansions = 0;
    }
    if (!all_open && dead_ends.are_due(expansions)) dead_ends.find(is_portal);
    goals.begin(world, {&goal, 1});
    dead_ends.open(goals, all_open);
  }

  const World& world;
  Goals goals;
  DeadEnds dead_ends;
  std::uint64_t version = ~std::uint64_t{0};
  std::uint64_t expansions = 0;  // since the last edit
  EntryEdges edges;
  std::vector<HalfEdgeId> portals;  // of the channel found
  std::vector<TriangleId> walked;   // by the straight line
  StraightChannel straight;
  DiscFunnel funnel;
  OptimalSearch optimal;
  std::uint64_t rescues = 0;
};

ChannelSearch::ChannelSearch(const World& world)
    : world_(world), scratch_(std::make_unique<Scratch>(world)) {}
ChannelSearch::~ChannelSearch() = default;
std::uint64_t ChannelSearch::rescues() const { return scratch_->rescues; }

Path ChannelSearch::find(const Point& start, const Point& goal, double radius,
                         const SearchOptions& options) {
  const Stopwatch stopwatch;
  Path path;
  find(start, goal, radius, options, path);
  path.stats.seconds = stopwatch.seconds();
  return path;
}

void ChannelSearch::find(const Point& start, const Point& goal, double radius,
                         const SearchOptions& options, Path& path) {
  find_free(start, goal, radius, options, path);
  if (may_be_rounded(path.status)) [[unlikely]] {
    if (const auto ends = RoundedEnds::find(world_, start, goal, radius)) {
      find_free(ends->start, ends->goal, ends->radius, options, path);
      extend_to_ends(start, goal, path);
    }
  }
  const bool is_unreachable = path.status == Status::goal_blocked ||
                              (path.status == Status::no_path &&
                               path.lower_bound == std::numeric_limits<double>::infinity());
  if (options.partial && is_unreachable) scratch_->optimal.find(start, goal, radius, options, path);
}

// Whether the line between the ends can be walked. If so, the channel is set.
bool ChannelSearch::find_line(const LocatedPoint& start, const LocatedPoint& goal,
                              TriangleId& first) {
  Scratch& s = *scratch_;
  const Mesh& mesh = world_.mesh();
  // One orientation for each triangle tells that most lines are blocked, and the channels of most
  // others.
  if (start.point != goal.point && !is_off(mesh, start.at, start.point) &&
      !is_off(mesh, goal.at, goal.point)) {
    const Point line[] = {start.point, goal.point};
    s.walked.clear();
    const Walked walked = walk_line(mesh, line, start.at, goal.at, s.walked);
    if (walked == Walked::stopped) return false;
    if (walked == Walked::arrived && start.at.kind == Location::face &&
        goal.at.kind == Location::face && is_crossed_inside(start, goal)) {
      first = s.walked[0];
      return true;
    }
  }
  return s.straight.find(start.at, start.point, goal.at, goal.point, first, s.portals);
}

// Whether the line passes the triangles that were walked through the inside of their portals: then
// there is no other channel. Sets the portals.
bool ChannelSearch::is_crossed_inside(const LocatedPoint& start, const LocatedPoint& goal) {
  Scratch& s = *scratch_;
  const Mesh& mesh = world_.mesh();
  s.portals.clear();
  for (std::size_t i = 1; i < s.walked.size(); ++i) {
    HalfEdgeId in = Mesh::half_edge(s.walked[i], 0);
    for (Index k = 0; k < 3; ++k) {
      const HalfEdgeId e = Mesh::half_edge(s.walked[i], k);
      if (!mesh.constrained(e) && Mesh::triangle_of(mesh.twin(e)) == s.walked[i - 1]) in = e;
    }
    if (orientation(start.point, goal.point, mesh.point(mesh.origin(in))) <= 0 ||
        orientation(start.point, goal.point, mesh.point(mesh.target(in))) >= 0)
      return false;
    s.portals.push_back(in);
  }
  return true;
}

// Whether the line between the ends is a path. If so, it is written.
bool ChannelSearch::find_straight(const LocatedPoint& start, const LocatedPoint& goal,
                                  double radius, Path& path) {
  const Mesh& mesh = world_.mesh();
  std::vector<HalfEdgeId>& portals = scratch_->portals;
  TriangleId first;
  if (!find_line(start, goal, first)) return false;
  const double width = 2 * radius;
  if (portals.empty()) {
    if (!crosses(world_, first, start.point, goal.point, width)) return false;
  } else {
    const HalfEdgeId last = portals.back(), out = mesh.twin(portals[0]);
    if (!departs(world_, first, start.point, out, width) ||
        !departs(world_, Mesh::triangle_of(last), goal.point, last, width))
      return false;
  }
  for (std::size_t i = 1; radius > 0 && i < portals.size(); ++i) {
    const HalfEdgeId in = portals[i - 1], out = mesh.twin(portals[i]);
    if (clearance_of(world_).turn_width(out == Mesh::next(in) ? out : in) < width) return false;
  }
  const bool is_pulled =
      scratch_->funnel.pull(first, portals, start.point, goal.point, radius, path.segments);
  if (!is_pulled || path.segments.size() > 1) {
    path.segments.clear();
    return false;
  }
  write_channel(first, start.point, goal.point, path);
  return true;
}

void ChannelSearch::write_channel(TriangleId first, const Point& start, const Point& goal,
                                  Path& path) {
  path.channel.push_back(first);
  for (const HalfEdgeId e : scratch_->portals) path.channel.push_back(Mesh::triangle_of(e));
  path.status = Status::found;
  path.length = length_of(path.segments);
  path.lower_bound = distance(start, goal);
  path.optimal = path.segments.empty() || (path.segments.size() == 1 && path.segments[0].turn == 0);
}

// As find(), with ends that are exactly free.
void ChannelSearch::find_free(const Point& start, const Point& goal, double radius,
                              const SearchOptions& options, Path& path) {
  begin_path(path);
  const Mesh& mesh = world_.mesh();
  const QueryEnds ends(world_, start, goal);
  if (const auto blocked = ends.blocked(world_, radius)) {
    path.status = *blocked;
    return;
  }
  Scratch& s = *scratch_;
  if (!ends.are_local(world_, radius)) {
    s.optimal.find(
        start, goal, radius,
        {.limit = options.limit, .deadline = options.deadline, .explored = options.explored}, path);
    return;
  }

  if (options.metric > 2 && find_straight(ends.start, ends.goal, radius, path)) return;
  s.edges.begin(mesh);
  for_each_triangle_at(mesh, ends.start.at, [&](TriangleId t) { s.edges.mark_start(t); });
  TriangleId shared = none;  // a triangle inside which the disc moves from the start to the goal
  for_each_triangle_at(mesh, ends.goal.at, [&](TriangleId t) {
    if (!mesh.is_free(t)) return;
    if (s.edges.has_start(t) && crosses(world_, t, start, goal, 2 * radius) &&
        (shared == none || lies_before(mesh, first_side(mesh, t), first_side(mesh, shared))))
      shared = t;
    s.edges.mark_goal(t);
  });

  s.portals.clear();
  TriangleId first = shared;
  if (shared == none) {
    // What a search expands up to its limit, or reports, must not depend on earlier searches.
    const bool counts = options.limit != SearchOptions().limit || options.explored;
    s.begin_dead_ends(ends.goal, counts);
    EntryEdgeSearch search(world_, s.edges, s.dead_ends, goal, radius, options);
    search.depart(ends.start, path.stats);
    HalfEdgeId e = search.run(options.limit, path.stats);
    s.expansions += path.stats.expanded;
    if (e == none) {
      path.status = Status::no_path;
      if (search.is_late()) path.lower_bound = distance(start, goal);
      return;
    }
    for (; e != none; e = s.edges.nodes[e].parent) s.portals.push_back(e);
    std::reverse(s.portals.begin(), s.portals.end());
    first = Mesh::triangle_of(mesh.twin(s.portals[0]));
  }

  if (!s.funnel.pull(first, s.portals, start, goal, radius, path.segments)) {
    ++s.rescues;
    const SearchStats stats = path.stats;
    s.optimal.find(start, goal, radius,
                   {.deadline = options.deadline, .explored = options.explored}, path);
    path.stats.expanded += stats.expanded;
    path.stats.generated += stats.generated;
    return;
  }
  write_channel(first, start, goal, path);
}

}  // namespace clearway
