// The corners that a root of the search for discs can touch on the lines of a wedge: candidates for
// the next root. Whether they are legal is tested when they are expanded (contact_roots.hpp).
#pragma once

#include "corners.hpp"
#include "tree.hpp"
#include "wedge.hpp"

namespace clearway {

class DiscContacts {
 public:
  DiscContacts(const Mesh& mesh, const DiscQuery& query, const DiscRoots& roots,
               DiscCorners& corners, DiscTree& tree)
      : mesh_(mesh), query_(query), roots_(roots), corners_(corners), tree_(tree) {}

  // Queues the contacts with a corner, one for each side of it, that lines of the wedge reach: only
  // where the contact lies on the triangle's side of the half-edge `within`, if given. A hidden
  // corner is not a vertex of the triangle of `within`; then the contact must lie in that triangle.
  void add(VertexId vertex, DiscRootId root, const DiscWedge& wedge, HalfEdgeId within,
           bool is_hidden = false);
  // Queues the contacts with corners behind the edge that a disc touches from its triangle.
  void add_hidden(HalfEdgeId edge, DiscRootId root, const DiscWedge& wedge) {
    corners_.for_each_behind(edge, [&](VertexId v) { add(v, root, wedge, edge, true); });
  }
  // A lower bound on what remains of the path from a contact with the corner.
  double remaining(VertexId vertex, const Point& touch) const;

 private:
  bool is_outside(HalfEdgeId edge, const Point& p) const;

  const Mesh& mesh_;
  const DiscQuery& query_;
  const DiscRoots& roots_;
  DiscCorners& corners_;
  DiscTree& tree_;
};

}  // namespace clearway
