#include "door_hops.hpp"

#include <array>
#include <limits>
#include <optional>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/query/queries.hpp"
#include "clearway/session/one_way_doors.hpp"
#include "door_line.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "query/free_parts.hpp"

namespace clearway {

namespace {

// Where a free stretch of a door is crossed, as fractions of it.
constexpr double crossings[] = {0.5, 0.25, 0.75, 0.125, 0.875, 0x1p-6, 1 - 0x1p-6};

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
    for_each_door_segment(
        reading.features().doors.at(h), [&](const Point& a, const Point& b, int side) {
          check_interrupt();
          for (const FreePart& free : free_parts(relaxed.world(), a, b, radius))
            for (const double t : crossings)
              add(h, {free.a.x + t * (free.b.x - free.a.x), free.a.y + t * (free.b.y - free.a.y)},
                  a, b, side);
        });
  return out;
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
    for_each_door_segment(reading.features().doors.at(h), [&](const Point& a, const Point& b, int) {
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
  const std::vector<Point> line = door_polyline({&piece, 1});
  const double near = tolerance::touches_door * scale_of(line);
  for (const Handle h : open_one_way_doors(reading))
    for_each_door_segment(reading.features().doors.at(h), [&](const Point& a, const Point& b, int) {
      meets = meets || passes(line, {a, b, near, 0}, [](const EndPassing&) { return true; });
    });
  return meets;
}

}  // namespace clearway
