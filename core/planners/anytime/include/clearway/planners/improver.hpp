// The interface of anytime searches: a first path early, better ones while there is time, the
// shortest at the end.
#pragma once

#include "clearway/path/path.hpp"

namespace clearway {

class Improver {
 public:
  virtual ~Improver() = default;

  // Continues the search until there is a path to return: a shorter one than the last, or the last
  // one with a better lower bound. Null: the search has ended. If there is no path, the first call
  // returns one without segments, whose status gives the reason. The world must not change between
  // calls.
  // If an interrupt check throws, the search keeps its state, and next() continues from there.
  virtual const Path* next() = 0;

  // The last path with the best proved lower bound; final once next() has returned null.
  virtual const Path& best() const = 0;
};

}  // namespace clearway
