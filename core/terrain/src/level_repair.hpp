// New levels after an edit, by removing leaves of the dual graph again, from a region outwards.
//
// Candidates for levels 2 and 3 are all triangles of the region, and those outside that had one of
// these levels. No other triangle outside can get one: a tree outside keeps its only portal to the
// rest. So the candidates are a superset of the triangles with new levels 2 and 3, and removing
// leaves from any superset leaves exactly these.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "repair_region.hpp"
#include "terrain/abstraction_tables.hpp"

namespace clearway {

class LevelRepair {
 public:
  LevelRepair(const Mesh& mesh, AbstractionTables& tables, const RepairRegion& region)
      : mesh_(mesh), t_(tables), region_(region), is_changed_(tables.level.size(), 0) {}

  void run();

  // Triangles outside the region whose level was changed at some time, with the level before. It
  // may be the same again.
  const std::vector<std::pair<TriangleId, std::int8_t>>& changed() const { return changed_; }

 private:
  bool is_candidate(TriangleId t) const { return t_.level[t] > 1; }
  std::vector<TriangleId> candidates() const;
  std::int8_t count_candidates_at(TriangleId t) const;
  void set_level(TriangleId t, std::int8_t level);
  void remove_leaves();

  const Mesh& mesh_;
  AbstractionTables& t_;
  const RepairRegion& region_;
  IdVector<TriangleId, std::uint8_t> is_changed_;
  std::vector<std::pair<TriangleId, std::int8_t>> changed_;
  std::vector<TriangleId> leaves_;
};

}  // namespace clearway
