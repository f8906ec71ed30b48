// The optimal search for discs: exact lines and arcs among the obstacles grown by the radius.
//
// The path is a chain of roots: circles around corners, each with a side, joined by common
// tangents. From a root a wedge of directions spreads over the mesh as in PointWedgeSearch;
// every corner a wedge meets is a candidate for the next root, and a candidate is looked
// at, when its turn comes, against every obstacle near its tangent and near the arc before
// it. So a path found is legal by construction, and the first to leave the queue at the
// goal is shortest among all that wedges can see.
//
// A wedge keeps a direction as long as its line crosses each portal at least the radius from
// both ends: a condition that every legal line meets. A corner may be touched while sides
// of triangles lie between it and the disc's center: such corners are looked for behind
// each portal. A root is dropped when another one rolls to its point of contact at less cost, a
// wedge when its portal is reached at less cost from a root at one of the portal's ends.
#pragma once

#include <optional>
#include <vector>

#include "../wedge_search.hpp"
#include "collision.hpp"
#include "corners.hpp"
#include "dominance.hpp"
#include "planners/dead_ends.hpp"
#include "planners/queue.hpp"
#include "roots.hpp"
#include "tangents.hpp"
#include "wedge.hpp"

namespace clearway {

class DiscWedgeSearch final : public WedgeSearch {
 public:
  explicit DiscWedgeSearch(const World& world)
      : world_(world),
        mesh_(world.mesh()),
        dead_ends_(world),
        corners_(world),
        dominance_(world, roots_) {}

  // Until the next call searches look for paths shorter than `most` whose coordinates are at
  // most `scale`, of which the radius must be at least the fraction least_ratio.
  void confine(double scale, double most) {
    scale_ = scale;
    most_ = most;
  }
  // Below it, tangents are not told from lines through the corners themselves: they are off by
  // 1/128 of the radius there.
  static constexpr double least_ratio = 0x1p-40;

  // Searches drop wedges that others dominate (dominance.hpp) after this many expansions.
  void set_dominance_from(std::uint64_t expansions) { dominance_from_ = expansions; }

  double radius() const { return r_; }  // of the last search; 0: there was none
  void set_deterministic(bool is) override { is_repeatable_ = is; }
  void begin(const Point& start, const Location& from, double radius, Goals& goals,
             SearchStats& stats) override;
  double run_until(std::size_t open, std::uint64_t limit) override;
  bool accept_known_path() override;
  void switch_to_greedy() override;
  double length(Index goal) const override;
  void write(Index goal, const Point& start, Path& path) const override;

 private:
  using Root = DiscRoot;

  struct alignas(64) Node {
    enum Kind : std::uint8_t { wedge, touch, goal } kind;
    std::int8_t side;  // touch: of the new root
    Index root;
    Index at;          // wedge: half-edge ahead; touch: vertex; goal: its number
    Vector low, high;  // wedge: directions; touch, goal: low is the direction
    double cost;       // touch, goal: to the point of contact, to the goal; wedge: the roots that
                       // it was compared with
    double turned;     // angle rolled before the first direction
  };

  double expand_until(std::size_t open, std::uint64_t limit);
  Point at(Index v) const { return mesh_.point(v); }
  void push(const Node& node, double f);
  double weighted(const Entry& e) const;
  void look_around(Index triangle, const DiscWedge& wedge);
  void run(Index entered, Index root, DiscWedge wedge);
  void see(Index exit, Index root, DiscWedge wedge);
  void push_wedge(Index exit, Index root, const DiscWedge& wedge);
  bool is_closed(Index exit, const Root& root);
  bool uses_dominance() const { return stats_->expanded - expanded_before_ >= dominance_from_; }
  bool is_dominated(Index exit, const Root& root, const DiscWedge& wedge, Index since = 0) {
    return uses_dominance() && dominance_.is_dominated(exit, root, wedge, since);
  }
  bool pass(Index exit, const Root& root, DiscWedge& wedge);
  double least(const Root& root, const Point& right, const Vector& portal, const DiscWedge& wedge,
               double& turned) const;
  void see_goals(Index triangle, Index root, const DiscWedge& wedge);
  void meet(Index vertex, Index root, const DiscWedge& wedge, Index within, bool is_hidden = false);
  bool is_outside(Index side, const Point& p) const;
  void peek(Index side, Index root, const DiscWedge& wedge);
  void touch(const Node& node);
  void roll(Index root);
  double leaves_over(const Root& root, Index e) const;
  bool is_legal(const Root& root, const Vector& u, const Point& end) const {
    return clear_->line(root.circle.touch(u), end, root.near);
  }

  const World& world_;
  const Mesh& mesh_;
  Goals* goals_ = nullptr;
  SearchStats* stats_ = nullptr;
  double r_ = 0.0;
  double scale_ = 0.0, most_ = 0.0, measured_scale_ = 0.0;
  double slack_ = 0.0;  // angles this close count as equal: rounding of tangents
  std::optional<DiscCollision> clear_;
  std::uint64_t version_ = ~std::uint64_t{0};
  DeadEnds dead_ends_;
  bool is_repeatable_ = false;
  std::uint64_t spent_ = 0;   // expansions in this version with this radius
  std::uint64_t denied_ = 0;  // tangents that proved illegal, likewise
  DiscTangents tangents_;
  DiscCorners corners_;
  DiscRoots roots_;
  DiscDominance dominance_;
  std::uint64_t dominance_from_ = 0;
  std::uint64_t expanded_before_ = 0;  // by searches that share the statistics
  std::vector<Node> nodes_;
  Queue queue_;         // wedges and touches
  Heap arrivals_;       // goals, exactly in order
  double floor_ = 0.0;  // estimate of the node being expanded
  double weight_ = 1.0;
  bool has_many_ = false;  // goals
  double known_ = 0.0;     // length of the best path so far to the only goal
  Index known_node_ = none;
};

}  // namespace clearway
