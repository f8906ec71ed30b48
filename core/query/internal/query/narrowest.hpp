// The narrowest point of a channel, and the largest disc that can follow it.
#pragma once

#include <span>
#include <vector>

#include "clearway/query/queries.hpp"

namespace clearway {

// The channel is given as for DiscFunnel::pull. Exact up to World::max_radius(); the radius is
// rounded down. The ends must be free for a point.
Narrowest narrowest(const World& world, TriangleId first, std::span<const HalfEdgeId> portals,
                    const Point& start, const Point& goal);

// The half-edges by which each triangle of a sequence is entered from the previous one; false if
// two of them are not neighbours across an unconstrained side.
bool portals_between(const Mesh& mesh, std::span<const TriangleId> triangles,
                     std::vector<HalfEdgeId>& portals);

}  // namespace clearway
