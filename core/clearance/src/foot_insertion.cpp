#include "foot_insertion.hpp"

#include <algorithm>
#include <utility>

#include "clearance/search_records.hpp"

namespace clearway {

VertexId FootInsertion::insert(VertexId a, VertexId b, const Point& foot, bool busy,
                               bool& inserted) {
  inserted = false;
  const std::uint64_t key = pair_of(std::min(a, b), std::max(a, b));
  const auto last = last_.find(key);
  HalfEdgeId e = last != last_.end() ? edge_along_wall(last->second) : t_.find_edge(a, b);
  if (e == none || !mesh_.constrained(e)) {
    if (!mesh_.is_refinement(a)) std::swap(a, b);
    if (!mesh_.is_refinement(a)) return none;
    e = edge_along_wall(a);
  }
  const VertexId v = refine_at(t_, e, foot, busy, inserted);
  if (v != none) last_[key] = v;
  return v;
}

HalfEdgeId FootInsertion::edge_along_wall(VertexId refinement) const {
  HalfEdgeId e = mesh_.vertices[refinement].edge;
  while (!mesh_.constrained(e)) e = mesh_.rotate_ccw(e);
  return e;
}

}  // namespace clearway
