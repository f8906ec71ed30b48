#include "level_repair.hpp"

#include <algorithm>

#include "clearway/base/interrupt.hpp"
#include "terrain/abstraction.hpp"

namespace clearway {

void LevelRepair::run() {
  for (const TriangleId t : region_.triangles())
    t_.level[t] = mesh_.is_live(t) && mesh_.is_free(t) ? 3 : Abstraction::blocked;
  // All counts come before the first new level: a triangle of level 1 is no longer a candidate.
  const std::vector<TriangleId> triangles = candidates();
  std::vector<std::int8_t> counts;
  for (const TriangleId t : triangles) counts.push_back(count_candidates_at(t));
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const TriangleId t = triangles[i];
    if (counts[i] <= 1)
      leaves_.push_back(t);
    else if (counts[i] != t_.level[t])
      set_level(t, counts[i]);
  }
  for (const TriangleId t : leaves_) set_level(t, 1);
  remove_leaves();
}

// The candidates of the region and those next to it: only their counts can have changed.
std::vector<TriangleId> LevelRepair::candidates() const {
  std::vector<TriangleId> inside, outside;
  for (const TriangleId t : region_.triangles()) {
    check_interrupt();
    if (!is_candidate(t)) continue;
    inside.push_back(t);
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (mesh_.constrained(e)) continue;
      const TriangleId other = Mesh::triangle_of(mesh_.twin(e));
      if (!region_.contains(other) && is_candidate(other)) outside.push_back(other);
    }
  }
  std::sort(outside.begin(), outside.end());
  outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
  inside.insert(inside.end(), outside.begin(), outside.end());
  return inside;
}

std::int8_t LevelRepair::count_candidates_at(TriangleId t) const {
  std::int8_t count = 0;
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(t, i);
    count += !mesh_.constrained(e) && is_candidate(Mesh::triangle_of(mesh_.twin(e)));
  }
  return count;
}

void LevelRepair::set_level(TriangleId t, std::int8_t level) {
  if (!region_.contains(t) && !is_changed_[t]) {
    is_changed_[t] = 1;
    changed_.push_back({t, t_.level[t]});
  }
  t_.level[t] = level;
}

// As in find_levels(). A leaf without any portal is an island.
void LevelRepair::remove_leaves() {
  while (!leaves_.empty()) {
    check_interrupt();
    const TriangleId t = leaves_.back();
    leaves_.pop_back();
    bool has_portal = false;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (mesh_.constrained(e)) continue;
      has_portal = true;
      const TriangleId next = Mesh::triangle_of(mesh_.twin(e));
      if (!is_candidate(next)) continue;
      set_level(next, static_cast<std::int8_t>(t_.level[next] - 1));
      if (t_.level[next] == 1) leaves_.push_back(next);
    }
    if (!has_portal) t_.level[t] = 0;
  }
}

}  // namespace clearway
