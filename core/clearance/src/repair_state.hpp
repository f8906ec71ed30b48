// What the parts of a repair of the clearance layer share (clearance_repair.hpp). Private to the
// clearance module.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "clearance/search_records.hpp"
#include "clearance/sleeve_finder.hpp"
#include "clearance/turn_widths.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

struct RepairState {
  RepairState(double max_width, SearchRecords& searches, TurnWidths& turn_widths,
              Triangulation& triangulation)
      : limit(max_width),
        records(searches),
        widths(turn_widths),
        t(triangulation),
        mesh(triangulation.mesh),
        finder(triangulation, &searches) {}

  // Makes room for the triangles that the mesh has now.
  void resize_arrays() {
    records.resize(mesh.triangles.size());
    widths.resize(mesh.triangles.size());
  }
  // Notes a search in all triangles that the finder has read for it.
  void note_reads(RecordId record) {
    for (const TriangleId triangle : finder.reads) records.note(triangle, record);
  }
  // The gate from this corner to the busy vertex at its foot must be tested again.
  void doubt(VertexId corner, VertexId foot) {
    feet_to_test.push_back(foot);
    lost_gates.insert(pair_of(corner, foot));
  }

  const double limit;  // wider gates are ignored
  SearchRecords& records;
  TurnWidths& widths;
  Triangulation& t;
  const Mesh& mesh;
  SleeveFinder finder;

  std::vector<TriangleId> area;      // changed triangles whose surroundings must be searched again
  std::vector<TriangleId> stale;     // triangles whose turn widths must be measured again
  std::vector<HalfEdgeId> corners;   // corners whose recorded search has ended
  std::vector<VertexId> to_retract;  // refinement vertices to retract
  std::unordered_set<VertexId> fresh;  // refinement vertices of this repair, except busy ones
  std::vector<VertexId> feet_to_test;  // busy vertices to test again
  std::unordered_set<std::uint64_t> lost_gates;  // gates to test again: pair_of(corner, foot)
};

// Sorts in ascending order and removes duplicates.
template <class T>
void sort_once(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

// Whether so many triangles have changed that a pass over the whole mesh is cheaper than one over
// the surroundings of the changes.
inline bool is_bulk(const Mesh& mesh, std::size_t changed) {
  constexpr std::size_t few = 1000;
  return changed > few && 2 * changed >= mesh.triangles.size();
}

}  // namespace clearway
