// Anytime search step by step, whatever the algorithm: a path soon, better ones while there is
// time, the shortest at the end.
#pragma once

#include "clearway/path/path.hpp"

namespace clearway {

class Improver {
 public:
  virtual ~Improver() = default;

  // Searches on until there is a path to hand out: a shorter one than the last, or the last one
  // with more proved about it. Null: the search has ended. Ends that cannot be joined give one
  // path without a way, whose status says why. The world must not change between calls. What an
  // interrupt check throws leaves the search where it was: next() goes on from there.
  virtual const Path* next() = 0;

  // The last path with all that is proved about it: final once next() returned null.
  virtual const Path& best() const = 0;
};

}  // namespace clearway
