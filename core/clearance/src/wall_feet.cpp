#include "wall_feet.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "clearway/base/interrupt.hpp"
#include "foot.hpp"
#include "own_gate.hpp"

namespace clearway {

namespace {

// How often one repair makes the same wall busy. Rounding may take its feet away again; the limit
// keeps the two from alternating forever.
constexpr int most_raised = 3;

std::uint64_t hash_of(const Point& p) {
  return std::bit_cast<std::uint64_t>(p.x) * 0x9e3779b97f4a7c15u ^
         std::rotl(std::bit_cast<std::uint64_t>(p.y), 29);
}

}  // namespace

bool WallFeet::is_on_busy(HalfEdgeId wall) const {
  for (const VertexId v : {s_.mesh.origin(wall), s_.mesh.target(wall)})
    if (s_.mesh.is_refinement(v)) return s_.t.run_of(v).busy > 0;
  return false;
}

// Whether the busy vertex f is still the foot of a gate. Records the gates found and the triangles
// that they depend on.
bool WallFeet::is_still_foot(VertexId f) {
  const Mesh& mesh = s_.mesh;
  HalfEdgeId wall = mesh.vertices[f].edge;
  while (!mesh.constrained(wall)) wall = mesh.rotate_ccw(wall);
  bool is_kept = false;
  const HalfEdgeId first = mesh.vertices[f].edge;
  HalfEdgeId e = first;
  do {
    const HalfEdgeId edge = mesh.twin(e);
    Point foot;
    const bool is_noted = s_.records.is_foot(mesh, edge);
    if (is_noted || is_own_gate(s_, edge, foot)) {
      if (is_noted) foot = own_foot(s_.t, edge);
      // A vertex inserted in this repair may be a step of doubles away from its exact position.
      is_kept = is_kept || inserted_.contains(f) || place_of(s_.t, wall, foot) == mesh.point(f);
      if (!is_noted) s_.note_reads(s_.records.add(RecordedSearch::foot(mesh.origin(edge), f)));
    } else if (s_.lost_gates.contains(pair_of(mesh.origin(edge), f))) {
      // The edge has ceased to be a gate. Tests of other gates may have stopped at it, so these
      // gates must be tested again.
      for (const TriangleId triangle : {Mesh::triangle_of(edge), Mesh::triangle_of(e)})
        s_.records.for_each_other(triangle, [&](RecordId record) {
          const RecordedSearch& search = s_.records[record];
          if (!search.is_foot()) return;
          s_.feet_to_test.push_back(search.vertex());
          next_lost_.insert(pair_of(search.corner_vertex(), search.vertex()));
          s_.records.end(record);
        });
    }
    e = mesh.rotate_ccw(e);
  } while (e != first);
  return is_kept;
}

void WallFeet::check() {
  while (!s_.feet_to_test.empty()) {
    sort_once(s_.feet_to_test);
    const std::vector<VertexId> doubtful = std::exchange(s_.feet_to_test, {});
    s_.resize_arrays();
    next_lost_.clear();
    std::vector<VertexId> gone;
    std::unordered_map<const Triangulation::Run*, std::size_t> lost;
    for (const VertexId f : doubtful) {
      check_interrupt(4);
      if (!s_.mesh.is_live_vertex(f) || !s_.mesh.is_busy(f) || is_still_foot(f)) continue;
      gone.push_back(f);
      ++lost[&s_.t.run_of(f)];
    }
    std::swap(s_.lost_gates, next_lost_);
    if (gone.empty()) continue;
    std::erase_if(lost, [](const auto& l) { return l.first->busy - l.second > WallSurvey::few; });
    s_.t.begin_phase();
    for (const VertexId f : gone) {
      if (!s_.mesh.is_refinement(f)) continue;
      if (lost.contains(&s_.t.run_of(f)))
        s_.t.retract_run(f);
      else
        s_.t.retract(f);
    }
    s_.t.restore_delaunay();
    changed_.process();
  }
}

void WallFeet::find_collisions(TriangleId triangle) {
  if (s_.t.refinements() == 0) return;
  const Mesh& mesh = s_.mesh;
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(triangle, i);
    const VertexId f = mesh.target(e);
    if (!mesh.is_busy(f)) continue;
    HalfEdgeId wall = mesh.vertices[f].edge;
    while (!mesh.constrained(wall)) wall = mesh.rotate_ccw(wall);
    for (const HalfEdgeId edge : {e, mesh.twin(Mesh::next(e))}) {
      if (mesh.constrained(edge) || mesh.is_refinement(mesh.origin(edge))) continue;
      // The most expensive test comes last.
      Point foot = own_foot(s_.t, edge);
      if (!is_at(mesh.point(f), foot)) continue;
      const Point position = place_of(s_.t, wall, foot);
      if (before(position, mesh.point(f)) && !tried_.contains(key_of(wall, position)) &&
          is_own_gate(s_, edge, foot))
        s_.to_retract.push_back(f);
    }
  }
}

void WallFeet::survey() {
  for (HalfEdgeId& wall : walls_) wall = std::min(wall, s_.mesh.twin(wall));
  sort_once(walls_);
  for (const HalfEdgeId wall : walls_) {
    check_interrupt(4);
    if (!is_on_busy(wall) && survey_.is_busy(wall)) raise(wall);
  }
}

// Makes the wall just surveyed busy: plans a foot for each of its gates. If it has refinement
// vertices, these are retracted first, and the wall is surveyed again.
void WallFeet::raise(HalfEdgeId wall) {
  int& times = times_raised(wall);
  if (times == most_raised) return;
  ++times;
  const std::vector<VertexId>& vertices = survey_.vertices();
  if (vertices.empty())
    for (const Point& foot : survey_.feet()) plan(wall, foot);
  else
    s_.to_retract.insert(s_.to_retract.end(), vertices.begin(), vertices.end());
}

// How often this repair has found the run along the wall busy.
int& WallFeet::times_raised(HalfEdgeId wall) {
  const auto [from, to] = s_.t.run_ends(wall);
  return raised_[pair_of(std::min(from, to), std::max(from, to))];
}

// The key under which a foot is remembered as tried. A foot is tried once, and once more each time
// its wall has lost all its feet and is found busy again.
std::uint64_t WallFeet::key_of(HalfEdgeId wall, const Point& position) {
  return hash_of(position) + static_cast<std::uint64_t>(times_raised(wall));
}

bool WallFeet::plan(HalfEdgeId wall, const Point& foot) {
  const Point position = place_of(s_.t, wall, foot);
  const std::uint64_t key = key_of(wall, position);
  if (tried_.contains(key)) return false;
  plans_.push_back({s_.mesh.origin(wall), s_.mesh.target(wall), foot, position, key});
  return true;
}

bool WallFeet::insert_planned() {
  if (plans_.empty()) return false;
  std::sort(plans_.begin(), plans_.end(),
            [](const Plan& a, const Plan& b) { return before(a.position, b.position); });
  insertion_.begin();
  s_.t.begin_phase();
  for (const Plan& foot : plans_) {
    check_interrupt(4);
    tried_.insert(foot.key);
    bool inserted = false;
    const VertexId v = insertion_.insert(foot.a, foot.b, foot.foot, true, inserted);
    if (v == none) continue;
    if (inserted) inserted_.insert(v);
    s_.feet_to_test.push_back(v);
  }
  plans_.clear();
  return true;
}

}  // namespace clearway
