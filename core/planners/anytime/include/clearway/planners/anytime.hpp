// The common part of TA*, TRA* (Demyen 2007, 5.4 and 8.2) and the search by fronts (fronts.hpp): an
// anytime search for the shortest path over channels of triangles.
//
// A state is a channel from the start to a portal; f is a lower bound on every path whose channel
// begins with it. States are popped by f. One that has reached the goal is pulled tight by the
// funnel; the best path so far is kept, and the search continues. Once f of the next state is at
// least the length of the best path, that path is shortest.
//
// Until the first path is known each node is expanded once; further states for it wait in a second
// queue (8.2).
//
// The number of channels, and with it the time of a proof, can grow exponentially with the number
// of obstacles. So, unless the query sets a limit, an effort or prove_with_optimal = false, the
// search ends after closing_factor times the expansions of its first path plus closing_floor by
// asking the exact search (OptimalSearch), which either proves the best path or replaces it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "clearway/geometry/tolerances.hpp"
#include "clearway/path/path.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class AnytimeSearch {
 public:
  static constexpr std::uint64_t closing_factor = 4, closing_floor = 256;

  // Keeps scratch between queries; one object per thread. The world must outlive it.
  explicit AnytimeSearch(const World& world);
  virtual ~AnytimeSearch();

  // Ends may lie on edges and vertices. Blocked ends (the start is tested first) and no path:
  // length and lower bound infinite. options.limit: the best path after so many expansions, or the
  // first path if that takes more; each node is expanded once until then. options.effort: the best
  // path at that multiple of the expansions of the first. Above World::max_radius(), and where an
  // end is not is_local (query/departures.hpp), the local tests of clearance are not exact: the
  // exact search answers.
  Path find(const Point& start, const Point& goal, double radius, const SearchOptions& options);

  // The same step by step. improve() runs until it finds a better path: true; or to its end: false.
  // The world must not change in between. If an interrupt check throws, the search keeps its state,
  // and improve() continues from there.
  void begin(const Point& start, const Point& goal, double radius, const SearchOptions& options);
  bool improve();
  // The best path so far; `optimal` and `lower_bound` are final once improve() returned false.
  const Path& best() const { return path_; }

 protected:
  // Two sums of rounded distances closer than this ratio count as equal.
  static constexpr double slack = 1 - tolerance::estimate;
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr Index arrived = 0x80000000;  // bit of State::item

  struct State {
    double g;      // lower bound on the way to its portal
    double f;      // and on every path through its channel; never below the parent's
    Index item;    // half-edge by which its triangle is entered; with the bit `arrived`: as
                   // push() was told
    Index parent;  // none: from the start
    // Ancestors from whose portals the path is measured; none: the start. `far` counts; `near`
    // replaces it once the path has bent so that it gives a better bound.
    Index far, near;
    Index same_node = none;  // the state before this one at its node
    Index jump = none;       // an ancestor; none: the state has no parent
    Index depth = 0;         // number of ancestors
    bool has_arrived() const { return item & arrived; }
    HalfEdgeId entry() const { return HalfEdgeId(item); }  // of one that has not arrived
  };

  // Pushes the states next to the start. Ends are free, distinct and listed.
  virtual void open() = 0;
  virtual void expand(Index state) = 0;
  // The channel of a state at the goal: the triangle of the start, then the portals in order. If a
  // state is a portal, those of its ancestors.
  virtual TriangleId trail(Index state, std::vector<HalfEdgeId>& portals);

  void push(Index entry, Index parent, double g, double f, bool has_arrived, Index far = none,
            Index near = none);
  // A new state for a portal whose distance is at least `least`; g and f from that, from the
  // straight distances to the ends, and from the portals behind.
  void push_portal(HalfEdgeId portal, Index parent, double least, Index item, bool has_arrived);
  // A path known before the search begins: the first one, or, without a path, the answer.
  void adopt(Path&& path);
  // Pulls the channel tight up to a point in its last triangle. False: the funnel failed.
  bool pull(TriangleId first, const std::vector<HalfEdgeId>& portals, const Point& goal,
            Path& into);
  // A complete channel: waits in the queue with its exact length.
  void push_channel(TriangleId first, const std::vector<HalfEdgeId>& portals);

  // Distance from p to the part of a portal that the disc's centre can cross.
  double to_portal(const Point& p, HalfEdgeId portal) const;
  double between_portals(HalfEdgeId a, HalfEdgeId b) const;
  void crossable(HalfEdgeId portal, Point& from, Point& to) const;
  bool is_narrower(HalfEdgeId a, HalfEdgeId b) const;
  // The corner between two sides of a triangle: its turn width; its angle.
  double around(HalfEdgeId in, HalfEdgeId out) const;
  double turn(HalfEdgeId in, HalfEdgeId out) const;

  const World& world_;
  Point start_, goal_;
  double radius_ = 0.0, diameter_ = 0.0, straight_ = 0.0;
  SearchOptions options_;
  std::vector<TriangleId> starts_, goals_;  // free triangles: one a side on which the end can be
  std::vector<State> states_;
  Path path_;

 private:
  struct Scratch;
  void set_out(const Point& start, const Point& goal, double radius, const SearchOptions& options);
  void search();
  bool arrive(Index item, double f);
  Index node_of(HalfEdgeId entry) const;
  void remember(Index item, Index& latest);
  bool repeats(Index state) const;
  void release();
  void close();
  void finish(bool is_proved);
  double bound() const;

  std::unique_ptr<Scratch> scratch_;
  bool ended_ = true, improved_ = false;
  std::uint64_t first_expanded_ = 0;
  double doubt_ = infinity;    // least f of a channel that could not be pulled
  double waiting_ = infinity;  // least f in the second queue
};

}  // namespace clearway
