// The world: obstacles by handle, and the mesh, kept up to date by every edit.
//
// An edit is one transaction: a set of handles to remove and a set of obstacles to add. It repairs
// the triangulation, the cover and the sectors once, locally. It happens completely or, when it
// throws, leaves the world unchanged, also when memory runs out or an interrupt (interrupt.hpp)
// ends it. Undoing an edit needs no memory, and no more time than what it has changed.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "clearway/mesh/mesh.hpp"
#include "clearway/obstacles/obstacles.hpp"

namespace clearway {

// Slots of triangles that an edit removed or changed, and that it added or changed.
struct Edit {
  std::vector<TriangleId> removed;
  std::vector<TriangleId> added;
  std::vector<TriangleId> measured;  // perhaps others whose clearances changed (World::turn_width)
};

// `vertices` counts corners, posts and crossings; refinement vertices are counted separately.
struct WorldStats {
  std::size_t vertices, crossings, refinements, triangles, free_triangles, constrained_edges,
      obstacles;
  std::size_t bytes;
};

class World {
 public:
  // `bounds`: one obstacle without a handle whose shells and holes bound the free area (several
  // shells: even-odd). Throws InvalidInput if it encloses no area. `max_radius` (>= 0): the largest
  // radius of interest; clearances are exact up to it, and the mesh is refined no further. 0: a
  // plain constrained Delaunay triangulation.
  explicit World(const Obstacles& bounds,
                 double max_radius = std::numeric_limits<double>::infinity());
  ~World();
  World(World&&) noexcept;

  // Removes, then adds, as one edit. Handles to add must be new or among the removed;
  // handles to remove must be present. Throws InvalidInput before any change otherwise.
  // Expected cost: proportional to what the obstacles touch, not to the world.
  void apply(std::span<const Handle> removed, Obstacles added);

  // Unused handles: the first of `count` consecutive ones, in ascending order. Any thread may call
  // these two at any time, also while another thread edits. apply() also raises the counter above
  // the handles it adds, once they are added: reserve them if other threads reserve handles too.
  Handle reserve_handles(std::size_t count);
  Handle next_handle() const;  // the next one to be reserved

  const Mesh& mesh() const;
  // The width of an unconstrained edge: its length, or, if it joins a corner to its own foot, the
  // distance of that corner from the wall. Rounded down.
  double width(HalfEdgeId e) const;
  // The height of e's triangle over the constrained side e; infinity if the foot is not inside e.
  double height(HalfEdgeId e) const;
  // The turn width at the origin of e (docs/glossary.md), with and without the gates charged to it.
  // Without the clearance layer the two are equal.
  double turn_width(HalfEdgeId e) const;
  double own_turn_width(HalfEdgeId e) const;
  double max_radius() const;
  // Locates any point of the numeric domain, relative to the walls as given. Where rounding has
  // bent a wall across p, the answer is the triangle on p's side of the given wall, although p lies
  // outside that triangle by the rounding error.
  Location locate(const Point& p) const;
  LocatedPoint located(const Point& p) const { return {p, locate(p)}; }
  std::uint64_t version() const;  // grows by one with each edit
  const Edit& last_edit() const;

  bool contains(Handle h) const;
  std::size_t obstacle_count() const;
  std::vector<Handle> handles() const;  // ascending
  // Geometry as stored, without repeated points. Throws InvalidInput for an unknown handle.
  Obstacles obstacles(std::span<const Handle> handles) const;
  const Obstacles& bounds() const;

  // The handles whose boundary runs along half-edge e, or through vertex v. Posts at v are reported
  // only if nothing else passes through v; that case scans every corner. Ascending; -1 is the
  // bounds.
  std::vector<Handle> owners_of_edge(HalfEdgeId e) const;
  std::vector<Handle> owners_of_vertex(VertexId v) const;
  // The input segments that half-edge e is part of, by their ends. The edge may deviate from them
  // by the rounding of crossings and refinement vertices.
  std::vector<std::pair<Point, Point>> segments_along(HalfEdgeId e) const;

  // Every invariant, from scratch: neighbour symmetry, orientation, constrained Delaunay,
  // constraints present, cover, bookkeeping, sectors, clearance. Throws InternalError.
  void validate() const;
  WorldStats stats() const;
  // Seconds to build the sectors of point location, which are built again for this
  // and dropped: their share of an edit is not visible from outside.
  double time_sectors() const;

 private:
  friend class WorldAccess;  // for other modules of the core: world/access.hpp
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace clearway
