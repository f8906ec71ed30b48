// Queries about points of a shared world that need more than the world itself: rows of the mesh
// snapshot, or data that is kept between calls. For all others use SharedWorld::read and
// query/queries.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/query/queries.hpp"
#include "clearway/session/shared_world.hpp"

namespace clearway {

// The row of a triangle that contains each point, -1 outside; and the number of steps of each walk.
struct LocatedRows {
  std::vector<std::int32_t> rows, steps;
};
LocatedRows locate_rows(const SharedWorld& shared, std::span<const Point> points);

// Whether a disc can move from each start to its end. Up to World::max_radius() the bottleneck
// forest answers, which is built once per version; above it an exact search for each pair.
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
