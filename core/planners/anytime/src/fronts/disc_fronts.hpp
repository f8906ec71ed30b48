// The funnels of fronts for a disc.
//
// A funnel begins at a root. Corners that the path touches between the root and the apex may still
// become slack, because circles of later corners reach back over the portals before them. A corner
// becomes the root when the paths to both ends of the crossable part of the portal touch it, and
// hence all paths between them do. The path to it is then pulled tight once, which also finds the
// corners outside the channel that it has to go around.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/planners/fronts.hpp"
#include "front_id.hpp"
#include "front_roots.hpp"
#include "funnel/circle_funnel.hpp"

namespace clearway {

class DiscFronts {
 public:
  void begin(const Mesh& mesh, const Point& start, const Point& goal, double radius);

  // As in point_fronts.hpp. False: the funnel failed; this front has none, and neither have those
  // that extend it.
  bool extend(FrontId parent, HalfEdgeId portal, HalfEdgeId parent_portal);
  void drop_funnel() { has_funnel_ = false; }
  bool has_funnel() const { return has_funnel_; }
  // 0 where it is not known: next to the goal.
  double length_to(const Point& goal);
  double length_to_portal() const;
  // Moves the root to the last corner that all paths through the portal touch. pull(p): the
  // shortest path through the channel to a point on the portal, or null.
  template <class Pull>
  void advance_root(Pull pull) {
    RootCandidate candidate;
    if (funnel_.path.size() < 2 || !find_candidate(candidate)) return;
    if (const std::vector<Segment>* path = pull(candidate.target)) set_root(candidate, *path);
  }
  bool is_dominated();
  bool is_root_dominated(FrontId front) const { return roots_.is_dominated(fronts_[front].root); }
  FrontId store();
  void describe(FrontId front, ExploredFront& out) const;

 private:
  using Contact = disc_funnel::Contact;
  struct Front {
    double normal;  // lift of the direction across the portal
    FrontRootId root;
    std::uint32_t at;
    std::uint16_t path, left, right;  // contacts from the root to the apex; of the chains
    FrontId next;                     // at the same portal
  };
  struct RootCandidate {
    std::size_t contact;         // of the path
    disc_funnel::Heading leave;  // the earliest heading at which a path leaves it
    Point target;                // the middle of the portal
  };
  bool probe(const Point& target);
  double length_of_probe() const;
  bool find_candidate(RootCandidate& candidate);
  void set_root(const RootCandidate& candidate, const std::vector<Segment>& path);
  bool is_equal(const Front& front) const;

  const Mesh* mesh_ = nullptr;
  Point start_{}, goal_{};
  double r_ = 0.0;
  FrontRoots roots_;
  IdVector<FrontId, Front> fronts_;
  std::vector<Contact> contacts_;             // of all funnels
  IdVector<HalfEdgeId, FrontId> at_portal_;   // by portal: the front that reached it last
  disc_funnel::CircleFunnel funnel_, probe_;  // the one loaded; the same with a target added
  double normal_ = 0.0;                       // lift of the direction across its portal
  FrontRootId root_ = FrontRoots::start;      // none: dominated
  HalfEdgeId portal_ = none;
  bool has_funnel_ = false;
};

}  // namespace clearway
