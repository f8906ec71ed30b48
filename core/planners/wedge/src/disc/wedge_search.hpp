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
// Such hidden corners are searched for behind each portal (corners.hpp).
//
// Pruning, and why no shortest path is lost:
// - A wedge keeps a direction only if its line crosses every portal at least one radius away from
//   both of its ends, as every legal line does.
// - A root is discarded once another root rolls to its contact at a lower cost (roots.hpp):
//   the prefixes of a shortest path are shortest.
// - A wedge is discarded once a root at an end of its portal reaches every point of the portal at a
//   lower cost (dominance.hpp states the rule and proves it).
// - With one goal, a node is discarded if its bound is not below the length of a known path.
// - Dead ends without a goal are not entered after a number of expansions
//   (planners/common/dead_ends.hpp), unless a corner outside can be touched from inside.
//
// Which of several paths of equal length is found depends on the order in which nodes are expanded.
// So this order depends on the obstacles and the query alone: not on earlier searches, and, as
// triangles and their sides are visited in the order of their coordinates, not on earlier edits.
#pragma once

#include <optional>
#include <span>
#include <utility>

#include "../wedge_search.hpp"
#include "arrivals.hpp"
#include "collision.hpp"
#include "contact_roots.hpp"
#include "contacts.hpp"
#include "corners.hpp"
#include "geometry/tolerances.hpp"
#include "query.hpp"
#include "rolling.hpp"
#include "roots.hpp"
#include "tree.hpp"
#include "wedges.hpp"

namespace clearway {

class DiscWedgeSearch final : public WedgeSearch {
 public:
  explicit DiscWedgeSearch(const World& world);
  DiscWedgeSearch(const DiscWedgeSearch&) = delete;  // its parts refer to each other

  // Until the next call, searches consider only paths shorter than `max_length` whose coordinates
  // are at most `scale` in magnitude. The radius must be at least least_ratio * scale.
  void confine(double scale, double max_length) {
    scale_ = scale;
    max_length_ = max_length;
  }
  static constexpr double least_ratio = tolerance::least_radius;

  // As DiscWedges::set_dominance_from().
  void set_dominance_from(std::uint64_t expansions) { wedges_.set_dominance_from(expansions); }

  // During a search with one goal: closes dead ends from now on. Returns them, of all unconstrained
  // edges.
  const DeadEnds& close_dead_ends() { return wedges_.close_dead_ends(); }
  // During a search with one goal: uses this bound from now on. It must outlive the search.
  void use_remaining(const DiscRemaining& remaining);
  // The arcs of the paths to the roots found so far, relative to how much longer than straight
  // lines these paths are.
  double arc_share() const { return roots_.arc_share(); }

  double radius() const { return query_.r; }  // of the last query; 0: there was none
  void set_deterministic(bool) override {}    // it always is
  void log(std::vector<TriangleId>* explored) override { query_.explored = explored; }
  void begin(const LocatedPoint& start, double radius, Goals& goals, SearchStats& stats) override {
    begin({&start, 1}, radius, goals, stats, nullptr);
  }
  // Begins a search from all of the starts to everywhere, and appends what its wedges see to
  // `records`, which must outlive the search. The goals are everywhere.
  void begin_everywhere(std::span<const LocatedPoint> starts, double radius, Goals& goals,
                        SearchStats& stats, DiscRecords& records) {
    begin(starts, radius, goals, stats, &records);
  }
  // Between begin_everywhere() and run_until(): adds a source in the triangle of `near`, and a line
  // of this length and direction from there to where the disc touches the corner. Returns none, and
  // adds nothing, if no disc can touch it there.
  DiscRootId add_contact_from(const Point& source, HalfEdgeId near, VertexId corner, int side,
                              const Vector& direction, double length);
  DiscCorners& corners() { return corners_; }
  double slack() const { return query_.slack; }  // of the last query
  // The roots of the last query. The search must begin again before it is used again.
  DiscRoots take_roots() { return std::move(roots_); }

  double run_until(std::size_t open_goals, std::uint64_t max_expansions) override;
  bool accept_known_path() override { return tree_.accept_known_path(); }
  void switch_to_greedy() override { tree_.switch_to_greedy(); }
  double length(GoalId goal) const override;
  void write(GoalId goal, const Point& start, Path& path) const override;

 private:
  void begin_measuring(double radius);
  void begin(std::span<const LocatedPoint> starts, double radius, Goals& goals, SearchStats& stats,
             DiscRecords* records);
  DiscRootId add_source(const Point& at, HalfEdgeId near, const Vector& arrival);
  void expand_start(const LocatedPoint& start);
  void expand_start(TriangleId triangle, DiscRootId root, const DiscWedge& wedge);
  void expand(const DiscNode& node);

  const World& world_;
  const Mesh& mesh_;
  double scale_ = 0.0, max_length_ = 0.0, measured_scale_ = 0.0;
  static constexpr std::uint64_t unmeasured = ~std::uint64_t{0};
  std::uint64_t version_ = unmeasured;
  DiscQuery query_;
  std::optional<DiscCollision> collision_;
  DiscCorners corners_;
  DiscRoots roots_;
  DiscTree tree_;
  DiscArrivals arrivals_;
  DiscContacts contacts_;
  DiscContactRoots contact_roots_;
  DiscWedges wedges_;
  DiscRolling rolling_;
};

}  // namespace clearway
