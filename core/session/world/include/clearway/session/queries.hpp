// Queries about points of a shared world, in batches: those of query/queries.hpp, and others that
// need rows of the mesh snapshot or data that is kept between calls.
//
// All answers of one call belong to one version of the world, in the order of the points. Points
// and radii as in paths.hpp: InvalidInput outside the numeric domain, and if arguments that belong
// together differ in number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "clearway/query/queries.hpp"
#include "clearway/session/shared_world.hpp"

namespace clearway {

// is_free(), clearance(), snap() and raycast() for each point or pair. snap_points: NaN where the
// disc fits nowhere.
std::vector<std::uint8_t> are_free(const SharedWorld& shared, std::span<const Point> points,
                                   double radius);
std::vector<double> clearances(const SharedWorld& shared, std::span<const Point> points);
std::vector<Point> snap_points(const SharedWorld& shared, std::span<const Point> points,
                               double radius);
std::vector<std::optional<Hit>> cast_rays(const SharedWorld& shared, std::span<const Point> starts,
                                          std::span<const Point> ends, double radius);

// The first `count` points of FreeSampler; fewer, if the disc fits nowhere.
std::vector<Point> random_points(const SharedWorld& shared, std::size_t count, double radius,
                                 std::uint64_t seed);

// The row of a triangle that contains each point, -1 outside; and the number of steps of each walk.
struct LocatedRows {
  std::vector<std::int32_t> rows, steps;
};
LocatedRows locate_rows(const SharedWorld& shared, std::span<const Point> points);

// Whether a disc can move from each start to its end. Up to World::max_radius() the
// bottlenecks between portals answer, which are built once and repaired by the first call after an
// edit, at a cost of about the square root of the world's size; above it an exact search for each
// pair.
std::vector<std::uint8_t> reachable(const SharedWorld& shared, std::span<const Point> starts,
                                    std::span<const Point> ends, std::span<const double> radii);
// The radius of the largest disc that can; NaN where not even a point can. Above
// World::max_radius() only an upper bound.
std::vector<double> max_radii(const SharedWorld& shared, std::span<const Point> starts,
                              std::span<const Point> ends);

// The narrowest point of a path, and the largest disc that can follow its channel; NaN if the
// current mesh has no channel along it. `channel`: slots; if empty, the triangles that the segments
// cross.
Narrowest narrowest_on(const SharedWorld& shared, const Point& start, const Point& goal,
                       std::span<const Segment> path, std::span<const TriangleId> channel);

// The rows of the triangles that a moving disc touches.
std::vector<std::int32_t> swept_rows(const SharedWorld& shared, std::span<const Segment> path,
                                     double radius);

}  // namespace clearway
