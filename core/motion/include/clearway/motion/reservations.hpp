// Reserved motions: where discs will be at which times, and when others can pass.
//
// Every answer is on the safe side: a time or departure reported as free keeps centres the sum of
// the radii apart, up to tolerance::apart. On lines it is exact. An arc counts as chords, from
// which discs keep tolerance::chord_error of its radius farther away than necessary.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "clearway/motion/motion.hpp"
#include "clearway/motion/times.hpp"

namespace clearway {

class Reservations {
 public:
  using Id = std::int64_t;

  // `cell`: the side of the squares by which motions are found, > 0. Any value is correct; lengths
  // of a few radii are fast.
  explicit Reservations(double cell);
  ~Reservations();

  // Reserves the motions of a disc, in the order of time; between them it is nowhere. Ids ascend
  // and are not used again. Does not test for conflicts. Throws InvalidInput for times that are
  // NaN, descend, or are infinite (only a wait may end at infinity); after any exception nothing is
  // reserved.
  Id add(std::vector<Motion> motions, double radius);
  // False if there is no such id.
  bool remove(Id id) noexcept;
  std::size_t size() const;
  std::vector<Id> ids() const;
  // Null if there is no such id.
  const std::vector<Motion>* motions(Id id) const;

  // The times at which a disc at this place would be in conflict; open intervals.
  std::vector<TimeInterval> blocked_times(const Point& place, double radius) const;

  // The departures for which a disc that makes these motions, shifted in time by the departure,
  // would be in conflict; open intervals. Only departures in [from, until] are of interest: others
  // may be left out.
  std::vector<TimeInterval> blocked_departures(std::span<const Motion> motions, double radius,
                                               double from, double until) const;

  // The first conflict of a disc that makes these motions, by the exact test of conflict.hpp.
  struct Conflict {
    double time;
    Id with;
  };
  std::optional<Conflict> first_conflict(std::span<const Motion> motions, double radius) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace clearway
