#include "clearance_repair.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/prefetch.hpp"
#include "clearway/base/interrupt.hpp"
#include "foot.hpp"

namespace clearway {

void ClearanceRepair::run() {
  constexpr int most_stages = 60;  // rounding might otherwise make stages repeat forever
  resize_arrays();
  process_touched();
  for (int stage = 0; stage < most_stages; ++stage) {
    if (to_retract_.empty()) {
      feet_.check();
      search_corners();
    }
    if (feet_.insert_planned() || !to_retract_.empty()) {
      undo_plans();
      to_retract_.insert(to_retract_.end(), fresh_.begin(), fresh_.end());
      fresh_.clear();
      retract();
      process_touched();
      stage = -1;  // the feet on busy walls belong to stage 0: start again from there
      continue;
    }
    if (!refine() && to_retract_.empty() && !feet_.has_doubts()) break;
  }
  measure();
}

void ClearanceRepair::resize_arrays() {
  layer_.lists_.resize(mesh_.triangles.size(), none);
  layer_.gates_.resize(mesh_.triangles.size(), none);
  layer_.recorded_corners_.resize(mesh_.triangles.size(), 0);
  layer_.turn_widths_.resize(3 * mesh_.triangles.size(), -1.0);
}

// Ends every record that has read the triangle. For records that are reasons of refinement vertices
// it calls reason(record) instead. The caller must call free_nodes() afterwards.
template <class F>
void ClearanceRepair::end_searches_reading(TriangleId triangle, F reason) {
  for (JournaledArray<RecordNodeId, TriangleId>* lists : {&layer_.lists_, &layer_.gates_}) {
    RecordNodeId n = (*lists)[triangle];
    if (n != none) lists->edit(triangle) = none;
    while (n != none) {
      const Clearance::Node& node = layer_.nodes_[n];
      const RecordId w = node.record;
      const Clearance::RecordedSearch& record = layer_.records_[w];
      const bool live = record.serial == node.serial;
      freed_.push_back(std::exchange(n, node.next));
      if (!live) continue;
      if (record.is_reason()) {
        reason(w);
        continue;
      }
      if (record.is_busy()) {
        feet_.doubt(record.corner_vertex(), record.vertex());
      } else {
        for (ChargeId c = record.charges; c != none; c = layer_.charges_[c].next)
          stale_.push_back(Mesh::triangle_of(layer_.charges_[c].turn()));
        corners_.push_back(record.corner());
      }
      layer_.end_record(w);
    }
  }
}

// Returns the nodes of disturbed triangles to the free list. If there are many, they are returned
// in the order of memory: the nodes of the next records are then contiguous, which speeds up the
// next edit.
void ClearanceRepair::free_nodes() {
  const auto free = [&](RecordNodeId n) {
    layer_.nodes_.edit(n).next = layer_.free_node_;
    layer_.free_node_ = n;
  };
  if (freed_.size() > bulk && sorted_fraction * freed_.size() > layer_.nodes_.size()) {
    IdVector<RecordNodeId, bool> is_freed(layer_.nodes_.size());
    for (const RecordNodeId n : freed_) is_freed[n] = true;
    for (std::size_t n = is_freed.size(); n-- > 0;)
      if (const RecordNodeId node(n); is_freed[node]) free(node);
  } else {
    for (const RecordNodeId n : freed_) free(n);
  }
  freed_.clear();
}

// Makes the first edge of each refinement vertex in the changed triangles an edge along its wall.
// Finding the wall then takes constant time. Otherwise a sleeve across a fan of thousands of edges
// would scan the fan once for each of its triangles.
void ClearanceRepair::start_at_walls() {
  Mesh& mesh = t_.mesh;
  for (; walled_ < t_.touched().size(); ++walled_) {
    const TriangleId triangle = t_.touched()[walled_].triangle();
    if (!mesh.is_live(triangle)) continue;
    for (const VertexId v : mesh.triangles[triangle].vertex) {
      if (!mesh.is_refinement(v) || mesh.constrained(mesh.vertices[v].edge)) continue;
      HalfEdgeId e = mesh.vertices[v].edge;
      while (!mesh.constrained(e)) e = mesh.rotate_ccw(e);
      mesh.vertices.edit(v).edge = e;
    }
  }
}

// Processes the touched triangles until no remaining record or refinement vertex depends on a
// triangle that has changed. Retracting a vertex touches more triangles, hence the loop.
void ClearanceRepair::process_touched() {
  for (;;) {
    resize_arrays();
    start_at_walls();
    to_retract_.clear();
    area_.reserve(area_.size() + t_.touched().size() - done_);
    for (; done_ < t_.touched().size(); ++done_) {
      check_interrupt();
      const TriangleId triangle = t_.touched()[done_].triangle();
      area_.push_back(triangle);
      end_searches_reading(triangle, [&](RecordId w) { drop(w); });
    }
    free_nodes();
    if (to_retract_.empty()) return;
    retract();
  }
}

// Ends a reason and, transitively, the reasons that depend on its vertex. Their vertices are to be
// retracted.
void ClearanceRepair::drop(RecordId reason) {
  std::vector<RecordId> open{reason};
  while (!open.empty()) {
    const RecordId w = open.back();
    open.pop_back();
    const Clearance::RecordedSearch& record = layer_.records_[w];
    if (!record.is_reason()) continue;  // has already ended
    to_retract_.push_back(record.vertex());
    for (ChargeId c = record.charges; c != none; c = layer_.charges_[c].next)
      open.push_back(layer_.charges_[c].reason());
    layer_.end_record(w);
  }
}

void ClearanceRepair::retract() {
  t_.begin_phase();
  for (const VertexId v : to_retract_)
    if (mesh_.is_live_vertex(v) && mesh_.is_refinement(v)) t_.retract(v);
  t_.restore_delaunay();
  to_retract_.clear();
}

// Collects the corners to search from: those whose records have ended (corners_), and those whose
// search may read a changed triangle but was too short to be recorded (near_): the corners of the
// changed triangles, and those opposite to their sides and to the sides of their neighbours.
void ClearanceRepair::collect() {
  resize_arrays();
  std::erase_if(corners_, [&](HalfEdgeId corner) {
    return !mesh_.is_live(Mesh::triangle_of(corner)) || !mesh_.is_free(Mesh::triangle_of(corner));
  });
  sort_once(corners_);
  near_.clear();
  sort_once(area_);
  for (const TriangleId triangle : area_) {
    if (!mesh_.is_live(triangle) || !mesh_.is_free(triangle)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(triangle, i);
      near_.push_back(e);
      if (mesh_.constrained(e)) continue;
      const HalfEdgeId near = mesh_.twin(e);
      near_.push_back(Mesh::prev(near));
      for (const HalfEdgeId side : {Mesh::next(near), Mesh::prev(near)})
        if (!mesh_.constrained(side)) near_.push_back(Mesh::prev(mesh_.twin(side)));
    }
  }
  sort_once(near_);
}

bool ClearanceRepair::is_known(HalfEdgeId corner) const {
  return layer_.recorded_corners_[Mesh::triangle_of(corner)] >> Mesh::side_of(corner) & 1;
}

// Whether to search from every corner rather than only from those near the changes.
bool ClearanceRepair::is_bulk(std::size_t changed) const {
  return changed > bulk && 2 * changed >= mesh_.triangles.size();
}

void ClearanceRepair::search_corners() {
  start_at_walls();
  plans_.clear();
  feet_.clear_walls();
  if (is_bulk(area_.size())) {
    search_all_corners();
    return;
  }
  collect();
  std::vector<HalfEdgeId> ended = std::move(corners_);
  corners_.clear();
  // As in search_all_corners(), walls found busy are split before the remaining corners are
  // searched. The searches done so far are recorded by then, and area_ is kept for the next call.
  std::size_t work = 0, most = long_reads * (ended.size() + near_.size()) + few_reads;
  const auto is_enough = [&] {
    work += finder_.reads.size();
    if (work < most) return false;
    most *= 2;
    feet_.survey();
    return feet_.has_plans() || !to_retract_.empty();
  };
  while (!ended.empty()) {
    const HalfEdgeId corner = ended.back();
    ended.pop_back();
    if (mesh_.constrained(Mesh::next(corner))) feet_.add_wall(Mesh::next(corner));
    search_from(corner, true);
    if (is_enough()) {
      corners_.insert(corners_.end(), ended.begin(), ended.end());
      return;
    }
  }
  for (const HalfEdgeId corner : near_) {
    search_from(corner, false);
    if (is_enough()) return;
  }
  for (const TriangleId t : area_) {
    if (!mesh_.is_live(t) || !mesh_.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i)
      if (mesh_.constrained(Mesh::half_edge(t, i))) feet_.add_wall(Mesh::half_edge(t, i));
    feet_.find_collisions(t);
  }
  area_.clear();
  feet_.survey();
}

void ClearanceRepair::search_all_corners() {
  corners_.clear();
  // In a new world a search that finds nothing has no effect, and walls without gates are not busy.
  const bool is_new = t_.refinements() == 0;
  // If sleeves are long, walls found busy are split before the remaining corners are searched: that
  // shortens the remaining sleeves.
  std::size_t work = 0, most = long_reads * mesh_.triangles.size();
  const auto look = [&](HalfEdgeId corner) {
    search_from(corner, true);
    work += finder_.reads.size();
  };
  // Neighbours are far apart in memory, so prefetch them some steps ahead.
  constexpr std::size_t soon = 6, later = 12;
  std::vector<TriangleId> open(mesh_.triangles.size() + later);
  std::size_t count = 0;
  for (const TriangleId t : mesh_.triangles.ids()) {
    open[count] = t;
    count += mesh_.is_live(t) && mesh_.is_free(t);
  }
  std::fill_n(open.begin() + static_cast<std::ptrdiff_t>(count), later, open[0]);
  for (std::size_t k = 0; k < count; ++k) {
    for (Index i = 0; i < 3; ++i) {
      prefetch(&mesh_.vertices[mesh_.triangles[open[k + later]].vertex[i]]);
      prefetch(
          &mesh_.triangles[Mesh::triangle_of(mesh_.twin(Mesh::half_edge(open[k + later], i)))]);
      const HalfEdgeId twin = mesh_.twin(Mesh::half_edge(open[k + soon], i));
      prefetch(&mesh_.vertices[mesh_.apex(twin)]);
    }
    const TriangleId t = open[k];
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!is_new) {
        if (mesh_.constrained(e)) feet_.add_wall(e);
        look(Mesh::prev(e));
      } else if (const HalfEdgeId twin = mesh_.twin(e); e < twin && !mesh_.constrained(e)) {
        const auto [left, right] = finder_.may_cross(e);
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
  area_.clear();
  feet_.survey();
}

// Discards the plans; their corners will be searched again.
void ClearanceRepair::undo_plans() {
  for (const Plan& plan : plans_) {
    corners_.push_back(layer_.records_[plan.record].corner());
    layer_.end_record(plan.record);
    layer_.end_record(plan.reason);
  }
  plans_.clear();
}

// Searches for a gate from a corner and records the result. With `sure` the search is recorded even
// if it reads no changed triangle.
void ClearanceRepair::search_from(HalfEdgeId corner, bool sure) {
  check_interrupt();
  finder_.reads.clear();
  if (is_known(corner)) return;
  const HalfEdgeId opposite = Mesh::next(corner);
  const bool is_height = mesh_.constrained(opposite);
  if (is_height && !feet_.is_on_busy(opposite)) return;
  const bool found = is_height ? finder_.find_height(corner, layer_.limit_, sleeve_)
                               : finder_.find(corner, layer_.limit_, sleeve_);
  const bool kept = found || finder_.reads.size() > unrecorded_reads;
  if (!kept && t_.refinements() == 0) return;
  if (!sure && std::none_of(finder_.reads.begin(), finder_.reads.end(), [&](TriangleId t) {
        return std::binary_search(area_.begin(), area_.end(), t);
      }))
    return;
  bool foot = false;
  if (found) {
    if (feet_.is_on_busy(sleeve_.wall)) {
      // A new foot is tested after it has been inserted. If this foot has already been tried,
      // record what the test depends on instead.
      foot = feet_.plan(sleeve_.wall, sleeve_.foot) || finder_.is_alone(corner, sleeve_);
    } else {
      feet_.add_wall(sleeve_.wall);
    }
  }
  const bool crowded = found && !foot && sleeve_.is_crowded() && finder_.is_gate(corner, sleeve_);
  if (t_.refinements() > fresh_.size())
    for (const TriangleId triangle : finder_.reads)
      for (const VertexId v : mesh_.triangles[triangle].vertex)
        if (mesh_.is_refinement(v) && !mesh_.is_busy(v) && !fresh_.contains(v))
          to_retract_.push_back(v);
  if (!kept) return;
  const bool is_gate = found && !is_height;
  const RecordId w = is_gate
                         ? layer_.new_record(corner.number(), sleeve_.wall.number(), sleeve_.width)
                         : layer_.new_record(corner.number());
  for (const TriangleId triangle : finder_.reads) layer_.note(triangle, w);
  if (!is_gate) return;
  charges(sleeve_, mesh_, turns_);
  for (const HalfEdgeId turn : turns_) {
    layer_.charge(w, turn.number());
    stale_.push_back(Mesh::triangle_of(turn));
  }
  if (!crowded) return;
  const RecordId reason =
      layer_.new_record(corner.number(), pending.number(), Clearance::RecordedSearch::reason);
  for (const TriangleId triangle : finder_.reads) layer_.note(triangle, reason);
  plans_.push_back(
      {w, reason, mesh_.origin(sleeve_.wall), mesh_.target(sleeve_.wall), sleeve_.foot});
}

// Inserts a vertex at the foot on the piece of wall from a to b, which other vertices may have
// split since.
VertexId ClearanceRepair::insert(VertexId a, VertexId b, const Point& foot, bool busy,
                                 bool& inserted) {
  inserted = false;
  const auto along = [&](VertexId v) {
    HalfEdgeId e = mesh_.vertices[v].edge;
    while (!mesh_.constrained(e)) e = mesh_.rotate_ccw(e);
    return e;
  };
  const std::uint64_t key = Clearance::pair_of(std::min(a, b), std::max(a, b));
  const auto hint = hints_.find(key);
  HalfEdgeId e = hint != hints_.end() ? along(hint->second) : t_.find_edge(a, b);
  if (e == none || !mesh_.constrained(e)) {
    if (!mesh_.is_refinement(a)) std::swap(a, b);
    if (!mesh_.is_refinement(a)) return none;
    e = along(a);
  }
  const VertexId v = refine_at(t_, e, foot, busy, inserted);
  if (v != none) hints_[key] = v;
  return v;
}

// Inserts the planned vertices. Returns whether any is new.
bool ClearanceRepair::refine() {
  std::sort(plans_.begin(), plans_.end(),
            [](const Plan& a, const Plan& b) { return before(a.foot, b.foot); });
  hints_.clear();
  bool any = false;
  for (const Plan& plan : plans_) {
    t_.begin_phase();
    bool inserted = false;
    const VertexId v = insert(plan.a, plan.b, plan.foot, false, inserted);
    if (v == none) {
      layer_.end_record(plan.reason);
      continue;
    }
    layer_.records_.edit(plan.reason).to = v.number();
    if (!inserted) continue;
    any = true;
    fresh_.insert(v);
    resize_arrays();
    // Reasons that read the triangles replaced by this vertex now depend on the vertex.
    std::vector<RecordId> others;
    for (; done_ < t_.touched().size(); ++done_) {
      const TriangleId triangle = t_.touched()[done_].triangle();
      area_.push_back(triangle);
      end_searches_reading(triangle, [&](RecordId w) {
        const VertexId other = layer_.records_[w].vertex();
        if (other != pending && !fresh_.contains(other)) to_retract_.push_back(other);
        if (w != plan.reason) others.push_back(w);
      });
      if (mesh_.is_live(triangle)) layer_.note(triangle, plan.reason);
    }
    free_nodes();
    sort_once(others);
    for (const RecordId w : others) layer_.charge(plan.reason, w.number());
  }
  plans_.clear();
  return any;
}

void ClearanceRepair::measure() {
  resize_arrays();
  start_at_walls();
  std::erase_if(stale_, [&](TriangleId triangle) { return t_.touched_in_edit(triangle); });
  sort_once(stale_);
  if (is_bulk(t_.touched().size())) {
    layer_.measure(t_);
  } else {
    for (const Triangulation::Touch& touched : t_.touched())
      if (!touched.again) layer_.measure(t_, touched.triangle());
    for (const TriangleId triangle : stale_) layer_.measure(t_, triangle);
  }
  layer_.measured_.swap(stale_);
}

void Clearance::update(Triangulation& triangulation) {
  plain_ = &triangulation;
  if (is_on()) ClearanceRepair(*this, triangulation).run();
}

}  // namespace clearway
