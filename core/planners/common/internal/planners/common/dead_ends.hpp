// Dead ends: parts of the free space that one portal cuts off.
//
// A dead end is a tree of triangles, found by repeatedly removing leaves of the dual graph. A
// shortest path enters one only if it ends there: a path that enters and leaves crosses the portal
// twice, and is shorter along the portal. (A disc may swing in to avoid a corner before the portal;
// DiscWedgeSearch allows for it.)
//
// Which triangles are in dead ends, and which triangle is the parent of which, depends on the free
// space alone, with one exception: a component that is a tree may hang from any of its triangles.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/world/world.hpp"
#include "planners/common/goals.hpp"

namespace clearway {

class DeadEnds {
 public:
  explicit DeadEnds(const World& world) : mesh_(world.mesh()) {}

  void forget() {
    parent_.clear();
    opened_.clear();
    trees_.clear();
  }
  // Finds all dead ends; linear in the mesh. `is_portal(half-edge)` says which unconstrained edges
  // are portals.
  template <class IsPortal>
  void find(IsPortal is_portal);
  // After an edit: the dead ends are those that find() finds. `is_portal` as for find(). Cost: of
  // the edit, of the dead ends that it has touched and of those that it has made. After an
  // exception they are forgotten.
  template <class IsPortal>
  void repair(const Edit& edit, IsPortal is_portal);
  // Takes over what others know of the same version of the world, for the same portals: cheaper
  // than find().
  void adopt(const DeadEnds& others);
  bool are_known() const { return !parent_.empty(); }
  // Whether the triangle is in a dead end, open or not; false if they are not known.
  bool is_inside(TriangleId t) const { return are_known() && parent_[t] != none; }
  // Whether searches with this many expansions since the last edit have cost as much as find().
  bool are_due(std::uint64_t expansions) const {
    constexpr std::size_t triangles_per_expansion = 4;
    return !are_known() && expansions > mesh_.triangles.size() / triangles_per_expansion;
  }
  // Whether the mesh is so small that find() costs less than most first searches save by it.
  bool are_cheap() const {
    constexpr std::size_t small_mesh = 1024;
    return mesh_.triangles.size() <= small_mesh;
  }

  // Begins a query: opens the path from each goal out of its dead end or, if `all` or if goals are
  // everywhere, everything.
  // `start`: the triangle of the only start, or none. If it and the only triangle with goals are in
  // the same dead end, the part of the mesh beyond the triangle where their ways out meet is
  // barred.
  void open(const Goals& goals, bool all, TriangleId start = none);
  // After open(): in components that are trees, bars every way that leads away from all goals. Then
  // the bars do not depend on the triangle from which the tree hangs.
  void bar_ways_from(const Goals& goals);
  // Whether the half-edge leads into a dead end that is not open.
  bool is_barred(HalfEdgeId exit) const {
    return !are_all_open_ && bars_[Mesh::triangle_of(exit)] >> Mesh::side_of(exit) & 1;
  }

 private:
  // The triangle from which t hangs; none outside dead ends, and where a tree hangs from t.
  TriangleId above(TriangleId t) const { return parent_[t] == t ? TriangleId(none) : parent_[t]; }
  unsigned side_towards(TriangleId from, TriangleId to) const;
  void set_bars(TriangleId t, unsigned bars) {
    opened_.push_back({t, bars_[t]});
    bars_[t] = static_cast<std::uint8_t>(bars);
  }
  void undo_open();
  // Takes the triangles that the edit touched, and those above them, out of their dead ends.
  // Returns them, marked.
  enum Mark : std::uint8_t { untouched, is_above, touched };
  std::vector<TriangleId> take_out(const Edit& edit);
  template <class IsPortal>
  void hang_again(const std::vector<TriangleId>& taken, IsPortal is_portal);
  template <class IsPortal>
  void remove_leaves(std::vector<TriangleId> candidates, IsPortal is_portal);

  const Mesh& mesh_;
  bool are_all_open_ = true;
  IdVector<TriangleId, std::uint8_t> bars_;  // by triangle: bit i: edge i leads into a dead end
  // By triangle: its parent in the tree, itself where a tree hangs from it, or none.
  IdVector<TriangleId, TriangleId> parent_;
  struct Opened {
    TriangleId triangle;
    std::uint8_t bars;  // before
  };
  std::vector<Opened> opened_;        // what this query has changed
  std::vector<TriangleId> trees_;     // from which the trees with goals hang
  IdVector<TriangleId, Mark> marks_;  // all untouched between repairs
};

template <class IsPortal>
void DeadEnds::find(IsPortal is_portal) {
  const std::size_t size = mesh_.triangles.size();
  forget();
  constexpr std::uint8_t removed = 0xff;
  IdVector<TriangleId, std::uint8_t> degree(size, 0);  // portals to triangles not removed
  std::vector<TriangleId> leaves;
  bars_.assign(size, 0);
  parent_.assign(size, none);  // last: from here on they are known, and each one found is right
  for (const TriangleId t : mesh_.triangles.ids()) {
    if (!mesh_.is_live(t) || !mesh_.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      degree[t] += !mesh_.constrained(e) && is_portal(e);
    }
    if (degree[t] < 2) leaves.push_back(t);
  }
  for (std::size_t at = 0; at < leaves.size(); ++at) {
    const TriangleId t = leaves[at];
    degree[t] = removed;
    parent_[t] = t;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (mesh_.constrained(e) || !is_portal(e)) continue;
      const HalfEdgeId twin = mesh_.twin(e);
      const TriangleId neighbour = Mesh::triangle_of(twin);
      if (degree[neighbour] == removed) continue;
      parent_[t] = neighbour;
      bars_[neighbour] |= static_cast<std::uint8_t>(1 << Mesh::side_of(twin));
      if (--degree[neighbour] == 1) leaves.push_back(neighbour);
    }
  }
}

template <class IsPortal>
void DeadEnds::repair(const Edit& edit, IsPortal is_portal) {
  if (!are_known()) return;
  try {
    undo_open();
    const std::vector<TriangleId> taken = take_out(edit);
    hang_again(taken, is_portal);
    for (const TriangleId t : taken) marks_[t] = untouched;
    remove_leaves(taken, is_portal);
  } catch (...) {
    forget();
    marks_.clear();
    throw;
  }
}

// What hangs unchanged at the triangles taken out still has its way out there.
template <class IsPortal>
void DeadEnds::hang_again(const std::vector<TriangleId>& taken, IsPortal is_portal) {
  for (const TriangleId t : taken) {
    if (!mesh_.is_live(t) || !mesh_.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (mesh_.constrained(e)) continue;
      // A triangle whose parent was touched has one portal to touched triangles, as those beyond
      // another one would have been below it.
      const TriangleId other = Mesh::triangle_of(mesh_.twin(e));
      const TriangleId parent = parent_[other];
      if (marks_[other] != untouched || parent == none) continue;
      if (marks_[t] == touched ? marks_[parent] != touched || !is_portal(e) : parent != t) continue;
      parent_[other] = t;
      bars_[t] |= static_cast<std::uint8_t>(1 << i);
    }
  }
}

// Removes leaves, beginning with these. What was removed before remains so, as the edit has touched
// nothing below it; and which triangles are removed does not depend on the order.
template <class IsPortal>
void DeadEnds::remove_leaves(std::vector<TriangleId> candidates, IsPortal is_portal) {
  while (!candidates.empty()) {
    const TriangleId t = candidates.back();
    candidates.pop_back();
    if (!mesh_.is_live(t) || !mesh_.is_free(t) || parent_[t] != none) continue;
    HalfEdgeId out = none;
    int ways = 0;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (mesh_.constrained(e) || !is_portal(e)) continue;
      if (parent_[Mesh::triangle_of(mesh_.twin(e))] != none) continue;
      out = e;
      ++ways;
    }
    if (ways > 1) continue;
    parent_[t] = t;
    if (ways == 0) continue;
    const HalfEdgeId in = mesh_.twin(out);
    parent_[t] = Mesh::triangle_of(in);
    bars_[parent_[t]] |= static_cast<std::uint8_t>(1 << Mesh::side_of(in));
    candidates.push_back(parent_[t]);
  }
}

}  // namespace clearway
