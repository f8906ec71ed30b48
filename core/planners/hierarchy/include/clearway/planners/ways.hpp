// Paths between two points for a range of radii, by breakpoints (Bhatena, 5.2.1).
//
// The shortest path of the smallest disc serves every larger disc that passes its channel. A new
// path begins where the channel closes, or where following it has become so much longer that
// another may be shorter. Lengths of shortest paths grow with the radius, so for every radius a
// path is no longer than (1 + tolerance) times the shortest.
#pragma once

#include <functional>
#include <vector>

#include "clearway/funnel/disc_funnel.hpp"
#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// A shortest path for this radius, with its channel.
using ExactSearch = std::function<Path(const Point&, const Point&, double)>;

// least <= most, most may be infinite. step > 0: only least + k * step matter.
struct RadiusRange {
  double least = 0.0, most = 0.0, step = 0.0;
  bool is_one() const { return least == most; }
  // The greatest radius of interest not above r >= least; and the least one above it.
  double floor(double r) const;
  double after(double r) const;

 private:
  double at(double k) const;
};

// What is kept between two points for the radii from `least` to `most`.
struct Way {
  double least, most;
  double shortest, longest;  // when pulled tight for these two
  std::vector<TriangleId> channel;
  std::vector<Segment> segments;  // for `least`
  std::vector<Segment> wide;      // for `most`; empty: the same
  // For a radius between: exact at both ends, within the tolerance in the middle.
  double length(double radius) const;
};

// In ascending order, without overlap. A radius between two paths has the second, which is legal
// for it. Above the last there is none, or one more than twice as long as the first. radii.most is
// finite. One search per path. `funnel` is scratch of the caller.
std::vector<Way> ways_between(const World& world, DiscFunnel& funnel, const ExactSearch& exact,
                              const Point& a, const Point& b, const RadiusRange& radii,
                              double tolerance);

// Pulls the channel of a path, a sequence of neighbours, tight again for its two radii. False: it
// is not known to be a path from a to b, or its lengths differ by more than rounding. True: it is
// legal for all its radii. The ends must be free for discs of way.most.
bool refit(const World& world, DiscFunnel& funnel, const Point& a, const Point& b, Way& way);

}  // namespace clearway
