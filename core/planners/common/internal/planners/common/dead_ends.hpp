// Dead ends: parts of the free space that one portal cuts off.
//
// A dead end is a tree of triangles, found by repeatedly removing leaves of the dual graph. A
// shortest path enters one only if it ends there: a path that enters and leaves crosses the portal
// twice, and is shorter along the portal. (A disc may swing in to avoid a corner before the portal;
// DiscWedgeSearch allows for it.)
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
    top_ = none;
    repaired_ = 0;
  }
  // Finds all dead ends; linear in the mesh. `is_portal(half-edge)` says which unconstrained edges
  // are portals.
  template <class IsPortal>
  void find(IsPortal is_portal);
  // After an edit: keeps the dead ends in which it has touched nothing. New ones are not found, so
  // that it forgets all of them after many repairs. `is_portal` as for find(). Cost: of the edit,
  // and of the dead ends that it has touched. After an exception they are forgotten.
  template <class IsPortal>
  void repair(const Edit& edit, IsPortal is_portal);
  bool are_known() const { return !parent_.empty(); }
  // Whether the triangle is in a dead end, open or not; false if they are not known.
  bool is_inside(TriangleId t) const { return are_known() && parent_[t] != none; }
  // Whether searches with this many expansions since the last edit have cost as much as find().
  bool are_due(std::uint64_t expansions) const {
    constexpr std::size_t triangles_per_expansion = 4;
    return !are_known() && expansions > mesh_.triangles.size() / triangles_per_expansion;
  }

  // Begins a query: opens the path from each goal out of its dead end or, if `all` or if goals are
  // everywhere, everything.
  // `start`: the triangle of the only start, or none. If it and the only triangle with goals are in
  // the same dead end, the part of the mesh beyond the triangle where their ways out meet is
  // barred.
  void open(const Goals& goals, bool all, TriangleId start = none);
  // Whether the half-edge leads into a dead end that is not open.
  bool is_barred(HalfEdgeId exit) const {
    const TriangleId t = Mesh::triangle_of(exit);
    return !are_all_open_ && bars_[t] >> Mesh::side_of(exit) & 1 &&
           opened_[Mesh::triangle_of(mesh_.twin(exit))] != query_;
  }

 private:
  void bar_above(TriangleId top);
  void unbar_top() {
    if (top_ != none) bars_[top_] = top_bars_;
    top_ = none;
  }
  // Takes the triangles that the edit touched, and those above them, out of their dead ends.
  // Returns them, marked.
  enum Mark : std::uint8_t { untouched, above, touched };
  std::vector<TriangleId> take_out(const Edit& edit);
  template <class IsPortal>
  void hang_again(const std::vector<TriangleId>& taken, IsPortal is_portal);

  const Mesh& mesh_;
  TriangleId top_ = none;      // barred from its parent for this query
  std::uint8_t top_bars_ = 0;  // its bars otherwise
  bool are_all_open_ = true;
  IdVector<TriangleId, std::uint8_t> bars_;     // by triangle: bit i: edge i leads into a dead end
  IdVector<TriangleId, TriangleId> parent_;     // by triangle: its parent in the tree, or none
  IdVector<TriangleId, std::uint32_t> opened_;  // by triangle: the query that opened it
  std::uint32_t query_ = 0;
  std::size_t repaired_ = 0;          // triangles that edits have touched since find()
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
  constexpr std::size_t least = 64, repair_share = 8;
  repaired_ += edit.removed.size() + edit.added.size();
  if (repair_share * repaired_ > mesh_.triangles.size() + least) forget();
  if (!are_known()) return;
  try {
    const std::vector<TriangleId> taken = take_out(edit);
    hang_again(taken, is_portal);
    for (const TriangleId t : taken) marks_[t] = untouched;
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

}  // namespace clearway
