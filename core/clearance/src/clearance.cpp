#include "clearance/clearance.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/infinity.hpp"
#include "clearance/sleeve_finder.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "foot.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

// --- records ---------------------------------------------------------------------

RecordId Clearance::new_record(Index from, Index to, double kind) {
  RecordId w;
  if (free_records_.empty()) {
    w = static_cast<RecordId>(records_.size());
    records_.push_back({from, to, 0, none, kind});
  } else {
    w = free_records_.back();
    free_records_.pop_back();
    records_.edit(w) = {from, to, records_[w].serial, none, kind};
  }
  if (records_[w].is_look()) {
    const HalfEdgeId corner(from);
    recorded_corners_.edit(Mesh::triangle_of(corner)) |= 1 << Mesh::side_of(corner);
  }
  return w;
}

RecordId Clearance::new_foot(VertexId corner, VertexId vertex) {
  feet_.insert(pair_of(corner, vertex));
  return new_record(corner.number(), vertex.number(), RecordedSearch::busy);
}

void Clearance::end_record(RecordId w) {
  RecordedSearch& record = records_.edit(w);
  if (record.is_busy()) feet_.erase(pair_of(record.corner_vertex(), record.vertex()));
  if (record.is_look())
    recorded_corners_.edit(Mesh::triangle_of(record.corner())) &=
        ~(1 << Mesh::side_of(record.corner()));
  ++record.serial;
  has_ended_ = true;
  for (ChargeId c = record.charges; c != none;) {
    const ChargeId next = charges_[c].next;
    charges_.edit(c).next = free_charge_;
    free_charge_ = c;
    c = next;
  }
  record.charges = none;
  record.to = none;
  record.width = RecordedSearch::nothing;
  free_records_.push_back(w);
}

void Clearance::note(TriangleId triangle, RecordId w) {
  JournaledArray<RecordNodeId, TriangleId>& lists = records_[w].is_gate() ? gates_ : lists_;
  RecordNodeId head = lists[triangle];
  // Remove stale nodes at the head of the list, so that they do not accumulate.
  while (has_ended_ && head != none) {
    const RecordNodeId here = head;
    if (records_[nodes_[here].record].serial == nodes_[here].serial) break;
    head = nodes_[here].next;
    nodes_.edit(here).next = free_node_;
    free_node_ = here;
  }
  RecordNodeId n = free_node_;
  if (n == none) {
    n = static_cast<RecordNodeId>(nodes_.size());
    nodes_.push_back({w, records_[w].serial, head});
  } else {
    free_node_ = nodes_[n].next;
    nodes_.edit(n) = {w, records_[w].serial, head};
  }
  lists.edit(triangle) = n;
}

void Clearance::charge(RecordId w, Index to) {
  ChargeId c = free_charge_;
  if (c == none) {
    c = static_cast<ChargeId>(charges_.size());
    charges_.push_back({to, records_[w].charges});
  } else {
    free_charge_ = charges_[c].next;
    charges_.edit(c) = {to, records_[w].charges};
  }
  records_.edit(w).charges = c;
}

bool Clearance::is_foot(HalfEdgeId e) const {
  const Mesh& mesh = plain_->mesh;
  VertexId u = mesh.origin(e), f = mesh.target(e);
  if (mesh.is_refinement(u)) std::swap(u, f);
  return !mesh.is_refinement(u) && mesh.is_busy(f) && feet_.contains(pair_of(u, f));
}

// --- widths --------------------------------------------------------------------

double Clearance::width(const Triangulation& t, HalfEdgeId e) {
  const Mesh& mesh = t.mesh;
  VertexId v = mesh.origin(e), f = mesh.target(e);
  if (mesh.is_refinement(v)) std::swap(v, f);
  const Point p = mesh.point(v), q = mesh.point(f);
  const double length = distance_below(p, q);
  if (!mesh.is_refinement(f) || mesh.is_refinement(v)) return length;
  HalfEdgeId along = mesh.vertices[f].edge;
  while (!mesh.constrained(along)) along = mesh.rotate_ccw(along);
  const auto [from, to] = t.straight(along);
  const Point foot = nearest_on_segment(from, to, p);
  const double near = tolerance::steps_to_foot * step_of(from, to);
  if (std::abs(foot.x - q.x) > near || std::abs(foot.y - q.y) > near) return length;
  return t.height_below(p, along);
}

bool Clearance::is_wider(const Triangulation& t, HalfEdgeId e, double limit) {
  const Mesh& mesh = t.mesh;
  const VertexId a = mesh.origin(e), b = mesh.target(e);
  if (!mesh.is_refinement(a) && !mesh.is_refinement(b)) {
    const double x = mesh.vertices[b].x - mesh.vertices[a].x,
                 y = mesh.vertices[b].y - mesh.vertices[a].y;
    const double left = x * x + y * y, right = limit * limit;
    if (left > right * (1 + tolerance::length)) return true;
    if (left < right * (1 - tolerance::length)) return false;
  }
  return width(t, e) > limit;
}

double Clearance::height(const Triangulation& t, HalfEdgeId e) {
  const Mesh& mesh = t.mesh;
  const Point p = mesh.point(mesh.apex(e)), a = mesh.point(mesh.origin(e)),
              b = mesh.point(mesh.target(e));
  if (direction(a, b, p) <= 0 || direction(b, a, p) <= 0) return infinity;
  return t.height_below(p, e);
}

double Clearance::own_turn_width(const Triangulation& t, HalfEdgeId e) {
  const Mesh& mesh = t.mesh;
  const HalfEdgeId before = Mesh::prev(e), opposite = Mesh::next(e);
  if (!mesh.is_free(Mesh::triangle_of(e)) || mesh.constrained(e) || mesh.constrained(before))
    return -1.0;
  const double least = std::min(width(t, e), width(t, before));
  return mesh.constrained(opposite) ? std::min(least, height(t, opposite)) : least;
}

// Sets the three turn widths of a triangle, without charges. side(i) returns the width of side i.
template <class F>
void Clearance::measure_turns(const Triangulation& t, TriangleId triangle, F side) {
  const Mesh& mesh = t.mesh;
  const auto keep = [&](double a, double b, double c) {
    turn_widths_.edit(3 * triangle.number()) = a;
    turn_widths_.edit(3 * triangle.number() + 1) = b;
    turn_widths_.edit(3 * triangle.number() + 2) = c;
  };
  if (!mesh.is_live(triangle) || !mesh.is_free(triangle)) return keep(-1.0, -1.0, -1.0);
  const auto& corners = mesh.triangles[triangle].vertex;
  int walls = 0;
  Index wall = 0;  // one of the constrained sides
  bool refined = false;
  for (Index i = 0; i < 3; ++i) {
    if (mesh.constrained(Mesh::half_edge(triangle, i))) ++walls, wall = i;
    refined = refined || mesh.is_refinement(corners[i]);
  }
  if (walls == 0) {
    const double width[3] = {side(0), side(1), side(2)};
    return keep(std::min(width[0], width[2]), std::min(width[1], width[0]),
                std::min(width[2], width[1]));
  }
  double across = -1.0;  // the turn width at the corner opposite to the only wall
  if (walls == 1) {
    across = height(t, Mesh::half_edge(triangle, wall));
    // A height inside the triangle is never larger than the sides beside it. The widths of sides at
    // a refinement vertex are not their lengths, so they must be compared.
    if (refined || across == infinity)
      across = std::min({across, side((wall + 1) % 3), side((wall + 2) % 3)});
  }
  keep(wall == 1 ? across : -1.0, wall == 2 ? across : -1.0, wall == 0 ? across : -1.0);
}

void Clearance::measure(const Triangulation& t, TriangleId triangle) {
  check_interrupt();
  measure_turns(t, triangle, [&](Index i) { return width(t, Mesh::half_edge(triangle, i)); });
  for (RecordNodeId n = gates_[triangle]; n != none; n = nodes_[n].next) {
    const RecordedSearch& record = records_[nodes_[n].record];
    if (record.serial == nodes_[n].serial) apply_charges(record, triangle);
  }
}

void Clearance::measure(const Triangulation& t) {
  const Mesh& mesh = t.mesh;
  // Each side is measured once, from the first of its two triangles. The slot of the twin stores
  // the width until the other triangle is measured.
  constexpr double unknown = -2.0;
  double* const widths = turn_widths_.edit_all();
  std::fill_n(widths, turn_widths_.size(), unknown);
  for (const TriangleId triangle : mesh.triangles.ids()) {
    check_interrupt();
    measure_turns(t, triangle, [&](Index i) {
      const HalfEdgeId e = Mesh::half_edge(triangle, i), twin = mesh.twin(e);
      double& here = widths[Mesh::side_index(e)];
      if (here == unknown) here = width(t, e);
      if (e < twin) widths[Mesh::side_index(twin)] = here;
      return here;
    });
  }
  for (const RecordedSearch& record : records_)
    if (record.is_gate()) apply_charges(record, none);
}

void Clearance::apply_charges(const RecordedSearch& record, TriangleId triangle) {
  for (ChargeId c = record.charges; c != none; c = charges_[c].next) {
    const HalfEdgeId turn = charges_[c].turn();
    if (triangle != none && Mesh::triangle_of(turn) != triangle) continue;
    double& here = turn_widths_.edit(Mesh::side_index(turn));
    here = std::min(here, record.width);
  }
}

Clearance::EntryGate Clearance::limiting_gate(HalfEdgeId e) const {
  EntryGate turns[2] = {{infinity, none}, {infinity, none}};
  if (!is_on()) return turns[0];
  // Breaks ties between gates of the same width by coordinates.
  const Mesh& mesh = plain_->mesh;
  const auto is_first = [&](const EntryGate& a, const EntryGate& b) {
    if (a.corner == none || b.corner == none) return b.corner == none;
    const Point p = mesh.point(mesh.origin(a.corner)), q = mesh.point(mesh.origin(b.corner));
    if (p != q) return before(p, q);
    return before(mesh.point(mesh.target(a.corner)), mesh.point(mesh.target(b.corner)));
  };
  for (RecordNodeId n = gates_[Mesh::triangle_of(e)]; n != none; n = nodes_[n].next) {
    const RecordedSearch& record = records_[nodes_[n].record];
    if (record.serial != nodes_[n].serial) continue;
    for (ChargeId c = record.charges; c != none; c = charges_[c].next) {
      for (const int i : {0, 1}) {
        if (charges_[c].turn() != (i == 0 ? e : Mesh::next(e))) continue;
        const EntryGate gate{record.width, record.corner()};
        if (gate.width < turns[i].width ||
            (gate.width == turns[i].width && is_first(gate, turns[i])))
          turns[i] = gate;
      }
    }
  }
  const EntryGate &a = turns[0], &b = turns[1];
  return a.width > b.width || (a.width == b.width && is_first(a, b)) ? a : b;
}

std::size_t Clearance::bytes() const {
  return turn_widths_.bytes() + recorded_corners_.bytes() + records_.bytes() + nodes_.bytes() +
         charges_.bytes() + lists_.bytes() + gates_.bytes() + free_records_.bytes() + feet_.bytes();
}

void Clearance::validate(const Triangulation& t) const {
  const auto broken = [](const char* what, auto where) {
    throw InternalError("broken invariant: " + std::string(what) + " at " +
                        std::to_string(position(where)));
  };
  const Mesh& mesh = t.mesh;
  std::size_t refinements = 0;
  double size = 0;
  for (VertexId v = frame_vertices; v < mesh.vertices.end_id(); ++v) {
    if (!mesh.is_live_vertex(v)) continue;
    size = std::max({size, std::abs(mesh.vertices[v].x), std::abs(mesh.vertices[v].y)});
    if (!mesh.is_refinement(v)) continue;
    ++refinements;
    // Its reason must exist: it is the foot of a corner that it is joined to.
    bool reason = false;
    HalfEdgeId e = mesh.vertices[v].edge, along = e;
    while (!mesh.constrained(along)) along = mesh.rotate_ccw(along);
    const auto [from, to] = t.run_ends(along);
    for (const VertexId u : {mesh.target(along), mesh.origin(t.before(along))})
      if (mesh.is_refinement(u) ? &t.run_of(u) != &t.run_of(v) : u != from && u != to)
        broken("wrong run of a refinement", v);
    const double near = tolerance::steps_to_any_foot * step_of(mesh.point(from), mesh.point(to));
    do {
      const VertexId u = mesh.target(e);
      if (!mesh.constrained(e) && !mesh.is_refinement(u)) {
        const Point foot = nearest_on_segment(mesh.point(from), mesh.point(to), mesh.point(u));
        reason = reason || (std::abs(foot.x - mesh.vertices[v].x) <= near &&
                            std::abs(foot.y - mesh.vertices[v].y) <= near);
      }
      e = mesh.rotate_ccw(e);
    } while (e != mesh.vertices[v].edge);
    if (!reason) broken("refinement without a reason", v);
  }
  if (refinements != t.refinements()) broken("wrong count of refinements", none);
  if (!is_on()) {
    if (refinements > 0) broken("refinement of a plain mesh", none);
    return;
  }
  if (turn_widths_.size() != 3 * mesh.triangles.size())
    broken("clearances of other triangles", none);
  Clearance fresh(max_radius());
  fresh.turn_widths_.resize(turn_widths_.size());
  fresh.lists_.resize(mesh.triangles.size(), none);
  fresh.gates_.resize(mesh.triangles.size(), none);
  fresh.recorded_corners_.resize(mesh.triangles.size(), 0);
  SleeveFinder finder(t);
  Sleeve sleeve;
  std::vector<HalfEdgeId> turns;
  for (const TriangleId triangle : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(triangle) || !mesh.is_free(triangle)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId corner = Mesh::half_edge(triangle, i);
      if (!finder.find(corner, limit_, sleeve)) continue;
      bool known = false;
      for_gates_at(triangle, [&](HalfEdgeId c, double) { known = known || c == corner; });
      if (!known) broken("a gate that was overlooked", corner);
      const RecordId w = fresh.new_record(corner.number());
      fresh.records_.edit(w).width = sleeve.width;
      charges(sleeve, mesh, turns);
      for (const HalfEdgeId turn : turns) {
        fresh.charge(w, turn.number());
        fresh.note(Mesh::triangle_of(turn), w);
      }
    }
  }
  for (const TriangleId triangle : mesh.triangles.ids()) {
    if (!mesh.is_live(triangle)) continue;
    fresh.measure(t, triangle);
    // At a rounded vertex the width depends on the whole wall, whose far ends may have moved.
    const auto& corners = mesh.triangles[triangle].vertex;
    const bool given =
        std::all_of(corners, corners + 3, [&](VertexId v) { return mesh.is_given(v); });
    const double doubt = given ? 0.0 : tolerance::steps_of_width * step_of({size, size}, {});
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(triangle, i);
      if (std::abs(turn_width(e) - fresh.turn_width(e)) > doubt) broken("wrong clearance", e);
    }
  }
}

}  // namespace clearway
