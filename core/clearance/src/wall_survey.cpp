#include "wall_survey.hpp"

#include <algorithm>

#include "foot.hpp"
#include "own_gate.hpp"

namespace clearway {

template <class F>
void WallSurvey::for_each_gate_at(HalfEdgeId side, F f) const {
  s_.records.for_each_gate(Mesh::triangle_of(side), [&](RecordId gate) {
    if (s_.records[gate].wall() == side) f(gate);
  });
}

bool WallSurvey::is_busy(HalfEdgeId wall) {
  if (!may_be_busy(wall)) return false;
  // It suffices to prove few + 1 gates. WallFeet::check() will test every foot after the wall has
  // been split, where the test is cheap.
  feet_.clear();
  positions_.clear();
  looked_at_.clear();
  for (const HalfEdgeId side : sides_)
    if (s_.finder.find_height(Mesh::prev(side), s_.limit, sleeve_))
      count_gate(wall, Mesh::prev(side));
  sort_once(gates_);
  for (const RecordId gate : gates_)
    if (const HalfEdgeId corner = s_.records[gate].corner();
        s_.finder.find(corner, s_.limit, sleeve_))
      count_gate(wall, corner);
  for (const VertexId v : vertices_) {
    const HalfEdgeId first = s_.mesh.vertices[v].edge;
    HalfEdgeId e = first;
    do {
      Point foot;
      if (is_own_gate(s_, s_.mesh.twin(e), foot)) count(wall, foot);
      e = s_.mesh.rotate_ccw(e);
    } while (e != first);
  }
  if (positions_.size() > few) return true;
  watch(Mesh::prev(sides_[0]));
  return false;
}

// Compares an upper bound on the number of gates with `few`. Sets sides_, vertices_ and gates_.
bool WallSurvey::may_be_busy(HalfEdgeId wall) {
  const Mesh& mesh = s_.mesh;
  if (!mesh.is_refinement(mesh.origin(wall)) && !mesh.is_refinement(mesh.target(wall))) {
    std::size_t most = 2;  // at most one height on each side
    for (const HalfEdgeId side : {wall, mesh.twin(wall)})
      for_each_gate_at(side, [&](RecordId) { ++most; });
    if (most <= few) return false;
  }
  collect_pieces(wall);
  gates_.clear();
  for (const HalfEdgeId side : sides_)
    for_each_gate_at(side, [&](RecordId gate) { gates_.push_back(gate); });
  // Each side has at most one height and each refinement vertex at most two edges that are gates.
  // Counting these exactly would be expensive.
  return gates_.size() + sides_.size() + 2 * vertices_.size() > few;
}

void WallSurvey::collect_pieces(HalfEdgeId wall) {
  const Mesh& mesh = s_.mesh;
  sides_.clear();
  vertices_.clear();
  Index most = 0;
  for (const VertexId v : {mesh.origin(wall), mesh.target(wall)})
    if (mesh.is_refinement(v)) most = s_.t.run_of(v).vertices;
  HalfEdgeId piece = wall;
  for (Index n = most; n > 0 && mesh.is_refinement(mesh.origin(piece)); --n)
    piece = s_.t.before(piece);
  for (Index n = 0;; ++n) {
    for (const HalfEdgeId side : {piece, mesh.twin(piece)})
      if (mesh.is_free(Mesh::triangle_of(side))) sides_.push_back(side);
    const VertexId v = mesh.target(piece);
    if (!mesh.is_refinement(v) || n == most) break;
    vertices_.push_back(v);
    piece = mesh.twin(s_.t.before(mesh.twin(piece)));
  }
}

// Counts a gate, unless its vertex would be that of another one.
void WallSurvey::count(HalfEdgeId wall, const Point& foot) {
  const Point position = place_of(s_.t, wall, foot);
  if (std::none_of(positions_.begin(), positions_.end(),
                   [&](const Point& p) { return is_at(p, position); }))
    positions_.push_back(position);
}

// Counts the gate in sleeve_, if it is one.
void WallSurvey::count_gate(HalfEdgeId wall, HalfEdgeId corner) {
  feet_.push_back(sleeve_.foot);
  if (positions_.size() > few) return;
  if (s_.finder.is_alone(corner, sleeve_)) count(wall, sleeve_.foot);
  looked_at_.insert(looked_at_.end(), s_.finder.reads.begin(), s_.finder.reads.end());
}

// Makes a change of any of the triangles survey the wall opposite to the corner again.
void WallSurvey::watch(HalfEdgeId corner) {
  if (const RecordId look = s_.records.find_look(corner); look != none) s_.records.end(look);
  looked_at_.push_back(Mesh::triangle_of(corner));
  sort_once(looked_at_);
  const RecordId record = s_.records.add(RecordedSearch::look(corner));
  for (const TriangleId triangle : looked_at_) s_.records.note(triangle, record);
}

}  // namespace clearway
