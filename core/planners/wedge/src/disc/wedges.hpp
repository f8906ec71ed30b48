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
      : mesh_(world.mesh()),
        query_(query),
        roots_(roots),
        corners_(corners),
        tree_(tree),
        arrivals_(arrivals),
        contacts_(contacts),
        dead_ends_(world),
        dominance_(world, roots) {}

  // After edits, or for another radius.
  void forget();
  // After one edit, for the same radius.
  void follow(const Edit& edit);
  void set_deterministic(bool on) { is_deterministic_ = on; }
  // After this many expansions a search discards dominated wedges (dominance.hpp).
  void set_dominance_from(std::uint64_t expansions) { dominance_from_ = expansions; }
  void begin();
  // Reports expansions: dead ends are computed once searches have cost as much as computing them.
  void count_expansions(std::uint64_t expansions) { expansions_ += expansions; }

  // Clips the wedge to the lines that cross `exit` and queues it.
  void add(HalfEdgeId exit, DiscRootId root, DiscWedge wedge);
  // Expands a wedge that has been queued.
  void expand(const DiscNode& node);

 private:
  Point at(VertexId v) const { return mesh_.point(v); }
  void advance(HalfEdgeId entered, DiscRootId root, DiscWedge wedge);
  void push(HalfEdgeId exit, DiscRootId root, const DiscWedge& wedge);
  bool is_closed(HalfEdgeId exit, const DiscRoot& root);
  // Whether the disc may cross the edge, as far as its ends are concerned.
  bool is_wide(HalfEdgeId e) const;
  bool uses_dominance() const {
    return query_.stats->expanded - expanded_before_ >= dominance_from_;
  }
  bool is_dominated(HalfEdgeId exit, const DiscRoot& root, const DiscWedge& wedge,
                    DiscRootId since = start_root) {
    return uses_dominance() && dominance_.is_dominated(exit, root, wedge, since);
  }

  const Mesh& mesh_;
  const DiscQuery& query_;
  const DiscRoots& roots_;
  DiscCorners& corners_;
  DiscTree& tree_;
  DiscArrivals& arrivals_;
  DiscContacts& contacts_;
  DeadEnds dead_ends_;
  DiscDominance dominance_;
  bool is_deterministic_ = false;
  std::uint64_t expansions_ = 0;  // since the last forget()
  std::uint64_t dominance_from_ = 0;
  std::uint64_t expanded_before_ = 0;  // by searches that share the statistics
};

}  // namespace clearway
