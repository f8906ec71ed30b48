// The answer of a query before a path is found.
#pragma once

#include <limits>

#include "clearway/path/path.hpp"

namespace clearway {

// Makes `path` that answer; keeps its memory.
inline void begin_path(Path& path) {
  path.status = Status::no_path;
  path.length = path.lower_bound = std::numeric_limits<double>::infinity();
  path.optimal = false;
  path.segments.clear();
  path.channel.clear();
  path.stats = {};
}

}  // namespace clearway
