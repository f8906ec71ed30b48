#include "obstacle_edits.hpp"

#include "clearway/base/interrupt.hpp"
#include "clearway/base/progress.hpp"
#include "mesh/spatial_sort.hpp"
#include "obstacles/input_checks.hpp"
#include "triangulation/cover_sweep.hpp"

namespace clearway {

namespace {

constexpr std::size_t bulk = 64;  // the number of points from which sorting them pays off
// If at least one in this many constrained edges is new, one sweep finds the cover sooner than
// floods, which cost as much as each ring covers.
constexpr std::size_t sweep_share = 4;

}  // namespace

void ObstacleEdits::remove(std::span<const Handle> handles) {
  // Remove all cover first, while every edge that bounds it still exists.
  for (const Handle h : handles) {
    check_interrupt();
    change_cover(chains_.find(h), -1);
  }
  for (const Handle h : handles) {
    check_interrupt();
    const ObstacleId slot = chains_.find(h);
    const ObstacleRecord& record = chains_.obstacles[slot];
    for (ChainId k = record.first; k < record.first + record.count; ++k) {
      const Chain& chain = chains_.chains[k];
      for (const SegmentId s : chain.segments()) {
        check_interrupt(4);
        triangulation_.withdraw_segment(s);
      }
      for (ChainPointId c = chain.first; c < chain.first + chain.count; ++c)
        triangulation_.release(chains_.point_vertex[c]);
    }
    chains_.release(slot);
  }
  triangulation_.restore_delaunay();
}

void ObstacleEdits::add(Obstacles added) {
  if (added.handles.empty()) return;
  normalize(added);
  Corners corners{std::move(added.points), {}};
  corners.ids.reserve(corners.points.size());
  chains_.reserve(added.handles.size(), added.roles.size(), corners.points.size());
  const std::vector<ObstacleId> obstacles = allocate(added, corners.ids);
  // Memory is released as soon as it is not needed: worlds can be large.
  added = {};
  begin_phase("points", corners.points.size());
  insert_points(corners);
  corners = {};
  const std::size_t segments = count_segments(obstacles);
  begin_phase("edges", segments);
  if (segments >= bulk) triangulation_.owners.reserve(triangulation_.owners.edges() + segments);
  insert_segments(obstacles);
  begin_phase("cover", 0);
  if (segments >= bulk && sweep_share * segments >= triangulation_.owners.edges())
    sweep_all_cover();
  else
    for (const ObstacleId obstacle : obstacles) change_cover(obstacle, +1);
}

// Creates the obstacles and their chains. Appends the ids of their corners, in the order of the
// points.
std::vector<ObstacleId> ObstacleEdits::allocate(const Obstacles& added,
                                                std::vector<ChainPointId>& ids) {
  std::vector<ObstacleId> slots;
  slots.reserve(added.handles.size());
  for (std::size_t i = 0; i < added.handles.size(); ++i) {
    const auto first = static_cast<std::size_t>(added.obstacle_starts[i]);
    const auto last = static_cast<std::size_t>(added.obstacle_starts[i + 1]);
    const ObstacleId slot = chains_.allocate(added.handles[i], last - first);
    slots.push_back(slot);
    for (std::size_t k = first; k < last; ++k) {
      const auto corners = static_cast<Index>(added.chain_starts[k + 1] - added.chain_starts[k]);
      const ChainId chain(chains_.obstacles[slot].first.number() + static_cast<Index>(k - first));
      chains_.allocate_chain(chain, slot, added.roles[k], corners);
      for (Index c = 0; c < corners; ++c)
        ids.push_back(ChainPointId(chains_.chains[chain].first.number() + c));
    }
  }
  return slots;
}

void ObstacleEdits::insert_points(const Corners& corners) {
  const std::vector<Point>& points = corners.points;
  const Mesh& mesh = triangulation_.mesh;
  const auto insert = [&](Index i, HalfEdgeId near) {
    check_interrupt(2);
    count_step();
    const VertexId v = triangulation_.insert_vertex(points[i], near);
    triangulation_.use(v);
    chains_.point_vertex.edit(corners.ids[i]) = v;
    return mesh.vertices[v].edge;
  };
  if (points.size() >= bulk) {
    triangulation_.reserve(points.size());
    HalfEdgeId near = sectors_.hint(mesh, points[0]);
    for (const Index i : insertion_order(points)) near = insert(i, near);
  } else {
    for (Index i = 0; i < points.size(); ++i) insert(i, sectors_.hint(mesh, points[i]));
  }
}

std::size_t ObstacleEdits::count_segments(std::span<const ObstacleId> obstacles) const {
  std::size_t segments = 0;
  for (const ObstacleId obstacle : obstacles) {
    const ObstacleRecord& record = chains_.obstacles[obstacle];
    for (ChainId k = record.first; k < record.first + record.count; ++k)
      segments += chains_.chains[k].segment_count();
  }
  return segments;
}

void ObstacleEdits::insert_segments(std::span<const ObstacleId> obstacles) {
  for (const ObstacleId obstacle : obstacles) {
    const ObstacleRecord& record = chains_.obstacles[obstacle];
    for (ChainId k = record.first; k < record.first + record.count; ++k) {
      const Chain chain = chains_.chains[k];
      for (const SegmentId s : chain.segments()) {
        check_interrupt(2);
        count_step();
        triangulation_.insert_segment(s);
      }
    }
    triangulation_.restore_delaunay();
  }
}

void ObstacleEdits::sweep_all_cover() {
  Mesh& mesh = triangulation_.mesh;
  const IdVector<TriangleId, std::uint32_t> swept = sweep_cover(triangulation_, chains_);
  for (const TriangleId t : mesh.triangles.ids()) {
    if (mesh.triangles[t].cover == swept[t] || !mesh.is_live(t)) continue;
    triangulation_.touch(t);
    mesh.triangles.edit(t).cover = swept[t];
  }
}

void ObstacleEdits::change_cover(ObstacleId obstacle, int by) {
  const bool is_bounds = chains_.obstacles[obstacle].handle == bounds_handle;
  Mesh& mesh = triangulation_.mesh;
  for (const std::vector<TriangleId>& part : cover_.parts(obstacle, is_bounds)) {
    for (const TriangleId t : part) {
      check_interrupt();
      triangulation_.touch(t);
      if (is_bounds)
        mesh.triangles.edit(t).cover ^= Mesh::in_bounds;
      else
        mesh.triangles.edit(t).cover += static_cast<std::uint32_t>(by);
    }
  }
}

}  // namespace clearway
