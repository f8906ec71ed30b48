#include "path.hpp"

#include <vector>

#include "geometry/arc.hpp"

namespace clearway {
namespace {

// An angle far above rounding and below half a turn.
constexpr double short_arc = 1.0;

}  // namespace

void write_disc_path(const DiscRoots& roots, DiscRootId last, const Vector& departure,
                     const Point& start, const Point& goal, double radius, Path& path) {
  std::vector<DiscRootId> chain;
  for (DiscRootId r = last; r != none; r = roots[r].parent) chain.push_back(r);
  Point here = start;
  for (std::size_t i = chain.size(); i-- > 0;) {
    const DiscRoot& root = roots[chain[i]];
    if (root.vertex == none) continue;
    const Vector leave = i > 0 ? roots[chain[i - 1]].arrival : departure;
    const Point in = root.circle.touch(root.arrival), out = root.circle.touch(leave);
    if (in != here) path.segments.push_back({here, in, {}, 0.0, 0});
    here = in;
    const Segment arc{in, out, root.circle.center, radius, root.side};
    // Rounding can put the end of an arc of no length before its beginning: of the two directions,
    // or of the two points.
    if (in == out || (roots.turned(root, leave) < short_arc &&
                      (root.side * rounded_side(root.arrival, leave) <= 0 || is_backwards(arc))))
      continue;
    path.segments.push_back(arc);
    here = out;
  }
  if (here != goal) path.segments.push_back({here, goal, {}, 0.0, 0});
}

}  // namespace clearway
