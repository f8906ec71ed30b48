// How far a path runs inside areas.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "clearway/features/feature.hpp"
#include "clearway/geometry/segment.hpp"

namespace clearway {

// Factors of areas by name, each above 0 and finite. Areas without one have the factor 1.
using AreaFactors = std::map<std::string, double>;

// The factor where these areas overlap: the product.
double factor_of(const AreaFactors& factors, const std::vector<std::string>& names);

// The length that a path runs inside all the areas with these names, and inside no others.
struct AreaShare {
  std::vector<std::string> names;  // ascending
  double length;
};

// Obstacles that touch a path, with all their chains, and the bounds, without chains if they do not
// touch it. Others may be among them.
struct TouchedObstacles {
  Obstacles obstacles, bounds;
};
using ObstaclesAlong = std::function<TouchedObstacles(std::span<const Segment>)>;

// Lines and arcs are cut where they cross the rings of areas; each piece is inside or outside as
// its middle is. Areas with the same name count once where they overlap. A piece that runs along a
// boundary, up to rounding (2^-49 of the coordinates), is outside; with factors, it is on the side
// that costs less, of those where the path can be: not inside an obstacle, and not behind a wall
// that it touches. `obstacles` is called only if a path runs along a boundary between two factors;
// without it there are none. Links have no length. The lengths are correct to a few units in the
// last place of the length of each segment. In ascending order of the names; the share without
// names comes first, if there is one. Cost: the segments of the path times those of the areas and
// of the obstacles that it touches, pruned by boxes.
std::vector<AreaShare> area_lengths(const Features& features, std::span<const Segment> path,
                                    const AreaFactors& factors = {},
                                    const ObstaclesAlong& obstacles = {});

// The cost of a path, without its links.
double area_cost(const Features& features, std::span<const Segment> path,
                 const AreaFactors& factors, const ObstaclesAlong& obstacles = {});

}  // namespace clearway
