// Batches of paths by several hierarchies of one world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "clearway/session/paths.hpp"
#include "clearway/session/shared_hierarchy.hpp"

namespace clearway {

// One path for each start, all for one version of the world. Path i is planned by
// levels[level_of[i]] for a disc of radius planned_radii[i], which is at least radii[i]. If it is
// larger, the path is legal for the disc of radius radii[i], too, but proved to be shortest only if
// it is straight; and if the larger disc has no path, an exact search for radii[i] decides.
// InvalidInput: points or radii as in paths.hpp, lists of different lengths, no level, a level out
// of range or of another world.
Answers find_paths(std::span<const SharedHierarchy* const> levels,
                   std::span<const std::int32_t> level_of, std::span<const Point> starts,
                   std::span<const Point> goals, std::span<const double> planned_radii,
                   std::span<const double> radii, std::size_t threads,
                   Snapping* snapping = nullptr);

}  // namespace clearway
