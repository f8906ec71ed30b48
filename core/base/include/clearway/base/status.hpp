// The outcome of a search.
#pragma once

#include <cstdint>

namespace clearway {

enum class Status : std::uint8_t {
  found = 0,
  partial = 1,
  no_path = 2,
  start_blocked = 3,
  goal_blocked = 4
};

struct SearchStats {
  std::uint64_t expanded = 0, generated = 0;
  double seconds = 0.0;
};

}  // namespace clearway
