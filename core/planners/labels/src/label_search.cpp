#include "planners/labels/label_search.hpp"

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "clearway/geometry/predicates.hpp"
#include "clearway/planners/optimal.hpp"
#include "geometry/construction.hpp"
#include "label_data.hpp"
#include "meeting_hub.hpp"
#include "mesh/line_walk.hpp"
#include "mesh/triangles_at.hpp"
#include "planners/visibility/polyline_path.hpp"
#include "query/free.hpp"
#include "query/raycast.hpp"
#include "world/input_side.hpp"

namespace clearway {
namespace {

// An end of a query. `is_bent`: rounding has bent a wall over it (world/input_side.hpp).
struct End : LocatedPoint {
  bool is_bent;
  End(const World& world, const Point& p) {
    const Location by_mesh = locate_in_mesh(world, p);
    point = p;
    at = correct_for_input(world, p, by_mesh);
    is_bent = at.kind != by_mesh.kind || at.half_edge != by_mesh.half_edge;
  }
};

// Whether free triangles at the two locations are connected.
bool are_connected(const Mesh& mesh, const LabelData& data, const Location& from,
                   const Location& to) {
  bool out = false;
  for_each_triangle_at(mesh, from, [&](TriangleId a) {
    for_each_triangle_at(mesh, to, [&](TriangleId b) {
      out |= mesh.is_free(a) && mesh.is_free(b) && data.component[a] == data.component[b];
    });
  });
  return out;
}

// Lists the corners that a free point sees.
void list_seen(const Mesh& mesh, const LabelData& data, const LocatedPoint& p, SeeingEnd& out) {
  out.at = p.point;
  out.seen.clear();
  const auto look = [&](TriangleId t) {
    data.sights.for_each(mesh, data.at, t, p.point, [&](HubId corner, const Point& at, bool left) {
      out.seen.push_back({corner, left, distance(p.point, at)});
    });
  };
  // What crosses an unconstrained edge is in the lists of both its triangles.
  if (p.at.kind == Location::edge && !mesh.constrained(p.at.half_edge))
    return look(Mesh::triangle_of(p.at.half_edge));
  for_each_triangle_at(mesh, p.at, [&](TriangleId t) {
    if (mesh.is_free(t)) look(t);
  });
}

// Appends a corner of a path; drops the one before if the path passes it straight.
void append(std::vector<Point>& line, const Point& p) {
  if (!line.empty() && line.back() == p) return;
  const std::size_t n = line.size();
  if (n > 1 && orientation(line[n - 2], line[n - 1], p) == 0 &&
      between(line[n - 2], p, line[n - 1]))
    line.pop_back();
  line.push_back(p);
}

// Whether the straight line between the ends is free. Sets the channel, unless a walk cannot tell.
bool sees(const World& world, const LocatedPoint& from, const LocatedPoint& to,
          std::vector<TriangleId>& channel) {
  if (from.point == to.point) return true;
  switch (walk_line(world.mesh(), {{from.point, to.point}}, from.at, to.at, channel)) {
    case Walked::arrived:
      return true;
    case Walked::stopped:
      return false;
    case Walked::unsure:
      break;
  }
  return !raycast_from_free(world, from, to.point, 0.0);
}

// Writes the shortest path along the polyline; the channel if it is not known yet.
void write(const World& world, const std::vector<Point>& line, const LocatedPoint& from,
           const LocatedPoint& to, Path& path) {
  if (path.channel.empty() &&
      (line.front() == line.back() ||
       walk_line(world.mesh(), line, from.at, to.at, path.channel) != Walked::arrived))
    return write_polyline(world, line, path);
  for (std::size_t i = 1; i < line.size(); ++i)
    path.segments.push_back({line[i - 1], line[i], {}, 0.0, 0});
  path.status = Status::found;
  path.length = path.lower_bound = length_of(path.segments);
  path.optimal = true;
}

}  // namespace

struct LabelSearch::Scratch {
  explicit Scratch(std::size_t corners) : meeting(corners) {}
  MeetingHub meeting;
  SeeingEnd start, goal;
  std::vector<HubId> to_hub, from_hub;
  std::vector<Point> line;
  std::optional<OptimalSearch> optimal;  // once it is needed
};

LabelSearch::LabelSearch(const World& world, const Labels& labels)
    : world_(world),
      data_(labels.data()),
      scratch_(std::make_unique<Scratch>(labels.data().table.size())) {}
LabelSearch::~LabelSearch() = default;

void LabelSearch::find(const Point& start, const Point& goal, Path& path,
                       LabelExploration* explored) {
  path.segments.clear();
  path.channel.clear();
  path.stats = {};
  if (find_by_labels(start, goal, path, explored)) [[likely]]
    return;
  if (!scratch_->optimal) scratch_->optimal.emplace(world_);
  SearchOptions options;
  if (explored) options.explored = &explored->triangles;
  scratch_->optimal->find(start, goal, 0.0, options, path);
}

bool LabelSearch::find_by_labels(const Point& start, const Point& goal, Path& path,
                                 LabelExploration* explored) {
  Scratch& s = *scratch_;
  const Mesh& mesh = world_.mesh();
  const End from(world_, start), to(world_, goal);
  // The mesh alone decides what a bent end sees.
  if (from.is_bent || to.is_bent || !fits(world_, from, 0.0) || !fits(world_, to, 0.0))
    return false;
  if (!are_connected(mesh, data_, from.at, to.at)) {
    path.status = Status::no_path;
    path.length = path.lower_bound = std::numeric_limits<double>::infinity();
    path.optimal = false;
    return true;
  }
  s.line.clear();
  if (sees(world_, from, to, path.channel)) {
    s.line = {start, goal};
  } else {
    list_seen(mesh, data_, from, s.start);
    list_seen(mesh, data_, to, s.goal);
    const Meeting met =
        s.meeting.find(data_, s.start, s.goal, path.stats, explored ? &explored->corners : nullptr);
    if (met.hub == none) return false;
    list_way(data_.table, met.from, met.hub, s.to_hub);
    list_way(data_.table, met.to, met.hub, s.from_hub);
    append(s.line, start);
    for (const HubId c : s.to_hub) append(s.line, data_.at[c]);
    for (std::size_t i = s.from_hub.size(); i-- > 0;) append(s.line, data_.at[s.from_hub[i]]);
    append(s.line, goal);
  }
  write(world_, s.line, from, to, path);
  return true;
}

}  // namespace clearway
