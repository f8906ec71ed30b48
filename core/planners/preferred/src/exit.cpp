#include "exit.hpp"

#include <algorithm>

#include "clearway/geometry/predicates.hpp"
#include "clearway/query/queries.hpp"
#include "geometry/construction.hpp"
#include "query/nearest_free_points.hpp"

namespace clearway {
namespace {

// Points that are searched for, where the nearest cannot be reached straight.
constexpr int most_searches = 4;

}  // namespace

std::optional<Exit> find_exit(const GateSet& gates, PieceFinder& pieces, const Stop& stop,
                              Direction direction, double clearance, double max_length,
                              double below) {
  const World& world = gates.world();
  const auto is_on_side = [&](const Point& p) {
    if (!stop.gate) return true;
    const Gate& gate = gates[stop.gate->id];
    const int side = orientation(gate.from, gate.to, p);
    return side != 0 && (side > 0) == stop.is_left(direction);
  };
  const auto is_near = [&](const std::vector<Segment>& path) {
    return gates_between(gates, stop, stop, path, below).empty();
  };
  std::optional<Exit> best;
  int searches = 0;
  NearestFreePoints candidates(world, stop.point, clearance);
  while (const auto point = candidates.next(~std::uint64_t{0}, max_length)) {
    const double length = distance(stop.point, *point);
    if (length > max_length || (best && length >= best->length)) break;
    if (!is_on_side(*point)) continue;
    const std::vector<Segment> line{{stop.point, *point, {}, 0.0, 0}};
    if (!raycast(world, stop.point, *point, pieces.searched(stop.clearance))) {
      if (is_near(line)) return Exit{*point, line, length};
      continue;
    }
    if (++searches > most_searches) break;
    auto path = pieces.find(stop.point, *point, stop.clearance);
    if (!path || path->length > max_length || (best && path->length >= best->length)) continue;
    if (is_near(path->segments)) best = {*point, std::move(path->segments), path->length};
  }
  return best;
}

}  // namespace clearway
