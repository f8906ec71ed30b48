// The exact search for discs: lines and arcs among the obstacles grown by the radius.
//
// A path is a chain of roots (circles of the disc's radius around obstacle corners, each with a
// side) joined by common tangents. As in PointWedgeSearch, a root sees the mesh through wedges of
// directions, and every corner inside a wedge is a candidate for the next root. Candidates are
// checked for collisions lazily, when they are popped: the tangent, and the arc before it, against
// every obstacle nearby. Hence every path found is legal, and the first one popped at the goal is a
// shortest path.
//
// A disc can touch a corner while edges of the mesh lie between the corner and the disc's centre.
// Such hidden corners are searched for behind each portal (disc_corners.hpp).
//
// Pruning, and why no shortest path is lost:
// - A wedge keeps a direction only if its line crosses every portal at least one radius away from
//   both of its ends, as every legal line does.
// - A root is discarded once another root rolls to its contact at a lower cost (disc_roots.hpp):
//   the prefixes of a shortest path are shortest.
// - A wedge is discarded once a root at an end of its portal reaches every point of the portal at a
//   lower cost (disc_dominance.hpp states the rule and proves it).
// - With one goal, a node is discarded if its bound is not below the length of a known path.
// - Dead ends without a goal are not entered (planners/dead_ends.hpp), unless a corner outside can
//   be touched from inside.
#pragma once

#include <optional>
#include <vector>

#include "../wedge_search.hpp"
#include "disc_collision.hpp"
#include "disc_corners.hpp"
#include "disc_dominance.hpp"
#include "disc_roots.hpp"
#include "disc_wedge.hpp"
#include "planners/bucket_queue.hpp"
#include "planners/dead_ends.hpp"
#include "tangent_cache.hpp"

namespace clearway {

class DiscWedgeSearch final : public WedgeSearch {
 public:
  explicit DiscWedgeSearch(const World& world)
      : world_(world),
        mesh_(world.mesh()),
        dead_ends_(world),
        corners_(world),
        dominance_(world, roots_) {}

  // Until the next call, searches consider only paths shorter than `max_length` whose coordinates
  // are at most `scale` in magnitude. The radius must be at least least_ratio * scale.
  void confine(double scale, double max_length) {
    scale_ = scale;
    max_length_ = max_length;
  }
  static constexpr double least_ratio = tolerance::least_radius;

  // After this many expansions a search discards dominated wedges (disc_dominance.hpp).
  void set_dominance_from(std::uint64_t expansions) { dominance_from_ = expansions; }

  double radius() const { return r_; }  // of the last query; 0: there was none
  void set_deterministic(bool on) override { is_deterministic_ = on; }
  void begin(const LocatedPoint& start, double radius, Goals& goals, SearchStats& stats) override;
  double run_until(std::size_t open_goals, std::uint64_t max_expansions) override;
  bool accept_known_path() override;
  void switch_to_greedy() override;
  double length(GoalId goal) const override;
  void write(GoalId goal, const Point& start, Path& path) const override;

 private:
  using Root = DiscRoot;

  struct alignas(64) Node {
    enum Kind : std::uint8_t { wedge, contact, goal } kind;
    std::int8_t side;  // contact: of the new root
    DiscRootId root;
    Index at;          // wedge: half-edge ahead; contact: vertex; goal: its index
    Vector low, high;  // wedge: directions; contact, goal: low is the direction; goal: high is the
                       // point reached
    double cost;       // contact, goal: of the path to it; wedge: the number of roots with which it
                       // has been compared
    double turned;     // angle rolled around the root before the first direction
    HalfEdgeId ahead() const { return HalfEdgeId(at); }
    VertexId vertex() const { return VertexId(at); }
    GoalId goal_id() const { return GoalId(at); }
    Point goal_end() const { return {high.x, high.y}; }
  };

  double expand_until(std::size_t open_goals, std::uint64_t max_expansions);
  Point at(VertexId v) const { return mesh_.point(v); }
  void push(const Node& node, double f);
  double weighted(const Entry<SearchNodeId>& e) const;
  void expand_start(TriangleId triangle, const DiscWedge& wedge);
  void advance(HalfEdgeId entered, DiscRootId root, DiscWedge wedge);
  void add_wedge(HalfEdgeId exit, DiscRootId root, DiscWedge wedge);
  void push_wedge(HalfEdgeId exit, DiscRootId root, const DiscWedge& wedge);
  bool is_closed(HalfEdgeId exit, const Root& root);
  bool uses_dominance() const { return stats_->expanded - expanded_before_ >= dominance_from_; }
  bool is_dominated(HalfEdgeId exit, const Root& root, const DiscWedge& wedge,
                    DiscRootId since = start_root) {
    return uses_dominance() && dominance_.is_dominated(exit, root, wedge, since);
  }
  bool pass(HalfEdgeId exit, const Root& root, DiscWedge& wedge);
  double lower_bound(const Root& root, const Point& right, const Vector& portal,
                     const DiscWedge& wedge, double& angle) const;
  void add_goals(TriangleId triangle, DiscRootId root, const DiscWedge& wedge);
  void add_segment(GoalId goal, DiscRootId root, const DiscWedge& wedge);
  bool settle(SearchNodeId index);
  void add_contacts(VertexId vertex, DiscRootId root, const DiscWedge& wedge, HalfEdgeId within,
                    bool is_hidden = false);
  bool is_outside(HalfEdgeId edge, const Point& p) const;
  void add_hidden_contacts(HalfEdgeId edge, DiscRootId root, const DiscWedge& wedge);
  void expand_contact(const Node& node);
  void roll(DiscRootId root);
  double leaves_over(const Root& root, HalfEdgeId e) const;
  bool is_legal(const Root& root, const Vector& u, const Point& end) const {
    return collision_->line(root.circle.touch(u), end, root.near);
  }

  const World& world_;
  const Mesh& mesh_;
  Goals* goals_ = nullptr;
  SearchStats* stats_ = nullptr;
  double r_ = 0.0;
  double scale_ = 0.0, max_length_ = 0.0, measured_scale_ = 0.0;
  double slack_ = 0.0;  // angles this close count as equal: rounding of tangents
  std::uint64_t version_ = ~std::uint64_t{0};
  DeadEnds dead_ends_;
  bool is_deterministic_ = false;
  std::uint64_t expansions_ = 0;  // in this version, with this radius and scale
  std::uint64_t illegal_ = 0;     // tangents that proved illegal, likewise
  std::optional<DiscCollision> collision_;
  TangentCache tangents_;
  DiscCorners corners_;
  DiscRoots roots_;
  DiscDominance dominance_;
  std::uint64_t dominance_from_ = 0;
  std::uint64_t expanded_before_ = 0;  // by searches that share the statistics
  IdVector<SearchNodeId, Node> nodes_;
  BucketQueue queue_;            // wedges and contacts
  Heap<SearchNodeId> arrivals_;  // goal nodes, exactly ordered
  double floor_ = 0.0;           // estimate of the node being expanded
  double weight_ = 1.0;
  bool has_many_goals_ = false;
  double known_length_ = 0.0;  // of the best known path to the only goal
  SearchNodeId known_node_ = none;
};

}  // namespace clearway
