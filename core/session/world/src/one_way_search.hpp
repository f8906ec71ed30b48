// What searches need to pass doors that are open to one side (session/one_way_doors.hpp).
#pragma once

#include <memory>
#include <optional>
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

 private:
  std::shared_ptr<SharedWorld> world_;
  std::optional<WorldReading> reading_;
};

// Straight lines through these doors, for a disc: at right angles, in several points of each free
// stretch.
std::vector<Hop> door_hops(const WorldReading& reading, const WorldReading& relaxed, double radius);

}  // namespace clearway
