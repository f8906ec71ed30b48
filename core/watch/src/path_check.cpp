#include "path_check.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "clearway/query/queries.hpp"
#include "collision/measure.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "obstacles/input_chains.hpp"
#include "pinched.hpp"
#include "query/clearance.hpp"
#include "query/free.hpp"

namespace clearway {
namespace {

// The rounding of a path: a few units in the last place of its coordinates.
double rounding(const PathRest& rest) {
  double size = rest.radius;
  for (const Segment& s : rest.path)
    size = std::max(
        {size, std::abs(s.start.x), std::abs(s.start.y), std::abs(s.end.x), std::abs(s.end.y)});
  return tolerance::path_point * size;
}

bool fits_now(const World& world, const PathRest& rest) {
  if (is_free(world, rest.position, rest.radius)) return true;
  const double slack = rounding(rest);
  if (rest.radius > 0) return clearance(world, rest.position) >= rest.radius - slack;
  // For a point, a clearance of 0 proves nothing: rounding may have put it beyond a wall it
  // touches.
  const auto free = snap(world, rest.position, 0.0);
  return free && distance(*free, rest.position) <= slack;
}

bool is_blocked(const World& world, const PathRest& rest, std::span<const Handle> added) {
  const auto is_crossed = [](const Verdict& v) { return v.crosses || !v.inside; };
  const Verdict verdict = measure(input_chains(world.obstacles(added)), rest.path);
  if (is_crossed(verdict)) {
    if (rest.path.front().start == rest.from) return true;
    // The position is rounded, and with it the line from there, which may now be on the other side
    // of something that the line touched. If the uncut line is legal, so is the rest of it.
    std::vector<Segment> uncut(rest.path.begin(), rest.path.end());
    uncut.front().start = rest.from;
    if (is_crossed(measure(input_chains(world.obstacles(added)), uncut))) return true;
  }
  const double slack = rounding(rest);
  if (verdict.clearance < rest.radius - slack) return true;
  return rest.radius == 0 && verdict.clearance <= slack && is_pinched(world, rest.path, rest.from);
}

}  // namespace

PathState check_path(const World& world, const PathRest& rest, std::span<const Handle> added) {
  if (added.empty()) return PathState::legal;
  if (!fits_now(world, rest)) return PathState::inside;
  bool is_any_blocked = false;
  for_each_walk(rest.path, [&](std::span<const Segment> walk) {
    const Point from = walk.data() == rest.path.data() ? rest.from : walk.front().start;
    const PathRest piece{walk, from, rest.position, rest.radius};
    is_any_blocked = is_any_blocked || is_blocked(world, piece, added);
  });
  return is_any_blocked ? PathState::blocked : PathState::legal;
}

}  // namespace clearway
