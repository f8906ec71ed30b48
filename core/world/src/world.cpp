#include "clearway/world/world.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "clearance/local_widths.hpp"
#include "clearway/base/error.hpp"
#include "mesh/edges_at.hpp"
#include "validate.hpp"
#include "world/input_side.hpp"
#include "world_state.hpp"

namespace clearway {

World::World(const Obstacles& bounds, double max_radius)
    : state_(std::make_unique<State>(bounds, max_radius)) {}
World::~World() = default;
World::World(World&&) noexcept = default;

void World::apply(std::span<const Handle> removed, Obstacles added) {
  state_->check(removed, added);
  state_->run_transaction(removed, std::move(added));
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
double World::width(HalfEdgeId e) const { return edge_width(state_->triangulation, e); }
double World::height(HalfEdgeId e) const { return height_over(state_->triangulation, e); }
double World::own_turn_width(HalfEdgeId e) const {
  return clearway::own_turn_width(state_->triangulation, e);
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

double World::time_sectors() const {
  const auto begin = std::chrono::steady_clock::now();
  Sectors fresh;
  fresh.rebuild(mesh(), state_->low, state_->high);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace clearway
