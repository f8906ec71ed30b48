#include "corner_searches.hpp"

#include <algorithm>
#include <utility>

#include "base/prefetch.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {
namespace {

// Walls are surveyed when the searches have read this many triangles per corner (plus a few):
// sleeves are then so long that splitting busy walls first is cheaper.
constexpr std::size_t long_reads = 8, few_reads = 1000;
// Searches that found nothing and read at most this many triangles are not recorded.
constexpr std::size_t unrecorded_reads = 3;

}  // namespace

// Collects the corners to search from: those whose records have ended (of the state), and those
// whose search may read a changed triangle but was too short to be recorded (near_): the corners of
// the changed triangles, and those opposite to their sides and to the sides of their neighbours.
void CornerSearches::collect() {
  s_.resize_arrays();
  std::erase_if(s_.corners, [&](HalfEdgeId corner) {
    return !s_.mesh.is_live(Mesh::triangle_of(corner)) ||
           !s_.mesh.is_free(Mesh::triangle_of(corner));
  });
  sort_once(s_.corners);
  near_.clear();
  sort_once(s_.area);
  for (const TriangleId triangle : s_.area) {
    if (!s_.mesh.is_live(triangle) || !s_.mesh.is_free(triangle)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(triangle, i);
      near_.push_back(e);
      if (s_.mesh.constrained(e)) continue;
      const HalfEdgeId near = s_.mesh.twin(e);
      near_.push_back(Mesh::prev(near));
      for (const HalfEdgeId side : {Mesh::next(near), Mesh::prev(near)})
        if (!s_.mesh.constrained(side)) near_.push_back(Mesh::prev(s_.mesh.twin(side)));
    }
  }
  sort_once(near_);
}

void CornerSearches::run() {
  changed_.start_at_walls();
  crowded_.clear();
  feet_.clear_walls();
  if (is_bulk(s_.mesh, s_.area.size())) {
    search_all_corners();
    return;
  }
  collect();
  std::vector<HalfEdgeId> ended = std::move(s_.corners);
  s_.corners.clear();
  // As in search_all_corners(), walls found busy are split before the remaining corners are
  // searched. The searches done so far are recorded by then, and the area is kept for the next
  // call.
  std::size_t work = 0, most = long_reads * (ended.size() + near_.size()) + few_reads;
  const auto is_enough = [&] {
    work += s_.finder.reads.size();
    if (work < most) return false;
    most *= 2;
    feet_.survey();
    return feet_.has_plans() || !s_.to_retract.empty();
  };
  while (!ended.empty()) {
    const HalfEdgeId corner = ended.back();
    ended.pop_back();
    if (s_.mesh.constrained(Mesh::next(corner))) feet_.add_wall(Mesh::next(corner));
    search_from(corner, true);
    if (is_enough()) {
      s_.corners.insert(s_.corners.end(), ended.begin(), ended.end());
      return;
    }
  }
  for (const HalfEdgeId corner : near_) {
    search_from(corner, false);
    if (is_enough()) return;
  }
  for (const TriangleId t : s_.area) {
    if (!s_.mesh.is_live(t) || !s_.mesh.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i)
      if (s_.mesh.constrained(Mesh::half_edge(t, i))) feet_.add_wall(Mesh::half_edge(t, i));
    feet_.find_collisions(t);
  }
  s_.area.clear();
  feet_.survey();
}

void CornerSearches::search_all_corners() {
  s_.corners.clear();
  // In a new world a search that finds nothing has no effect, and walls without gates are not busy.
  const bool is_new = s_.t.refinements() == 0;
  // If sleeves are long, walls found busy are split before the remaining corners are searched: that
  // shortens the remaining sleeves.
  std::size_t work = 0, most = long_reads * s_.mesh.triangles.size();
  const auto look = [&](HalfEdgeId corner) {
    search_from(corner, true);
    work += s_.finder.reads.size();
  };
  // Neighbours are far apart in memory, so prefetch them some steps ahead.
  constexpr std::size_t soon = 6, later = 12;
  std::vector<TriangleId> open(s_.mesh.triangles.size() + later);
  std::size_t count = 0;
  for (const TriangleId t : s_.mesh.triangles.ids()) {
    open[count] = t;
    count += s_.mesh.is_live(t) && s_.mesh.is_free(t);
  }
  std::fill_n(open.begin() + static_cast<std::ptrdiff_t>(count), later, open[0]);
  for (std::size_t k = 0; k < count; ++k) {
    for (Index i = 0; i < 3; ++i) {
      prefetch(&s_.mesh.vertices[s_.mesh.triangles[open[k + later]].vertex[i]]);
      prefetch(
          &s_.mesh.triangles[Mesh::triangle_of(s_.mesh.twin(Mesh::half_edge(open[k + later], i)))]);
      const HalfEdgeId twin = s_.mesh.twin(Mesh::half_edge(open[k + soon], i));
      prefetch(&s_.mesh.vertices[s_.mesh.apex(twin)]);
    }
    const TriangleId t = open[k];
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!is_new) {
        if (s_.mesh.constrained(e)) feet_.add_wall(e);
        look(Mesh::prev(e));
      } else if (const HalfEdgeId twin = s_.mesh.twin(e); e < twin && !s_.mesh.constrained(e)) {
        const auto [left, right] = s_.finder.may_cross(e);
        if (left) look(Mesh::prev(e));
        if (right) look(Mesh::prev(twin));
      }
    }
    feet_.find_collisions(t);
    if (work < most) continue;
    feet_.survey();
    if (feet_.has_plans()) return;
    most *= 2;
  }
  s_.area.clear();
  feet_.survey();
}

// Searches for a gate from a corner and records the result. With `sure` the search is recorded even
// if it reads no changed triangle.
void CornerSearches::search_from(HalfEdgeId corner, bool sure) {
  check_interrupt();
  s_.finder.reads.clear();
  if (s_.records.is_recorded(corner)) return;
  const HalfEdgeId opposite = Mesh::next(corner);
  const bool is_height = s_.mesh.constrained(opposite);
  if (is_height && !feet_.is_on_busy(opposite)) return;
  const bool found = is_height ? s_.finder.find_height(corner, s_.limit, sleeve_)
                               : s_.finder.find(corner, s_.limit, sleeve_);
  const bool kept = found || s_.finder.reads.size() > unrecorded_reads;
  if (!kept && s_.t.refinements() == 0) return;
  if (!sure && std::none_of(s_.finder.reads.begin(), s_.finder.reads.end(), [&](TriangleId t) {
        return std::binary_search(s_.area.begin(), s_.area.end(), t);
      }))
    return;
  bool foot = false;
  if (found) {
    if (feet_.is_on_busy(sleeve_.wall)) {
      // A new foot is tested after it has been inserted. If this foot has already been tried,
      // record what the test depends on instead.
      foot = feet_.plan(sleeve_.wall, sleeve_.foot) || s_.finder.is_alone(corner, sleeve_);
    } else {
      feet_.add_wall(sleeve_.wall);
    }
  }
  const bool crowded = found && !foot && sleeve_.is_crowded() && s_.finder.is_gate(corner, sleeve_);
  if (s_.t.refinements() > s_.fresh.size())
    for (const TriangleId triangle : s_.finder.reads)
      for (const VertexId v : s_.mesh.triangles[triangle].vertex)
        if (s_.mesh.is_refinement(v) && !s_.mesh.is_busy(v) && !s_.fresh.contains(v))
          s_.to_retract.push_back(v);
  if (!kept) return;
  const bool is_gate = found && !is_height;
  const RecordId record =
      s_.records.add(is_gate ? RecordedSearch::gate(corner, sleeve_.wall, sleeve_.width)
                             : RecordedSearch::look(corner));
  s_.note_reads(record);
  if (!is_gate) return;
  charges(sleeve_, s_.mesh, turns_);
  for (const HalfEdgeId turn : turns_) {
    s_.records.charge(record, turn);
    s_.stale.push_back(Mesh::triangle_of(turn));
  }
  if (crowded) crowded_.plan(record, sleeve_);
}

}  // namespace clearway
