// What searches need to pass doors that are open to one side (session/one_way_doors.hpp).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "clearway/session/one_way_doors.hpp"
#include "link_tables.hpp"

namespace clearway {

// A reading of the variant in which these doors are open to both sides; none if there are none.
// Made by the thread that holds the reading: the threads of a batch share it.
class RelaxedReading {
 public:
  explicit RelaxedReading(const WorldReading& reading);
  const WorldReading* get() const { return reading_ ? &*reading_ : nullptr; }
  // Where discs stand and fit: beside these doors as if they were not there.
  const World& world() const { return reading_ ? reading_->world() : own_; }

 private:
  const World& own_;
  std::shared_ptr<SharedWorld> world_;
  std::optional<WorldReading> reading_;
};

// Ways through these doors, for a disc: at right angles where that is free, in several points of
// each free stretch.
std::vector<Hop> door_hops(const WorldReading& reading, const WorldReading& relaxed, double radius);

// Points where the disc fits if the doors are walls, and from where a straight line leads to p, or
// from p if it `leaves`, that passes no door the wrong way. p alone if it fits there. None: it does
// not fit at p, or lies close to a door in a place that is too narrow.
std::vector<Point> stand_ins(const WorldReading& reading, const WorldReading& relaxed,
                             const Point& p, double radius, bool leaves);

// Whether a line or arc of a path meets one of the doors.
bool meets_one_way_door(const WorldReading& reading, const Segment& piece);

}  // namespace clearway
