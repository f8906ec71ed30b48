// The world in which doors that are open to one side are open to both (session/one_way_doors.hpp).
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <thread>

#include "clearway/session/one_way_doors.hpp"
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

}  // namespace clearway
