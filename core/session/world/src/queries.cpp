#include "clearway/session/queries.hpp"

#include <array>
#include <limits>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/query/free_sampler.hpp"
#include "clearway/query/queries.hpp"
#include "clearway/session/places.hpp"
#include "geometry/construction.hpp"
#include "geometry/domain.hpp"
#include "links/feature_search.hpp"
#include "path/find_channel.hpp"
#include "query/free.hpp"
#include "query/free_end.hpp"
#include "query/narrowest.hpp"
#include "query/swept_triangles.hpp"
#include "state/world_state.hpp"
#include "world/input_side.hpp"

namespace clearway {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void check_pairs(std::span<const Point> starts, std::span<const Point> ends) {
  if (starts.size() != ends.size()) throw InvalidInput("starts and ends differ in number");
  check_domain(starts);
  check_domain(ends);
}

// answer(world, point) for each point, in order. Doors that are open, also to one side only, are
// not there.
template <class T, class F>
std::vector<T> answers(const SharedWorld& shared, std::span<const Point> points, F&& answer) {
  check_domain(points);
  const WorldReading reading(shared);
  const RelaxedReading relaxed(reading);
  std::vector<T> out;
  out.reserve(points.size());
  for (const Point& p : points) {
    check_interrupt();
    out.push_back(answer(relaxed.world(), p));
  }
  return out;
}

std::vector<Place> places_at(std::span<const Point> points) {
  std::vector<Place> out;
  out.reserve(points.size());
  for (const Point& p : points) out.push_back(hop_end(p, p).place);
  return out;
}

// A ray ends where it passes a door to the wrong side.
void stop_at_doors(const WorldReading& reading, const Point& from, const Point& to,
                   std::optional<Hit>& hit) {
  const auto door = first_wrong_crossing(reading, from, to);
  const double length = door ? door->fraction * distance(from, to) : 0.0;
  if (!door || (hit && hit->distance <= length)) return;
  const double t = door->fraction;
  hit = Hit{{from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)}, length, door->door};
}

}  // namespace

std::vector<std::uint8_t> are_free(const SharedWorld& shared, std::span<const Point> points,
                                   double radius) {
  check_radius(radius);
  return answers<std::uint8_t>(shared, points, [radius](const World& world, const Point& p) {
    return is_free(world, p, radius);
  });
}

std::vector<double> clearances(const SharedWorld& shared, std::span<const Point> points) {
  return answers<double>(shared, points,
                         [](const World& world, const Point& p) { return clearance(world, p); });
}

std::vector<Point> snap_points(const SharedWorld& shared, std::span<const Point> points,
                               double radius) {
  check_radius(radius);
  return answers<Point>(shared, points, [radius](const World& world, const Point& p) {
    return snap(world, p, radius).value_or(Point{nan, nan});
  });
}

std::vector<std::optional<Hit>> cast_rays(const SharedWorld& shared, std::span<const Point> starts,
                                          std::span<const Point> ends, double radius) {
  check_pairs(starts, ends);
  check_radius(radius);
  const WorldReading reading(shared);
  const RelaxedReading relaxed(reading);
  std::vector<std::optional<Hit>> out;
  out.reserve(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    check_interrupt();
    std::optional<Hit> hit = raycast(relaxed.world(), starts[i], ends[i], radius);
    if (relaxed.get()) stop_at_doors(reading, starts[i], ends[i], hit);
    out.push_back(std::move(hit));
  }
  return out;
}

std::vector<Point> random_points(const SharedWorld& shared, std::size_t count, double radius,
                                 std::uint64_t seed) {
  check_radius(radius);
  const WorldReading reading(shared);
  const RelaxedReading relaxed(reading);
  FreeSampler sampler(relaxed.world(), radius, seed);
  std::vector<Point> out;
  while (out.size() < count) {
    check_interrupt();
    const auto p = sampler.next();
    if (!p) break;
    out.push_back(*p);
  }
  return out;
}

LocatedRows locate_rows(const SharedWorld& shared, std::span<const Point> points) {
  check_domain(points);
  const WorldReading reading(shared);
  const Rows& rows = WorldState::of(reading).updated_rows();
  LocatedRows out;
  out.rows.reserve(points.size());
  out.steps.reserve(points.size());
  for (const Point& p : points) {
    check_interrupt();
    const Location at = locate_in_mesh(reading.world(), p);
    out.rows.push_back(rows.row(Mesh::triangle_of(at.half_edge)));
    out.steps.push_back(static_cast<std::int32_t>(at.steps));
  }
  return out;
}

std::vector<std::uint8_t> reachable(const SharedWorld& shared, std::span<const Point> starts,
                                    std::span<const Point> ends, std::span<const double> radii) {
  check_pairs(starts, ends);
  if (starts.size() != radii.size()) throw InvalidInput("starts and radii differ in number");
  check_radii(radii);
  const WorldReading reading(shared);
  if (FeatureSearch::is_needed(reading)) [[unlikely]]
    return reachable(shared, places_at(starts), places_at(ends), radii);
  const Bottlenecks& bottlenecks = WorldState::of(reading).updated_bottlenecks();
  std::vector<std::uint8_t> out;
  out.reserve(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    check_interrupt();
    if (radii[i] <= reading.world().max_radius()) {
      out.push_back(bottlenecks.reachable(starts[i], ends[i], radii[i]));
      continue;
    }
    const SearchLoan searches(WorldState::of(reading));
    out.push_back(searches->optimal.find(starts[i], ends[i], radii[i]).status == Status::found);
  }
  return out;
}

std::vector<double> max_radii(const SharedWorld& shared, std::span<const Point> starts,
                              std::span<const Point> ends) {
  check_pairs(starts, ends);
  const WorldReading reading(shared);
  if (FeatureSearch::is_needed(reading)) [[unlikely]]
    return max_radii(shared, places_at(starts), places_at(ends));
  const Bottlenecks& bottlenecks = WorldState::of(reading).updated_bottlenecks();
  std::vector<double> out;
  out.reserve(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    check_interrupt();
    const double radius = bottlenecks.max_radius(starts[i], ends[i]);
    out.push_back(radius < 0 ? nan : radius);
  }
  return out;
}

Narrowest narrowest_on(const SharedWorld& shared, const Point& start, const Point& goal,
                       std::span<const Segment> path, std::span<const TriangleId> channel) {
  check_domain(std::array{start, goal});
  check_domain(path);
  const WorldReading reading(shared);
  const World& world = reading.world();
  const Mesh& mesh = world.mesh();
  const Narrowest nowhere{nan, {nan, nan}};
  const auto free_start = free_end(world, start, 0.0), free_goal = free_end(world, goal, 0.0);
  if (!free_start || !free_goal) return nowhere;
  const LocatedPoint from = world.located(free_start->point);
  for (const TriangleId t : channel)
    if (t >= mesh.triangles.end_id() || !mesh.is_live(t)) return nowhere;
  std::vector<HalfEdgeId> portals;
  const bool is_channel = channel.empty() ? find_channel(mesh, from.at.half_edge, path, portals)
                                          : portals_between(mesh, channel, portals);
  if (!is_channel) return nowhere;
  const TriangleId first = channel.empty() ? Mesh::triangle_of(from.at.half_edge) : channel[0];
  return narrowest(world, first, portals, free_start->point, free_goal->point);
}

std::vector<std::int32_t> swept_rows(const SharedWorld& shared, std::span<const Segment> path,
                                     double radius) {
  check_domain(path);
  check_radius(radius);
  const WorldReading reading(shared);
  const Rows& rows = WorldState::of(reading).updated_rows();
  std::vector<std::int32_t> out;
  for (const TriangleId t : swept_triangles(reading.world(), path, radius))
    out.push_back(rows.row(t));
  return out;
}

}  // namespace clearway
