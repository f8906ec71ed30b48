// The best path of an anytime search so far, and the rule by which it prunes.
#pragma once

#include <algorithm>
#include <limits>

#include "clearway/path/path.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

class Incumbent {
 public:
  // No path is shorter than `straight`, the distance between the ends.
  void begin(double straight);

  bool is_found() const { return path_.status == Status::found; }
  // Whether a path of this length is no improvement. Sums of rounded distances differ by less than
  // tolerance::estimate if they are equal.
  bool beats(double length) const { return length >= path_.length * (1 - tolerance::estimate); }
  // Whether a state with this lower bound can be discarded.
  bool prunes(double f) const { return is_found() && beats(f); }

  // Takes segments and channel of a shorter path, and leaves its own there. False: it is no
  // shorter.
  bool offer(Path& path);
  void replace(Path&& path) { path_ = std::move(path); }

  // A channel with this lower bound could not be pulled tight: a shorter path may be inside.
  void add_failed(double f) { failed_ = std::min(failed_, f); }
  double failed() const { return failed_; }

  // The end of the search. `bound`: a lower bound on paths that were not searched.
  void finish(bool is_proved, double bound);

  Path& path() { return path_; }
  const Path& path() const { return path_; }

 private:
  Path path_;
  double straight_ = 0.0;
  double failed_ = std::numeric_limits<double>::infinity();  // least f of a failed channel
};

}  // namespace clearway
