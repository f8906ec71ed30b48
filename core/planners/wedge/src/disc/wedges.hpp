// The wedges of the search for discs: how they advance over the mesh, and where they are queued.
#pragma once

#include "arrivals.hpp"
#include "contacts.hpp"
#include "dominance.hpp"
#include "planners/common/dead_ends.hpp"
#include "tree.hpp"
#include "wedge.hpp"

namespace clearway {

class DiscWedges {
 public:
  DiscWedges(const World& world, const DiscQuery& query, const DiscRoots& roots,
             DiscCorners& corners, DiscTree& tree, DiscArrivals& arrivals, DiscContacts& contacts)
      : world_(world),
        mesh_(world.mesh()),
        query_(query),
        roots_(roots),
        corners_(corners),
        tree_(tree),
        arrivals_(arrivals),
        contacts_(contacts),
        dead_ends_(world),
        dominance_(world, roots) {}

  // After this many expansions a search discards dominated wedges (dominance.hpp).
  void set_dominance_from(std::uint64_t expansions) { dominance_from_ = expansions; }
  void begin();

  // Closes dead ends from now on; they are known then, unless goals are everywhere.
  const DeadEnds& close_dead_ends();

  // Clips the wedge to the lines that cross `exit` and queues it.
  void add(HalfEdgeId exit, DiscRootId root, DiscWedge wedge);
  // Expands a wedge that has been queued.
  void expand(const DiscNode& node);

 private:
  Point at(VertexId v) const { return mesh_.point(v); }
  void advance(HalfEdgeId entered, DiscRootId root, DiscWedge wedge);
  void push(HalfEdgeId exit, DiscRootId root, const DiscWedge& wedge);
  bool is_closed(HalfEdgeId exit, const DiscRoot& root);
  std::uint64_t expansions() const { return query_.stats->expanded - expanded_before_; }
  bool uses_dominance() const { return expansions() >= dominance_from_; }
  bool is_dominated(HalfEdgeId exit, const DiscRoot& root, const DiscWedge& wedge,
                    DiscRootId since = start_root) {
    return uses_dominance() && dominance_.is_dominated(exit, root, wedge, since);
  }

  const World& world_;
  const Mesh& mesh_;
  const DiscQuery& query_;
  const DiscRoots& roots_;
  DiscCorners& corners_;
  DiscTree& tree_;
  DiscArrivals& arrivals_;
  DiscContacts& contacts_;
  DeadEnds dead_ends_;
  DiscDominance dominance_;
  std::uint64_t version_ = ~std::uint64_t{0};  // of the dead ends
  bool are_dead_ends_closed_ = false;
  std::uint64_t dominance_from_ = 0;
  std::uint64_t expanded_before_ = 0;  // by searches that share the statistics
};

}  // namespace clearway
