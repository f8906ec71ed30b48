#include "wall_feet.hpp"

#include <algorithm>
#include <bit>

#include "clearance_repair.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "foot.hpp"
#include "geometry/construction.hpp"

namespace clearway {

namespace {

// More gates than this make a wall busy.
constexpr std::size_t few = 4;

// How often one repair makes the same wall busy. Rounding may take its feet away again; the limit
// keeps the two from alternating forever.
constexpr int most_raised = 3;

std::uint64_t hash_of(const Point& p) {
  return std::bit_cast<std::uint64_t>(p.x) * 0x9e3779b97f4a7c15u ^
         std::rotl(std::bit_cast<std::uint64_t>(p.y), 29);
}

}  // namespace

bool WallFeet::is_on_busy(HalfEdgeId wall) const {
  for (const VertexId v : {mesh_.origin(wall), mesh_.target(wall)})
    if (mesh_.is_refinement(v)) return t_.run_of(v).busy > 0;
  return false;
}

// The foot of the edge's origin on the run of its target, a refinement vertex.
Point WallFeet::own_foot(HalfEdgeId edge) const {
  const Triangulation::Run& run = t_.run_of(mesh_.target(edge));
  return nearest_on_segment(mesh_.point(run.from), mesh_.point(run.to),
                            mesh_.point(mesh_.origin(edge)));
}

// Whether the edge joins a corner to its own foot (its target, a refinement vertex) and is a gate
// with no other corner on the rim of its disc. Sets `foot`; finder_.reads holds the triangles that
// the answer depends on.
bool WallFeet::is_own_gate(HalfEdgeId edge, Point& foot) {
  const VertexId u = mesh_.origin(edge), f = mesh_.target(edge);
  if (mesh_.constrained(edge) || mesh_.is_refinement(u) || !mesh_.is_free(Mesh::triangle_of(edge)))
    return false;
  const Triangulation::Run& run = t_.run_of(f);
  const Point p = mesh_.point(run.from), q = mesh_.point(run.to), at = mesh_.point(u);
  if (direction(p, q, at) <= 0 || direction(q, p, at) <= 0) return false;
  foot = own_foot(edge);
  return is_at(mesh_.point(f), foot) && distance_below(at, p, q) <= layer_.limit_ &&
         finder_.is_alone(edge, foot);
}

// Whether the busy vertex f is still the foot of a gate. Records the gates found and the triangles
// that they depend on.
bool WallFeet::is_still_foot(VertexId f) {
  HalfEdgeId wall = mesh_.vertices[f].edge;
  while (!mesh_.constrained(wall)) wall = mesh_.rotate_ccw(wall);
  bool is_kept = false;
  const HalfEdgeId first = mesh_.vertices[f].edge;
  HalfEdgeId e = first;
  do {
    const HalfEdgeId edge = mesh_.twin(e);
    Point foot;
    const bool is_noted = layer_.is_foot(edge);
    if (is_noted || is_own_gate(edge, foot)) {
      if (is_noted) foot = own_foot(edge);
      // A vertex inserted in this repair may be a step of doubles away from its exact position.
      is_kept = is_kept || inserted_.contains(f) || place_of(t_, wall, foot) == mesh_.point(f);
      if (!is_noted) {
        const RecordId w = layer_.new_foot(mesh_.origin(edge), f);
        for (const TriangleId triangle : finder_.reads) layer_.note(triangle, w);
      }
    } else if (lost_.contains(Clearance::pair_of(mesh_.origin(edge), f))) {
      // The edge has ceased to be a gate. Tests of other gates may have stopped at it, so these
      // gates must be tested again.
      for (const TriangleId triangle :
           {Mesh::triangle_of(edge), Mesh::triangle_of(mesh_.twin(edge))})
        for (RecordNodeId n = layer_.lists_[triangle]; n != none; n = layer_.nodes_[n].next) {
          const RecordId w = layer_.nodes_[n].record;
          const Clearance::RecordedSearch& record = layer_.records_[w];
          if (record.serial != layer_.nodes_[n].serial || !record.is_busy()) continue;
          feet_to_test_.push_back(record.vertex());
          next_lost_.insert(Clearance::pair_of(record.corner_vertex(), record.vertex()));
          layer_.end_record(w);
        }
    }
    e = mesh_.rotate_ccw(e);
  } while (e != first);
  return is_kept;
}

void WallFeet::check() {
  while (!feet_to_test_.empty()) {
    const std::vector<VertexId> doubtful = [&] {
      ClearanceRepair::sort_once(feet_to_test_);
      return std::move(feet_to_test_);
    }();
    feet_to_test_.clear();
    repair_.resize_arrays();
    next_lost_.clear();
    std::vector<VertexId> gone;
    std::unordered_map<const Triangulation::Run*, std::size_t> lost;
    for (const VertexId f : doubtful) {
      check_interrupt(4);
      if (!mesh_.is_live_vertex(f) || !mesh_.is_busy(f) || is_still_foot(f)) continue;
      gone.push_back(f);
      ++lost[&t_.run_of(f)];
    }
    std::swap(lost_, next_lost_);
    if (gone.empty()) continue;
    std::erase_if(lost, [](const auto& l) { return l.first->busy - l.second > few; });
    t_.begin_phase();
    for (const VertexId f : gone) {
      if (!mesh_.is_refinement(f)) continue;
      if (lost.contains(&t_.run_of(f)))
        t_.retract_run(f);
      else
        t_.retract(f);
    }
    t_.restore_delaunay();
    repair_.process_touched();
  }
}

void WallFeet::find_collisions(TriangleId triangle) {
  if (t_.refinements() == 0) return;
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(triangle, i);
    const VertexId f = mesh_.target(e);
    if (!mesh_.is_busy(f)) continue;
    HalfEdgeId wall = mesh_.vertices[f].edge;
    while (!mesh_.constrained(wall)) wall = mesh_.rotate_ccw(wall);
    for (const HalfEdgeId edge : {e, mesh_.twin(Mesh::next(e))}) {
      if (mesh_.constrained(edge) || mesh_.is_refinement(mesh_.origin(edge))) continue;
      // The most expensive test comes last.
      Point foot = own_foot(edge);
      if (!is_at(mesh_.point(f), foot)) continue;
      const Point position = place_of(t_, wall, foot);
      if (before(position, mesh_.point(f)) && !tried_.contains(key_of(wall, position)) &&
          is_own_gate(edge, foot))
        repair_.to_retract_.push_back(f);
    }
  }
}

void WallFeet::survey() {
  for (HalfEdgeId& wall : walls_) wall = std::min(wall, mesh_.twin(wall));
  ClearanceRepair::sort_once(walls_);
  for (const HalfEdgeId wall : walls_) {
    check_interrupt(4);
    if (!is_on_busy(wall)) survey(wall);
  }
}

// Counts the gates of a wall that is not busy. If there are more than a few, the wall becomes busy
// and a foot is planned for each gate.
void WallFeet::survey(HalfEdgeId wall) {
  const auto for_gates = [&](HalfEdgeId side, auto visit) {
    for (RecordNodeId n = layer_.gates_[Mesh::triangle_of(side)]; n != none;
         n = layer_.nodes_[n].next) {
      const Clearance::RecordedSearch& record = layer_.records_[layer_.nodes_[n].record];
      if (record.serial == layer_.nodes_[n].serial && record.wall() == side)
        visit(layer_.nodes_[n].record);
    }
  };
  if (!mesh_.is_refinement(mesh_.origin(wall)) && !mesh_.is_refinement(mesh_.target(wall))) {
    std::size_t most = 2;  // at most one height on each side
    for (const HalfEdgeId side : {wall, mesh_.twin(wall)})
      for_gates(side, [&](RecordId) { ++most; });
    if (most <= few) return;
  }
  std::vector<HalfEdgeId> sides;
  std::vector<VertexId> vertices;
  Index most = 0;
  for (const VertexId v : {mesh_.origin(wall), mesh_.target(wall)})
    if (mesh_.is_refinement(v)) most = t_.run_of(v).vertices;
  HalfEdgeId piece = wall;
  for (Index n = most; n > 0 && mesh_.is_refinement(mesh_.origin(piece)); --n)
    piece = t_.before(piece);
  for (Index n = 0;; ++n) {
    for (const HalfEdgeId side : {piece, mesh_.twin(piece)})
      if (mesh_.is_free(Mesh::triangle_of(side))) sides.push_back(side);
    const VertexId v = mesh_.target(piece);
    if (!mesh_.is_refinement(v) || n == most) break;
    vertices.push_back(v);
    piece = mesh_.twin(t_.before(mesh_.twin(piece)));
  }
  // An upper bound on the number of gates: each side has at most one height and each refinement
  // vertex at most two edges that are gates. Counting these exactly would be expensive.
  std::vector<RecordId> gates;
  for (const HalfEdgeId side : sides) for_gates(side, [&](RecordId w) { gates.push_back(w); });
  if (gates.size() + sides.size() + 2 * vertices.size() <= few) return;

  // It suffices to prove few + 1 gates. check_feet() will test every foot after the wall has been
  // split, where the test is cheap.
  std::vector<Point> feet, positions;
  const auto count = [&](const Point& foot) {
    const Point position = place_of(t_, wall, foot);
    if (std::none_of(positions.begin(), positions.end(),
                     [&](auto& p) { return is_at(p, position); }))
      positions.push_back(position);
  };
  std::vector<TriangleId> looked_at;
  const auto look = [&](HalfEdgeId corner) {
    feet.push_back(sleeve_.foot);
    if (positions.size() > few) return;
    if (finder_.is_alone(corner, sleeve_)) count(sleeve_.foot);
    looked_at.insert(looked_at.end(), finder_.reads.begin(), finder_.reads.end());
  };
  for (const HalfEdgeId side : sides)
    if (finder_.find_height(Mesh::prev(side), layer_.limit_, sleeve_)) look(Mesh::prev(side));
  ClearanceRepair::sort_once(gates);
  for (const RecordId w : gates)
    if (finder_.find(layer_.records_[w].corner(), layer_.limit_, sleeve_))
      look(layer_.records_[w].corner());
  for (const VertexId v : vertices) {
    const HalfEdgeId first = mesh_.vertices[v].edge;
    HalfEdgeId e = first;
    do {
      Point foot;
      if (is_own_gate(mesh_.twin(e), foot)) count(foot);
      e = mesh_.rotate_ccw(e);
    } while (e != first);
  }
  if (positions.size() <= few) {
    watch(Mesh::prev(sides[0]), looked_at);
    return;
  }
  int& times = times_raised(wall);
  if (times == most_raised) return;
  ++times;
  if (vertices.empty())
    for (const Point& foot : feet) plan(wall, foot);
  else
    repair_.to_retract_.insert(repair_.to_retract_.end(), vertices.begin(), vertices.end());
}

// Makes a change of any of the triangles survey the wall opposite to the corner again.
void WallFeet::watch(HalfEdgeId corner, std::vector<TriangleId>& triangles) {
  for (RecordNodeId n = layer_.lists_[Mesh::triangle_of(corner)]; n != none;
       n = layer_.nodes_[n].next) {
    const Clearance::RecordedSearch& record = layer_.records_[layer_.nodes_[n].record];
    if (record.serial != layer_.nodes_[n].serial || record.corner() != corner || !record.is_look())
      continue;
    layer_.end_record(layer_.nodes_[n].record);
    break;
  }
  triangles.push_back(Mesh::triangle_of(corner));
  ClearanceRepair::sort_once(triangles);
  const RecordId w = layer_.new_record(corner.number());
  for (const TriangleId triangle : triangles) layer_.note(triangle, w);
}

// How often this repair has found the run along the wall busy.
int& WallFeet::times_raised(HalfEdgeId wall) {
  const auto [from, to] = t_.run_ends(wall);
  return raised_[Clearance::pair_of(std::min(from, to), std::max(from, to))];
}

// The key under which a foot is remembered as tried. A foot is tried once, and once more each time
// its wall has lost all its feet and is found busy again.
std::uint64_t WallFeet::key_of(HalfEdgeId wall, const Point& position) {
  return hash_of(position) + static_cast<std::uint64_t>(times_raised(wall));
}

bool WallFeet::plan(HalfEdgeId wall, const Point& foot) {
  const Point position = place_of(t_, wall, foot);
  const std::uint64_t key = key_of(wall, position);
  if (tried_.contains(key)) return false;
  plans_.push_back({mesh_.origin(wall), mesh_.target(wall), foot, position, key});
  return true;
}

bool WallFeet::insert_planned() {
  if (plans_.empty()) return false;
  std::sort(plans_.begin(), plans_.end(),
            [](const Plan& a, const Plan& b) { return before(a.position, b.position); });
  repair_.hints_.clear();
  t_.begin_phase();
  for (const Plan& foot : plans_) {
    check_interrupt(4);
    tried_.insert(foot.key);
    bool inserted = false;
    const VertexId v = repair_.insert(foot.a, foot.b, foot.foot, true, inserted);
    if (v == none) continue;
    if (inserted) inserted_.insert(v);
    feet_to_test_.push_back(v);
  }
  plans_.clear();
  return true;
}

}  // namespace clearway
