#include "exit.hpp"

#include <utility>

#include "clearway/query/queries.hpp"
#include "geometry/construction.hpp"
#include "query/nearest_free_points.hpp"

namespace clearway {
namespace {

// Points that are searched for, where the nearest cannot be reached straight.
constexpr int most_searches = 4;
// Steps of the search for points: beyond, climbing in smaller steps finds nearer ones sooner.
constexpr std::uint64_t most_steps = 1 << 14;
// How often the difference of clearances is halved. Clearance grows all along a climb, which
// follows the steepest ascent the better the smaller its steps are; that crosses no gate.
constexpr int most_halvings = 6;

}  // namespace

std::optional<Exit> ExitFinder::find(const Stop& stop, Direction direction, double clearance,
                                     double max_length) {
  return climb(stop, cell_of(routes_.tree, stop, direction), clearance, max_length, most_halvings);
}

std::optional<Exit> ExitFinder::climb(const Stop& stop, CellId cell, double clearance,
                                      double max_length, int halvings) {
  if (auto exit = find_nearest(stop, cell, clearance, max_length)) return exit;
  if (halvings == 0 || pieces_.is_used_up()) return std::nullopt;
  const double half = stop.clearance + 0.5 * (clearance - stop.clearance);
  if (!(half > stop.clearance && half < clearance)) return std::nullopt;
  auto lower = climb(stop, cell, half, max_length, halvings - 1);
  if (!lower) return std::nullopt;
  const Stop between{lower->at, half, {}};
  auto upper = climb(between, cell, clearance, max_length - lower->length, halvings - 1);
  if (!upper) return std::nullopt;
  lower->segments.insert(lower->segments.end(), upper->segments.begin(), upper->segments.end());
  return Exit{upper->at, std::move(lower->segments), lower->length + upper->length};
}

std::optional<Exit> ExitFinder::find_nearest(const Stop& stop, CellId cell, double clearance,
                                             double max_length) {
  const World& world = routes_.world;
  const GateTree& tree = routes_.tree;
  const auto is_wanted = [&](const Point& p) {
    return routes_.bottlenecks.reachable(stop.point, p, pieces_.searched(stop.clearance)) &&
           tree.route(cell, tree.cell(p), below_).empty();
  };
  const auto is_near = [&](const std::vector<Segment>& path) {
    return gates_between(tree.gates(), stop, stop, path, below_).empty();
  };
  std::optional<Exit> best;
  int searches = 0;
  NearestFreePoints candidates(world, stop.point, clearance);
  while (const auto point = candidates.next(most_steps, max_length)) {
    const double length = distance(stop.point, *point);
    if (length > max_length || (best && length >= best->length)) break;
    if (!is_wanted(*point)) continue;
    const std::vector<Segment> line{{stop.point, *point, {}, 0.0, 0}};
    if (!raycast(world, stop.point, *point, pieces_.searched(stop.clearance))) {
      if (is_near(line)) return Exit{*point, line, length};
      continue;
    }
    if (++searches > most_searches) break;
    auto path = pieces_.find(stop.point, *point, stop.clearance);
    if (!path || path->length > max_length || (best && path->length >= best->length)) continue;
    if (is_near(path->segments)) best = {*point, std::move(path->segments), path->length};
  }
  return best;
}

}  // namespace clearway
