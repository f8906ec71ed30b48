#include "clearway/world/world.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "mesh/edges_at.hpp"
#include "mesh/spatial_sort.hpp"
#include "obstacles/input_checks.hpp"
#include "triangulation/cover_sweep.hpp"
#include "validate.hpp"
#include "world/input_side.hpp"
#include "world_state.hpp"

namespace clearway {

namespace {

constexpr Handle bounds_handle = -1;
constexpr std::size_t bulk = 64;  // the number of points from which sorting them pays off
// If at least one in this many constrained edges is new, one sweep finds the cover sooner than
// floods, which cost as much as each ring covers.
constexpr std::size_t sweep_share = 4;

}  // namespace

// --- one edit ------------------------------------------------------------------

World::State::State(const Obstacles& given, double max_radius)
    : clearance(max_radius), bounds(given) {
  if (!(max_radius >= 0)) throw InvalidInput("the largest radius is negative or not a number");
  check_input(bounds);
  normalize(bounds);
  if (bounds.handles.size() != 1) throw InvalidInput("the bounds must be one obstacle");
  if (std::any_of(bounds.roles.begin(), bounds.roles.end(), [](Role r) { return r > Role::hole; }))
    throw InvalidInput("the bounds must consist of rings");
  bounds.handles[0] = bounds_handle;
  low = high = bounds.points[0];
  for (const Point& p : bounds.points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  triangulation.begin_edit();
  add_obstacles(bounds);
  const bool any = std::any_of(
      triangulation.mesh.triangles.begin(), triangulation.mesh.triangles.end(),
      [](const Triangle& t) { return t.vertex[0] != none && t.cover == Mesh::in_bounds; });
  if (!any) throw InvalidInput("the bounds enclose no area");
  accept(finish());
  version = 0;
}

void World::State::check(std::span<const Handle> removed, const Obstacles& added) const {
  check_input(added);
  std::unordered_set<Handle> leaving;
  for (std::size_t i = 0; i < removed.size(); ++i) {
    if (removed[i] < 0 || chains.find(removed[i]) == none || !leaving.insert(removed[i]).second)
      throw UnknownHandle(removed[i], static_cast<std::int64_t>(i));
  }
  std::vector<Handle> fresh = added.handles;
  std::sort(fresh.begin(), fresh.end());
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    const Handle h = fresh[i];
    if (h < 0 || h == std::numeric_limits<Handle>::max() || (i > 0 && fresh[i - 1] == h) ||
        (chains.find(h) != none && !leaving.contains(h)))
      throw InvalidInput("handle " + std::to_string(h) + " is taken or negative");
  }
}

void World::State::apply(std::span<const Handle> removed, Obstacles added) {
  Handle next = 0;
  for (const Handle h : added.handles) next = std::max(next, h + 1);
  Outcome outcome;
  try {
    begin_transaction();
    triangulation.begin_edit();
    remove_obstacles(removed);
    add_obstacles(std::move(added));
    outcome = finish();
  } catch (...) {
    rollback();
    throw;
  }
  commit();
  accept(std::move(outcome));
  raise_next_handle(next);
}

void World::State::raise_next_handle(Handle to) noexcept {
  Handle now = next_handle.load();
  while (now < to && !next_handle.compare_exchange_weak(now, to)) {
  }
}

void World::State::begin_transaction() {
  for_journaled([](auto& part) { part.begin_transaction(); });
}

void World::State::commit() noexcept {
  for_journaled([](auto& part) { part.commit(); });
}

void World::State::rollback() noexcept {
  for_journaled([](auto& part) { part.rollback(); });
  triangulation.forget_edit();
}

void World::State::remove_obstacles(std::span<const Handle> handles) {
  // Remove all cover first, while every edge that bounds it still exists.
  for (const Handle h : handles) {
    check_interrupt();
    change_cover(chains.find(h), -1);
  }
  for (const Handle h : handles) {
    check_interrupt();
    const ObstacleId slot = chains.find(h);
    const ObstacleRecord& record = chains.obstacles[slot];
    for (ChainId k = record.first; k < record.first + record.count; ++k) {
      const Chain& chain = chains.chains[k];
      for (const SegmentId s : chain.segments()) {
        check_interrupt(4);
        triangulation.withdraw_segment(s);
      }
      for (ChainPointId c = chain.first; c < chain.first + chain.count; ++c)
        triangulation.release(chains.point_vertex[c]);
    }
    chains.release(slot);
  }
  triangulation.restore_delaunay();
}

void World::State::add_obstacles(Obstacles added) {
  if (added.handles.empty()) return;
  normalize(added);
  std::vector<Point> points = std::move(added.points);
  std::vector<ChainPointId> corner_of_point;  // the corner that will refer to each point's vertex
  std::vector<ObstacleId> slots;
  corner_of_point.reserve(points.size());
  slots.reserve(added.handles.size());
  chains.reserve(added.handles.size(), added.roles.size(), points.size());
  for (std::size_t i = 0; i < added.handles.size(); ++i) {
    const auto first = static_cast<std::size_t>(added.obstacle_starts[i]);
    const auto last = static_cast<std::size_t>(added.obstacle_starts[i + 1]);
    const ObstacleId slot = chains.allocate(added.handles[i], last - first);
    slots.push_back(slot);
    for (std::size_t k = first; k < last; ++k) {
      const auto corners = static_cast<Index>(added.chain_starts[k + 1] - added.chain_starts[k]);
      const ChainId chain(chains.obstacles[slot].first.number() + static_cast<Index>(k - first));
      chains.allocate_chain(chain, slot, added.roles[k], corners);
      for (Index c = 0; c < corners; ++c)
        corner_of_point.push_back(ChainPointId(chains.chains[chain].first.number() + c));
    }
  }

  added = {};

  Mesh& mesh = triangulation.mesh;
  const auto insert = [&](Index i, HalfEdgeId near) {
    check_interrupt(2);
    const VertexId v = triangulation.insert_vertex(points[i], near);
    triangulation.use(v);
    chains.point_vertex.edit(corner_of_point[i]) = v;
    return mesh.vertices[v].edge;
  };
  if (points.size() >= bulk) {
    triangulation.reserve(points.size());
    HalfEdgeId near = sectors.hint(mesh, points[0]);
    for (const Index i : insertion_order(points)) near = insert(i, near);
  } else {
    for (Index i = 0; i < points.size(); ++i) insert(i, sectors.hint(mesh, points[i]));
  }

  points = {};
  corner_of_point = {};

  std::size_t segments = 0;
  for (const ObstacleId slot : slots) {
    const ObstacleRecord& record = chains.obstacles[slot];
    for (ChainId k = record.first; k < record.first + record.count; ++k)
      segments += chains.chains[k].segment_count();
  }
  if (segments >= bulk) triangulation.owners.reserve(triangulation.owners.edges() + segments);
  for (const ObstacleId slot : slots) {
    const ObstacleRecord& record = chains.obstacles[slot];
    for (ChainId k = record.first; k < record.first + record.count; ++k) {
      const Chain chain = chains.chains[k];
      for (const SegmentId s : chain.segments()) {
        check_interrupt(2);
        triangulation.insert_segment(s);
      }
    }
    triangulation.restore_delaunay();
  }
  if (segments >= bulk && sweep_share * segments >= triangulation.owners.edges()) {
    const IdVector<TriangleId, std::uint32_t> swept = sweep_cover(triangulation, chains);
    for (const TriangleId t : mesh.triangles.ids()) {
      if (mesh.triangles[t].cover == swept[t] || !mesh.is_live(t)) continue;
      triangulation.touch(t);
      mesh.triangles.edit(t).cover = swept[t];
    }
    return;
  }
  for (const ObstacleId slot : slots) change_cover(slot, +1);
}

void World::State::change_cover(ObstacleId obstacle, int by) {
  const bool is_bounds = chains.obstacles[obstacle].handle == bounds_handle;
  Mesh& mesh = triangulation.mesh;
  for (const std::vector<TriangleId>& part : cover.parts(obstacle, is_bounds)) {
    for (const TriangleId t : part) {
      check_interrupt();
      triangulation.touch(t);
      if (is_bounds)
        mesh.triangles.edit(t).cover ^= Mesh::in_bounds;
      else
        mesh.triangles.edit(t).cover += static_cast<std::uint32_t>(by);
    }
  }
}

World::State::Outcome World::State::finish() {
  clearance.update(triangulation);
  const Mesh& mesh = triangulation.mesh;
  Outcome out;
  out.edit.measured = clearance.measured();
  for (const Triangulation::Touch& touched : triangulation.touched()) {
    if (touched.again) continue;
    if (touched.was_live) out.edit.removed.push_back(touched.triangle());
    check_interrupt();
    if (mesh.is_live(touched.triangle())) out.edit.added.push_back(touched.triangle());
  }
  if (sectors.is_stale(triangulation.live_triangles()))
    out.sectors.emplace().rebuild(mesh, low, high);
  return out;
}

void World::State::accept(Outcome outcome) noexcept {
  if (outcome.sectors)
    sectors = std::move(*outcome.sectors);
  else
    for (const TriangleId t : outcome.edit.added) sectors.note(triangulation.mesh, t);
  last_edit = std::move(outcome.edit);
  ++version;
}

// --- the world -----------------------------------------------------------------

World::World(const Obstacles& bounds, double max_radius)
    : state_(std::make_unique<State>(bounds, max_radius)) {}
World::~World() = default;
World::World(World&&) noexcept = default;

void World::apply(std::span<const Handle> removed, Obstacles added) {
  state_->check(removed, added);
  state_->apply(removed, std::move(added));
}

Handle World::next_handle() const { return state_->next_handle.load(); }

Handle World::reserve_handles(std::size_t count) {
  Handle first = state_->next_handle.load();
  do {
    if (count > static_cast<std::uint64_t>(std::numeric_limits<Handle>::max() - first))
      throw InvalidInput("there are no handles left");
  } while (!state_->next_handle.compare_exchange_weak(first, first + static_cast<Handle>(count)));
  return first;
}

void World::validate() const {
  clearway::validate(state_->triangulation, state_->chains, state_->clearance);
}

const Mesh& World::mesh() const { return state_->triangulation.mesh; }
double World::width(HalfEdgeId e) const { return Clearance::width(state_->triangulation, e); }
double World::height(HalfEdgeId e) const { return Clearance::height(state_->triangulation, e); }
double World::own_turn_width(HalfEdgeId e) const {
  return Clearance::own_turn_width(state_->triangulation, e);
}
double World::turn_width(HalfEdgeId e) const { return state_->clearance.turn_width(e); }
double World::max_radius() const { return state_->clearance.max_radius(); }
std::uint64_t World::version() const { return state_->version; }
const Edit& World::last_edit() const { return state_->last_edit; }
const Obstacles& World::bounds() const { return state_->bounds; }
bool World::contains(Handle h) const { return h >= 0 && state_->chains.find(h) != none; }

Location World::locate(const Point& p) const {
  return correct_for_input(*this, p, locate_in_mesh(*this, p));
}

std::size_t World::obstacle_count() const { return state_->chains.size() - 1; }

std::vector<Handle> World::handles() const {
  std::vector<Handle> out;
  for (const ObstacleRecord& record : state_->chains.obstacles)
    if (record.count > 0 && record.handle != bounds_handle) out.push_back(record.handle);
  std::sort(out.begin(), out.end());
  return out;
}

Obstacles World::obstacles(std::span<const Handle> handles) const {
  const Chains& chains = state_->chains;
  Obstacles out;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const ObstacleId slot = handles[i] < 0 ? none : chains.find(handles[i]);
    if (slot == none) throw UnknownHandle(handles[i], static_cast<std::int64_t>(i));
    const ObstacleRecord& record = chains.obstacles[slot];
    out.handles.push_back(handles[i]);
    for (ChainId k = record.first; k < record.first + record.count; ++k) {
      const Chain& chain = chains.chains[k];
      out.roles.push_back(chain.role);
      for (ChainPointId c = chain.first; c < chain.first + chain.count; ++c)
        out.points.push_back(mesh().point(chains.point_vertex[c]));
      out.chain_starts.push_back(static_cast<std::int64_t>(out.points.size()));
    }
    out.obstacle_starts.push_back(static_cast<std::int64_t>(out.roles.size()));
  }
  return out;
}

std::vector<Handle> World::owners_of_edge(HalfEdgeId e) const {
  std::vector<Handle> out;
  const Chains& chains = state_->chains;
  for (const SegmentId s : state_->triangulation.owners.list(mesh().origin(e), mesh().target(e)))
    out.push_back(chains.obstacles[chains.chains[chains.chain_of(s)].obstacle].handle);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<Handle> World::owners_of_vertex(VertexId v) const {
  std::vector<Handle> out;
  const Chains& chains = state_->chains;
  for_each_edge_at(mesh(), v, [&](HalfEdgeId e) {
    if (!mesh().constrained(e)) return;
    for (const Handle h : owners_of_edge(e)) out.push_back(h);
  });
  if (out.empty()) {  // a post: no edge has it as an owner
    for (ChainPointId c{0}; c < chains.point_vertex.end_id(); ++c)
      if (chains.point_chain[c] != none && chains.point_vertex[c] == v)
        out.push_back(chains.obstacles[chains.chains[chains.point_chain[c]].obstacle].handle);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::pair<Point, Point>> World::segments_along(HalfEdgeId e) const {
  std::vector<std::pair<Point, Point>> out;
  const Chains& chains = state_->chains;
  for (const SegmentId s : state_->triangulation.owners.list(mesh().origin(e), mesh().target(e)))
    out.emplace_back(mesh().point(chains.start_of(s)), mesh().point(chains.end_of(s)));
  return out;
}

WorldStats World::stats() const {
  WorldStats out{};
  const Mesh& m = mesh();
  for (VertexId v = frame_vertices; v < m.vertices.end_id(); ++v) {
    out.vertices += m.is_live_vertex(v) && !m.is_refinement(v);
    out.refinements += m.is_live_vertex(v) && m.is_refinement(v);
    out.crossings += m.is_live_vertex(v) && m.vertices[v].uses == 0;
  }
  for (TriangleId t{0}; t < m.triangles.end_id(); ++t) {
    if (!m.is_live(t) || m.touches_frame(t)) continue;
    ++out.triangles;
    out.free_triangles += m.is_free(t);
  }
  out.constrained_edges = state_->triangulation.owners.edges();
  out.obstacles = obstacle_count();
  out.bytes = state_->triangulation.bytes() + state_->chains.bytes() + state_->sectors.memory() +
              state_->clearance.bytes();
  return out;
}

}  // namespace clearway
