// Expands a root of the search for discs: rolls the disc around its corner.
#pragma once

#include "wedges.hpp"

namespace clearway {

class DiscRolling {
 public:
  DiscRolling(const Mesh& mesh, const DiscQuery& query, const DiscRoots& roots,
              DiscCorners& corners, DiscArrivals& arrivals, DiscContacts& contacts,
              DiscWedges& wedges)
      : mesh_(mesh),
        query_(query),
        roots_(roots),
        corners_(corners),
        arrivals_(arrivals),
        contacts_(contacts),
        wedges_(wedges) {}

  // Lines leave from every triangle that the contact passes; these need not touch the corner. Lines
  // that cross an edge where the contact crosses it later continue in one wedge with those that
  // start beyond the edge.
  void expand(DiscRootId root);

 private:
  double leaves_over(const DiscRoot& root, HalfEdgeId e) const;

  const Mesh& mesh_;
  const DiscQuery& query_;
  const DiscRoots& roots_;
  DiscCorners& corners_;
  DiscArrivals& arrivals_;
  DiscContacts& contacts_;
  DiscWedges& wedges_;
};

}  // namespace clearway
