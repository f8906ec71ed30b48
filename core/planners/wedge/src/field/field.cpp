#include "clearway/planners/field.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "clearway/base/interrupt.hpp"
#include "clearway/base/progress.hpp"
#include "clearway/geometry/predicates.hpp"
#include "data.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/triangles_at.hpp"
#include "planners/common/stopwatch.hpp"
#include "wedge_searches.hpp"

namespace clearway {
namespace {

// Marks the free triangles that edges connect with those of the goals; crosses(half-edge): whether
// an unconstrained edge counts.
template <class Crosses>
void flood_from(const Mesh& mesh, const FieldGoals& goals, Crosses crosses,
                IdVector<TriangleId, char>& out) {
  std::vector<TriangleId> queue;
  const auto add = [&](TriangleId t) {
    if (!mesh.is_free(t) || out[t]) return;
    out[t] = 1;
    queue.push_back(t);
  };
  for (const FieldSource& source : goals.sources) for_each_triangle_at(mesh, source.point.at, add);
  for (const FieldSegment& segment : goals.segments) add(segment.triangle);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    check_interrupt();
    for (Index k = 0; k < 3; ++k) {
      const HalfEdgeId e = Mesh::half_edge(queue[i], k);
      if (!mesh.constrained(e) && crosses(e)) add(Mesh::triangle_of(mesh.twin(e)));
    }
  }
}

}  // namespace

Field::Data::Data(const World& its_world, Place its_place, double its_radius)
    : world(its_world),
      place(std::move(its_place)),
      radius(its_radius),
      goals(find_field_goals(world, place, radius)) {
  const Stopwatch stopwatch;
  const Mesh& mesh = world.mesh();
  for (const Point& p : world.bounds().points)
    extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
  for (const PlacePart& part : place.parts) {
    Box box{{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (const std::vector<Point>& line : part.lines)
      for (const Point& p : line) {
        box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
        box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
      }
    boxes.push_back(box);
  }
  connected.assign(mesh.triangles.size(), 0);
  if (radius > 0) reached = connected;
  for (const FieldGoals& some : goals) {
    flood_from(mesh, some, [](HalfEdgeId) { return true; }, connected);
    const auto begin = [](const IdVector<TriangleId, char>& within) {
      if (is_counted()) begin_phase("triangles", std::count(within.begin(), within.end(), 1));
    };
    if (radius == 0) {
      begin(connected);
      points.emplace(world, some, extent);
      continue;
    }
    flood_from(
        mesh, some,
        [&](HalfEdgeId e) {
          return compare_distance(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)),
                                  2 * some.radius) >= 0;
        },
        reached);
    begin(reached);
    if (some.radius >= DiscWedgeSearch::least_ratio * extent)
      discs.emplace_back(world, some, extent);
  }
  if (discs.size() != goals.size()) discs.clear();
  seconds = stopwatch.seconds();
}

Index Field::Data::part_at(const Point& p) const {
  for (Index i = 0; i < boxes.size(); ++i) {
    const auto& [low, high] = boxes[i];
    if (p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y &&
        place.parts[i].contains(p))
      return i;
  }
  return none;
}

bool Field::Data::may_free_goals(TriangleId t) const {
  const Mesh& mesh = world.mesh();
  const double near = radius * (1 + tolerance::radius) + extent * tolerance::bend;
  Box own{{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  for (const VertexId v : mesh.triangles[t].vertex) {
    const Point p = mesh.point(v);
    own.low = {std::min(own.low.x, p.x - near), std::min(own.low.y, p.y - near)};
    own.high = {std::max(own.high.x, p.x + near), std::max(own.high.y, p.y + near)};
  }
  return std::any_of(boxes.begin(), boxes.end(), [&](const Box& box) {
    return own.low.x <= box.high.x && own.high.x >= box.low.x && own.low.y <= box.high.y &&
           own.high.y >= box.low.y;
  });
}

Field::Field(const World& world, Place goals, double radius)
    : data_(std::make_unique<Data>(world, std::move(goals), radius)) {}
Field::~Field() = default;
Field::Field(Field&&) noexcept = default;

const Place& Field::goals() const { return data_->place; }
double Field::radius() const { return data_->radius; }

Field::Stats Field::stats() const {
  Stats out{};
  out.seconds = data_->seconds;
  out.bytes = data_->connected.capacity() + data_->reached.capacity();
  const auto add = [&](const auto& records) {
    out.sources += records.sources();
    out.roots += records.roots();
    out.records += records.records();
    out.strips += records.strips();
    out.bytes += records.bytes();
  };
  if (data_->points) add(*data_->points);
  for (const DiscField& discs : data_->discs) add(discs);
  return out;
}

// Slots that the edit has reused stand for other triangles now. What it removed was not connected;
// what it added, which covers the same area, must not touch what was over a portal, and must not be
// near to a goal, of which the edit may have freed more.
bool Field::is_untouched_by(const Edit& edit) const {
  const Mesh& mesh = data_->world.mesh();
  const auto& connected = data_->connected;
  const auto was_connected = [&](TriangleId t) {
    return t < connected.end_id() && connected[t] != 0;
  };
  if (std::any_of(edit.removed.begin(), edit.removed.end(), was_connected)) return false;
  return std::none_of(edit.added.begin(), edit.added.end(), [&](TriangleId t) {
    if (was_connected(t) || (mesh.is_live(t) && data_->may_free_goals(t))) return true;
    if (!mesh.is_live(t) || !mesh.is_free(t)) return false;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!mesh.constrained(e) && was_connected(Mesh::triangle_of(mesh.twin(e)))) return true;
    }
    return false;
  });
}

}  // namespace clearway
