#include "clearway/planners/field_queries.hpp"

#include <cmath>
#include <deque>
#include <limits>
#include <vector>

#include "base/infinity.hpp"
#include "clearway/base/error.hpp"
#include "data.hpp"
#include "geometry/tangents.hpp"
#include "mesh/triangles_at.hpp"
#include "path/find_channel.hpp"
#include "path_query.hpp"
#include "planners/common/polyline_channel.hpp"
#include "planners/common/rounded_ends.hpp"
#include "query/free.hpp"

namespace clearway {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
FieldValue no_value(const Point& p) { return {infinity, {not_a_number, not_a_number}, none, p}; }

Point direction_to(const Point& from, const Point& to) {
  const Vector u = unit(to - from);
  return {u.x, u.y};
}

Point direction_of(const std::vector<Segment>& segments) {
  if (segments.empty()) return {0.0, 0.0};
  const Segment& first = segments.front();
  if (first.turn == 0) return direction_to(first.start, first.end);
  const Vector out = unit(first.start - first.center);
  return {-first.turn * out.y, first.turn * out.x};
}

}  // namespace

struct FieldQueries::Scratch {
  explicit Scratch(const Field::Data& data) : data(data) {}

  // Whether portals that are wide enough may connect a point with a goal.
  bool may_reach(const Location& at) const {
    const auto& reached = data.radius > 0 ? data.reached : data.connected;
    bool is = false;
    for_each_triangle_at(data.world.mesh(), at,
                         [&](TriangleId t) { is |= t < reached.end_id() && reached[t] != 0; });
    return is;
  }
  // The path that a search of its own finds.
  Path search_path(const Point& p, Index& goal) {
    goal = none;
    if (!search) search.emplace(data.world);
    if (!is_point(data.place)) return search->find_place(p, data.place, data.radius, {}, goal);
    Path path = search->find(p, data.place.parts[0].lines[0][0], data.radius);
    if (path.status == Status::found) goal = 0;
    return path;
  }
  FieldValue search_value(const Point& p) {
    Index goal = none;
    const Path path = search_path(p, goal);
    if (path.status != Status::found) return no_value(p);
    const bool is_line = !path.segments.empty() && path.segments.front().turn == 0;
    return {path.length, direction_of(path.segments), goal,
            is_line ? path.segments.front().end : p};
  }
  // The nearest of all discs of the data, and whose it is.
  struct DiscHit : DiscField::Hit {
    const DiscField* discs = nullptr;
  };
  DiscHit nearest_disc(const LocatedPoint& here) {
    DiscHit best;
    for (std::size_t i = 0; i < data.discs.size(); ++i) {
      const DiscField& discs = data.discs[i];
      if (i == collisions.size()) collisions.emplace_back(data.world, discs.radius(), data.extent);
      const DiscField::Hit hit = discs.nearest(here, collisions[i], candidates);
      if (hit.distance < best.distance) best = {hit, &discs};
    }
    return best;
  }
  bool add_path(const LocatedPoint& here, Path& path, Index& goal);

  const Field::Data& data;

 private:
  std::optional<OptimalSearch> search;
  std::deque<DiscCollision> collisions;  // for each of the discs
  std::vector<DiscField::Hit> candidates;
  std::vector<Point> polyline;
};

FieldQueries::FieldQueries(const Field& field)
    : scratch_(std::make_unique<Scratch>(*field.data_)) {}
FieldQueries::~FieldQueries() = default;

FieldValue FieldQueries::at(const Point& p) {
  const Field::Data& data = scratch_->data;
  const LocatedPoint here = data.world.located(p);
  if (!fits(data.world, here, data.radius)) {
    const auto end = free_end(data.world, p, data.radius);
    if (!end) return no_value(p);
    // The point where the disc fits may lie beside the goal.
    if (const Index goal = data.part_at(p); goal != none) return {0.0, {0.0, 0.0}, goal, p};
    if (end->radius != data.radius) return scratch_->search_value(p);
    // Blocked by rounding: as for a search, the point where the disc fits stands for it.
    FieldValue value = at(end->point);
    if (value.next == end->point) value.next = p;
    return value;
  }
  if (const Index goal = data.part_at(p); goal != none) return {0.0, {0.0, 0.0}, goal, p};
  if (data.goals.empty()) return no_value(p);
  FieldValue found = no_value(p);
  if (data.points) {
    const PointField::Hit hit = data.points->nearest(here);
    if (hit.distance < infinity) {
      const Point next = data.points->next(hit, p);
      found = {hit.distance, next == p ? Point{0.0, 0.0} : direction_to(p, next), hit.goal, next};
    }
  } else if (!data.discs.empty()) {
    const auto hit = scratch_->nearest_disc(here);
    if (hit.distance < infinity)
      found = {hit.distance, {-hit.direction.x, -hit.direction.y}, hit.goal, hit.from};
  } else {
    return scratch_->search_value(p);
  }
  return found.goal == none && scratch_->may_reach(here.at) ? scratch_->search_value(p) : found;
}

Path FieldQueries::path(const Point& p, Index& goal) {
  const Field::Data& data = scratch_->data;
  const LocatedPoint here = data.world.located(p);
  Path path = no_path_yet();
  if (!fits(data.world, here, data.radius)) return scratch_->search_path(p, goal);
  goal = data.part_at(p);
  if (goal == none && data.goals.empty()) {
    path.status = Status::goal_blocked;
    return path;
  }
  if (!data.points && data.discs.empty()) return scratch_->search_path(p, goal);
  if (goal == none && !scratch_->add_path(here, path, goal))
    return scratch_->may_reach(here.at) ? scratch_->search_path(p, goal) : path;
  path.status = Status::found;
  path.length = path.lower_bound = length_of(path.segments);
  path.optimal = true;
  return path;
}

// Adds the segments and the channel of the path that the records give. False if there is none.
bool FieldQueries::Scratch::add_path(const LocatedPoint& here, Path& path, Index& goal) {
  const Point p = here.point;
  if (!data.discs.empty()) {
    const DiscHit hit = nearest_disc(here);
    if (hit.distance == infinity) return false;
    hit.discs->trace(hit, p, path.segments);
    goal = hit.goal;
    std::vector<HalfEdgeId> portals;
    path.channel.push_back(Mesh::triangle_of(here.at.half_edge));
    if (find_channel(data.world.mesh(), here.at.half_edge, path.segments, portals))
      for (const HalfEdgeId e : portals) path.channel.push_back(Mesh::triangle_of(e));
    return true;
  }
  const PointField::Hit hit = data.points->nearest(here);
  if (hit.distance == infinity) return false;
  data.points->trace(hit, p, polyline);
  try {
    if (polyline.size() > 1) path.channel = polyline_channel(data.world, polyline);
  } catch (const InternalError&) {
    // An end that is rounded into a wall: a search knows on which side of it the path passes.
    return false;
  }
  for (std::size_t i = 1; i < polyline.size(); ++i)
    path.segments.push_back({polyline[i - 1], polyline[i], {}, 0.0, 0});
  goal = hit.goal;
  return true;
}

}  // namespace clearway
