// The abstraction of one version (terrain/abstraction.hpp) as compact arrays: rows of the mesh
// snapshot instead of slots, structures numbered without gaps.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/session/shared_world.hpp"

namespace clearway {

// T: triangles; D: decision nodes; C: corridors; E: dead ends; G: gates; N: nodes of the
// bottleneck forest; P: pairs. A gate is two points, between which it is narrowest.
struct TerrainSnapshot {
  std::uint64_t version = 0;
  Index components = 0;
  std::vector<std::int8_t> levels;                           // T
  std::vector<std::int32_t> component;                       // T
  std::vector<std::int32_t> adjacent, structures;            // T x 3
  std::vector<double> chokes, angles, lengths;               // T x 3
  std::vector<std::int32_t> decisions;                       // D
  std::vector<std::int32_t> ends, end_sides;                 // C x 2
  std::vector<double> corridors;                             // C x 4: width, room, angle, length
  std::vector<double> gates;                                 // C x 4: the narrowest gate
  std::vector<std::int32_t> corridor_starts, corridor_path;  // C + 1, all its triangles
  std::vector<std::int32_t> roots, root_sides;               // E: -1 where unrooted
  std::vector<std::int32_t> dead_end_starts, dead_end_path;  // E + 1
  std::vector<double> dead_end_widths;                       // E: infinity without a gate
  std::vector<double> dead_end_gates;                        // E x 4: NaN without a gate
  std::vector<double> choke_widths;                          // G
  std::vector<double> choke_gates;                           // G x 4
  std::vector<std::int32_t> choke_places;    // G x 2: level; dead end, corridor or decision node
  std::vector<std::int32_t> reach_parents;   // N: the forest of BottleneckForest; itself: a root
  std::vector<double> reach_widths;          // N: -1 at roots
  std::vector<std::int32_t> decision_nodes;  // D x 3: by side
  std::vector<std::int32_t> corridor_nodes;  // C x 2: of a portal on it; of the exit of its gate
  std::vector<double> exits;                 // C: the widest disc that gets out there
  std::vector<std::int32_t> near_pairs;      // P x 2: corridors whose gates are joined near by,
  std::vector<double> near_widths;           // P: for discs that get out of neither
};

TerrainSnapshot terrain_snapshot(const SharedWorld& shared);

}  // namespace clearway
