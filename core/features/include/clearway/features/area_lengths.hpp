// How far a path runs inside areas.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "clearway/features/feature.hpp"
#include "clearway/geometry/segment.hpp"

namespace clearway {

// The length that a path runs inside all the areas with these names, and inside no others.
struct AreaShare {
  std::vector<std::string> names;  // ascending
  double length;
};

// Lines and arcs are cut where they cross the rings of areas; each piece is inside or outside as
// its middle is. Areas with the same name count once where they overlap. A piece that runs along a
// boundary, up to rounding (2^-49 of the coordinates), is outside. Links have no length. The
// lengths are correct to a few units in the last place of the length of each segment. In ascending
// order of the names; the share without names comes first, if there is one. Cost: the segments of
// the path times those of the areas, pruned by boxes.
std::vector<AreaShare> area_lengths(const Features& features, std::span<const Segment> path);

}  // namespace clearway
