// Questions about places of a shared world that need more than the world itself: rows of the mesh
// snapshot, what is kept between calls, or both. For all others: SharedWorld::read and
// query/queries.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clearway/query/narrowest.hpp"
#include "clearway/session/shared_world.hpp"

namespace clearway {

// The row of a triangle that holds each point, -1 outside; and the steps that locating it took.
struct LocatedRows {
  std::vector<std::int32_t> rows, steps;
};
LocatedRows locate_rows(const SharedWorld& shared, std::span<const Point> points);

// Whether a disc gets from each start to its end. Up to World::max_radius() from the bottleneck
// forest, made once a version; above it by an exact search for each.
std::vector<std::uint8_t> reachable(const SharedWorld& shared, std::span<const Point> starts,
                                    std::span<const Point> ends, std::span<const double> radii);
// The largest disc that does; NaN where not even a point does. Above World::max_radius() only an
// upper bound.
std::vector<double> max_radii(const SharedWorld& shared, std::span<const Point> starts,
                              std::span<const Point> ends);

// Where a path is narrowest, and the largest disc that can follow its channel; NaN where it leads
// through no channel of the mesh as it is. `channel`: slots; where it is empty, the triangles that
// the segments cross.
Narrowest narrowest_on(const SharedWorld& shared, const Point& start, const Point& goal,
                       std::span<const Segment> path, std::span<const TriangleId> channel);

// Rows of the triangles that a disc passes over.
std::vector<std::int32_t> swept_rows(const SharedWorld& shared, std::span<const Segment> path,
                                     double radius);

}  // namespace clearway
