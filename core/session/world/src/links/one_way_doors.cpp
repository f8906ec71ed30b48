#include "clearway/session/one_way_doors.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/query/queries.hpp"
#include "features/door_sides.hpp"
#include "geometry/arc.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/triangles_at.hpp"
#include "one_way_search.hpp"
#include "query/free_parts.hpp"
#include "state/world_state.hpp"

namespace clearway {

namespace {

// Where a free stretch of a door is crossed, as fractions of it.
constexpr double crossings[] = {0.5, 0.25, 0.75, 0.125, 0.875, 0x1p-6, 1 - 0x1p-6};

// Calls visit(a, b, side) for the segments of a door; side +1: it may be passed to the left.
template <class Visit>
void for_each_segment(const PlacedFeature& door, Visit visit) {
  const Obstacles& shape = door.shape;
  const int side = static_cast<int>(door.feature.direction);
  for (std::size_t k = 0; k + 1 < shape.chain_starts.size(); ++k)
    for (auto i = shape.chain_starts[k] + 1; i < shape.chain_starts[k + 1]; ++i)
      visit(shape.points[i - 1], shape.points[i], side);
}

std::vector<Point> polyline(std::span<const Segment> walk) {
  std::vector<Point> out{walk.front().start};
  for (const Segment& s : walk) {
    if (s.turn != 0) {
      const double sweep = sweep_of(s),
                   from = std::atan2(s.start.y - s.center.y, s.start.x - s.center.x);
      const int count = 1 + static_cast<int>(sweep * tolerance::points_of_arc_at_door);
      for (int i = 1; i < count; ++i) {
        const double angle = from + s.turn * sweep * i / count;
        out.push_back(
            {s.center.x + s.radius * std::cos(angle), s.center.y + s.radius * std::sin(angle)});
      }
    }
    out.push_back(s.end);
  }
  return out;
}

// Of p from the line ab, positive to the left of it.
double signed_distance(const Point& p, const Point& a, const Point& b) {
  return ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / distance(a, b);
}

// Whether a line that bends at `at`, an end of the door, goes around that end: then the door is
// inside the bend.
bool goes_around(const Point& before, const Point& at, const Point& after, const Point& other) {
  const int turn = orientation(before, at, after);
  return turn != 0 && orientation(before, at, other) == turn &&
         orientation(at, after, other) == turn;
}

// A segment ab of a door. What is not farther away than `near` touches it.
struct DoorLine {
  const Point &a, &b;
  double near;
  int allowed;  // the side to which it may be passed

  // 1 if p is left of its line, -1: right, 0: on it.
  int side(const Point& p) const {
    const double off = signed_distance(p, a, b);
    return std::abs(off) <= near ? 0 : off > 0 ? 1 : -1;
  }
  // The distance along it from a.
  double along(const Point& p) const {
    return ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length();
  }
  double length() const { return distance(a, b); }
  // Null: it is not at an end.
  const Point* end_at(double at) const {
    return std::abs(at) <= near ? &a : std::abs(at - length()) <= near ? &b : nullptr;
  }
  bool is_beside(double at) const { return at < -near || at > length() + near; }
  // Where the line from p to q, on both sides of it, meets its line.
  double meets(const Point& p, const Point& q) const {
    const double from = signed_distance(p, a, b), to = signed_distance(q, a, b),
                 t = from / (from - to);
    return along({p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)});
  }
};

struct Passing {
  bool passes;
  const Point* end = nullptr;  // where exactly at an end of the door
};

// How a line passes a door that is on one side of it at `first` and on the other at `last`, and on
// its line in between.
Passing passing_between(const std::vector<Point>& line, std::size_t first, std::size_t last,
                        const DoorLine& door) {
  const bool is_direct = first + 1 == last;
  const double at = is_direct ? door.meets(line[first], line[last]) : door.along(line[last - 1]);
  if (door.is_beside(at)) return {false};
  const Point* end = door.end_at(at);
  if (!end || is_direct) return {true, end};
  // Along the door, or along its line, and then off at its end: around it.
  if (first + 2 < last) return {false};
  return {!goes_around(line[first], *end, line[last], end == &door.a ? door.b : door.a), end};
}

// A line from `before` to `after` through an end of a door, whose other end is `other`.
struct EndPassing {
  const Point &before, &end, &after, &other;
};

// Whether the line passes the door to the side that is not allowed. is_closed(EndPassing): whether
// there is no way around that end.
template <class IsClosed>
bool passes(const std::vector<Point>& line, const DoorLine& door, IsClosed is_closed) {
  std::size_t last = line.size();  // the last point beside the door's line
  int side = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    check_interrupt();
    const int now = door.side(line[i]);
    if (now == 0) continue;
    if (side != 0 && now != side && now != door.allowed) {
      const Passing how = passing_between(line, last, i, door);
      if (how.passes && !how.end) return true;
      if (how.passes && is_closed(EndPassing{line[last], *how.end, line[i],
                                             how.end == &door.a ? door.b : door.a}))
        return true;
    }
    side = now;
    last = i;
  }
  return false;
}

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

double scale_of(const std::vector<Point>& line) {
  double out = 0.0;
  for (const Point& p : line) out = std::max({out, std::abs(p.x), std::abs(p.y)});
  return out;
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
    const std::vector<Point> line = polyline(walk);
    const double near = tolerance::touches_door * scale_of(line);
    for (const Handle h : doors)
      for_each_segment(
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
    const std::vector<Point> line = polyline(walk);
    const double near = near_of(walk, line);
    for (const Handle h : doors)
      for_each_segment(reading.features().doors.at(h),
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
    for_each_segment(reading.features().doors.at(h), [&](const Point& a, const Point& b, int side) {
      const DoorLine door{a, b, tolerance::touches_door * scale_of(line), side};
      if (!passes(line, door,
                  [&](const EndPassing& at) { return is_closed_at(reading, doors, at); }))
        return;
      const double t = fraction_at(from, to, a, b);
      if (!first || t < first->fraction) first = DoorCrossing{h, t};
    });
  return first;
}

RelaxedReading::RelaxedReading(const WorldReading& reading)
    : own_(reading), world_(without_directions(reading)), owner_(std::this_thread::get_id()) {
  if (world_) reading_.emplace(*world_);
}

void RelaxedReading::prepare(std::span<const double> radii) const {
  if (!reading_) return;
  for (const double radius : radii)
    if (overlays_.size() < most_overlays) overlays(radius);
  is_prepared_ = true;
}

const OverlayPair* RelaxedReading::overlays(double radius) const {
  if (const auto known = overlays_.find(radius); known != overlays_.end()) return &known->second;
  if (is_prepared_ || std::this_thread::get_id() != owner_) return nullptr;
  if (overlays_.size() >= most_overlays) overlays_.clear();
  return &overlays_.emplace(radius, OverlayPair(own_, false, radius)).first->second;
}

std::vector<Point> stand_ins(const WorldReading& reading, const WorldReading& relaxed,
                             const Point& p, double radius, bool leaves) {
  if (is_free(reading.world(), p, radius)) return {p};
  std::vector<Point> out;
  if (!is_free(relaxed.world(), p, radius)) return out;
  const auto add = [&](const Point& q) {
    const Segment line{leaves ? p : q, leaves ? q : p, {}, 0.0, 0};
    if (is_free(reading.world(), q, radius) &&
        !raycast(relaxed.world(), line.start, line.end, radius) &&
        !passes_wrong_way(reading, {&line, 1}))
      out.push_back(q);
  };
  if (const auto free = snap(reading.world(), p, radius)) add(*free);
  for (const Handle h : open_one_way_doors(reading))
    for_each_segment(reading.features().doors.at(h), [&](const Point& a, const Point& b, int) {
      check_interrupt();
      if (distance(p, a, b) > radius) return;
      const double length = distance(a, b), at = signed_distance(p, a, b);
      const double off = radius + tolerance::beside_door * (length + radius);
      for (const double there : {off, -off})
        add({p.x - (b.y - a.y) / length * (there - at), p.y + (b.x - a.x) / length * (there - at)});
    });
  return out;
}

bool meets_one_way_door(const WorldReading& reading, const Segment& piece) {
  bool meets = false;
  const std::vector<Point> line = polyline({&piece, 1});
  const double near = tolerance::touches_door * scale_of(line);
  for (const Handle h : open_one_way_doors(reading))
    for_each_segment(reading.features().doors.at(h), [&](const Point& a, const Point& b, int) {
      meets = meets || passes(line, {a, b, near, 0}, [](const EndPassing&) { return true; });
    });
  return meets;
}

namespace {

// Points beside a door from where, or to where, the disc can pass it at `at`.
class Crossing {
 public:
  Crossing(const WorldReading& reading, const WorldReading& relaxed, double radius, const Point& a,
           const Point& b)
      : reading_(reading), relaxed_(relaxed), radius_(radius), a_(a), b_(b) {}

  // A point to the left of the door (side 1) or to the right.
  std::optional<Point> beside_door(const Point& at, int side) const {
    const double length = distance(a_, b_),
                 off = radius_ + tolerance::beside_door * (length + radius_);
    const double nx = -side * (b_.y - a_.y) / length, ny = side * (b_.x - a_.x) / length;
    const Point right_angle{at.x + nx * off, at.y + ny * off};
    if (is_good(at, right_angle, side)) return right_angle;
    // Where that is blocked: the nearest points where the disc fits.
    for (const Point& p : {right_angle, Point{at.x + nx * tolerance::beside_door * length,
                                              at.y + ny * tolerance::beside_door * length}})
      if (const auto near = snap(reading_.world(), p, radius_))
        if (is_good(at, *near, side)) return near;
    return std::nullopt;
  }

 private:
  bool is_good(const Point& at, const Point& p, int side) const {
    return orientation(a_, b_, p) == side && is_free(reading_.world(), p, radius_) &&
           !raycast(relaxed_.world(), p, at, radius_);
  }

  const WorldReading &reading_, &relaxed_;
  const double radius_;
  const Point &a_, &b_;
};

}  // namespace

std::vector<Hop> door_hops(const WorldReading& reading, const WorldReading& relaxed,
                           double radius) {
  std::vector<Hop> out;
  const auto add = [&](Handle door, const Point& at, const Point& a, const Point& b, int side) {
    // A point may touch a wall from both sides, but not pass it where the door lies on it.
    if (radius == 0 && clearance(relaxed.world(), at) == 0) return;
    const Crossing crossing(reading, relaxed, radius, a, b);
    const auto from = crossing.beside_door(at, -side), to = crossing.beside_door(at, side);
    if (!from || !to) return;
    const std::array<Segment, 2> lines{Segment{*from, at, {}, 0.0, 0},
                                       Segment{at, *to, {}, 0.0, 0}};
    if (passes_wrong_way(reading, lines)) return;
    out.push_back({door, hop_end(*from, *from), hop_end(*to, *to),
                   distance(*from, at) + distance(at, *to), std::numeric_limits<double>::infinity(),
                   true, at});
  };
  for (const Handle h : open_one_way_doors(reading))
    for_each_segment(reading.features().doors.at(h), [&](const Point& a, const Point& b, int side) {
      check_interrupt();
      for (const FreePart& free : free_parts(relaxed.world(), a, b, radius))
        for (const double t : crossings)
          add(h, {free.a.x + t * (free.b.x - free.a.x), free.a.y + t * (free.b.y - free.a.y)}, a, b,
              side);
    });
  return out;
}

}  // namespace clearway
