// What searches need to pass doors that are open to one side (session/one_way_doors.hpp).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "clearway/session/one_way_doors.hpp"
#include "tables.hpp"
#include "weighted/overlays.hpp"

namespace clearway {

// A reading of the variant in which these doors are open to both sides; none if there are none.
// Made by the thread that holds the reading: the threads of a batch share it.
class RelaxedReading {
 public:
  explicit RelaxedReading(const WorldReading& reading);
  const WorldReading* get() const { return reading_ ? &*reading_ : nullptr; }
  // Where discs stand and fit: beside these doors as if they were not there.
  const World& world() const { return reading_ ? reading_->world() : own_.world(); }

  // The overlays of the world for this radius, in which these doors may be passed as they are open;
  // valid until the next call. Other threads than the one that made this get those that are
  // prepared, or null: a lock of their own might wait for an edit that waits for this reading.
  const OverlayPair* overlays(double radius) const;
  // For a batch: prepares those of the first `most_overlays` radii, if there are such doors. Then
  // there are no others.
  void prepare(std::span<const double> radii) const;
  static constexpr std::size_t most_overlays = 4;

 private:
  const WorldReading& own_;
  std::shared_ptr<SharedWorld> world_;
  std::optional<WorldReading> reading_;
  std::thread::id owner_;
  mutable bool is_prepared_ = false;
  mutable std::map<double, OverlayPair> overlays_;
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
