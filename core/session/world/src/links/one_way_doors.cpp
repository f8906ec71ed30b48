#include "clearway/session/one_way_doors.hpp"

#include <algorithm>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "door_line.hpp"
#include "features/door_sides.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/triangles_at.hpp"
#include "state/world_state.hpp"

namespace clearway {

namespace {

// 1 if p, seen from `at`, lies left of a line that bends there, -1: right, 0: on it.
int side_of_bend(const Point& before, const Point& at, const Point& after, const Point& p) {
  const int first = orientation(before, at, p), second = orientation(at, after, p);
  if (orientation(before, at, after) < 0) {
    if (first < 0 && second < 0) return -1;
    return first > 0 || second > 0 ? 1 : 0;
  }
  if (first > 0 && second > 0) return 1;
  return first < 0 || second < 0 ? -1 : 0;
}

// Whether a wall leads away from the end of the door on the side of the line where the door is not:
// anything but a door that the line passes there as it is open.
bool is_closed_at(const WorldReading& reading, const std::vector<Handle>& doors,
                  const EndPassing& at) {
  const World& world = reading.world();
  const Mesh& mesh = world.mesh();
  const int door = side_of_bend(at.before, at.end, at.after, at.other);
  const auto is_passed = [&](HalfEdgeId e, const Point& wall) {
    const std::vector<Handle> owners = world.owners_of_edge(e);
    // A line that has the wall on its left passes it to the right, seen from the end of the door.
    const Point &from = door < 0 ? at.end : wall, &to = door < 0 ? wall : at.end;
    return std::all_of(owners.begin(), owners.end(), [&](Handle h) {
      return std::binary_search(doors.begin(), doors.end(), h) &&
             leads_right(reading.features().doors.at(h), from, to);
    });
  };
  bool is_vertex = false, is_closed = door == 0;
  for_each_triangle_at(mesh, world.locate(at.end), [&](TriangleId t) {
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const bool leaves = mesh.point(mesh.origin(e)) == at.end;
      if (!leaves && mesh.point(mesh.target(e)) != at.end) continue;
      is_vertex = true;
      if (is_closed || !mesh.constrained(e)) continue;
      const Point wall = mesh.point(leaves ? mesh.target(e) : mesh.origin(e));
      is_closed = side_of_bend(at.before, at.end, at.after, wall) == -door && !is_passed(e, wall);
    }
  });
  return is_closed || !is_vertex;
}

double near_of(std::span<const Segment> walk, const std::vector<Point>& line) {
  double radius = 0.0;
  for (const Segment& s : walk)
    if (s.turn != 0) radius = std::max(radius, s.radius);
  return tolerance::touches_door * scale_of(line) + tolerance::arc_at_door * radius;
}

// Whether the line from p to q passes the door as it is open, well inside of both, or is away from
// it.
bool is_clear_of(const Point& p, const Point& q, const DoorLine& door) {
  const double apart = std::min({distance(p, door.a, door.b), distance(q, door.a, door.b),
                                 distance(door.a, p, q), distance(door.b, p, q)});
  const int from = door.side(p), to = door.side(q);
  if (from * to < 0) {
    const double at = door.meets(p, q);
    if (!door.is_beside(at)) return !door.end_at(at) && to == door.allowed;
  }
  return apart > door.near;
}

// Where the line from p to q meets ab, as a fraction of it.
double fraction_at(const Point& p, const Point& q, const Point& a, const Point& b) {
  const double from = signed_distance(p, a, b), to = signed_distance(q, a, b);
  return from == to ? 0.0 : std::clamp(from / (from - to), 0.0, 1.0);
}

}  // namespace

std::vector<Handle> open_one_way_doors(const WorldReading& reading) {
  return directed_doors(reading.features(), WorldState::of(reading).variant.get());
}

bool passes_wrong_way(const WorldReading& reading, std::span<const Segment> path) {
  bool is_wrong = false;
  const std::vector<Handle> doors = open_one_way_doors(reading);
  if (doors.empty()) return false;
  for_each_walk(path, [&](std::span<const Segment> walk) {
    const std::vector<Point> line = door_polyline(walk);
    const double near = tolerance::touches_door * scale_of(line);
    for (const Handle h : doors)
      for_each_door_segment(
          reading.features().doors.at(h), [&](const Point& a, const Point& b, int side) {
            is_wrong = is_wrong || passes(line, {a, b, near, side}, [&](const EndPassing& at) {
                         return is_closed_at(reading, doors, at);
                       });
          });
  });
  return is_wrong;
}

bool passes_surely(const WorldReading& reading, std::span<const Segment> path) {
  bool is_sure = true;
  const std::vector<Handle> doors = open_one_way_doors(reading);
  if (doors.empty()) return true;
  for_each_walk(path, [&](std::span<const Segment> walk) {
    const std::vector<Point> line = door_polyline(walk);
    const double near = near_of(walk, line);
    for (const Handle h : doors)
      for_each_door_segment(reading.features().doors.at(h),
                            [&](const Point& a, const Point& b, int side) {
                              for (std::size_t i = 1; is_sure && i < line.size(); ++i) {
                                check_interrupt();
                                is_sure = is_clear_of(line[i - 1], line[i], {a, b, near, side});
                              }
                            });
  });
  return is_sure;
}

std::shared_ptr<SharedWorld> without_directions(const WorldReading& reading) {
  if (open_one_way_doors(reading).empty()) return nullptr;
  WorldState& state = WorldState::of(reading);
  WorldState& base = state.variant ? state.variant->base : state;
  VariantSpec spec = state.variant ? state.variant->spec : VariantSpec{};
  spec.ignores_directions = true;
  return base.variants.get(base, spec);
}

std::optional<DoorCrossing> first_wrong_crossing(const WorldReading& reading, const Point& from,
                                                 const Point& to) {
  std::optional<DoorCrossing> first;
  const std::vector<Point> line{from, to};
  const std::vector<Handle> doors = open_one_way_doors(reading);
  for (const Handle h : doors)
    for_each_door_segment(
        reading.features().doors.at(h), [&](const Point& a, const Point& b, int side) {
          const DoorLine door{a, b, tolerance::touches_door * scale_of(line), side};
          if (!passes(line, door,
                      [&](const EndPassing& at) { return is_closed_at(reading, doors, at); }))
            return;
          const double t = fraction_at(from, to, a, b);
          if (!first || t < first->fraction) first = DoorCrossing{h, t};
        });
  return first;
}

}  // namespace clearway
