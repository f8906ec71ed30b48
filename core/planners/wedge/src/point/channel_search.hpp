// The shortest path of a point by channels: for free space with few holes, where there are few ways
// to go and a search for wedges would cross the same triangles from corner after corner.
//
// A front is a channel from the start with the funnel through it. It advances from triangle to
// triangle while there is one way on; dead ends without the goal are not entered. Where there are
// two ways, it is queued with a lower bound on every path that continues it. A path to the goal is
// shortest once no bound is below its length.
//
// Pruning; everything is compared by more than rounding:
// - Portal. Fronts that cross the same portal after different channels pass something between them,
//   one on its left, the other on its right. A path of the left one to the right end of the portal
//   crosses every path of the right one, and beyond the crossing each can follow the other. So if
//   the left one reaches the right end at less cost, it reaches every point of the portal at less
//   cost, and vice versa. Hence a front is discarded if another one reaches both ends at less cost,
//   also if it waits already, and does not go on over an edge of the triangle beyond whose ends the
//   other one has reached at less cost.
// - Interval, as in PointWedgeSearch: every point of the portal is reached at less cost over one of
//   its ends, however that was reached.
//
// Which of two paths of the same length is found must not depend on earlier searches, as these
// decide whether dead ends are known. Then the search does not decide; neither does it after more
// fronts than it is worth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/heap.hpp"
#include "base/infinity.hpp"
#include "clearway/path/path.hpp"
#include "front_funnels.hpp"
#include "path.hpp"
#include "state.hpp"

namespace clearway {

using PointFrontId = Id<struct PointFrontTag>;

class PointChannelSearch {
 public:
  explicit PointChannelSearch(PointState& state) : s_(state), funnels_(state.sides) {}

  // Searches from the start to the only goal of the state, whose steps and costs have begun the
  // query. Both lie in their triangles, without rounding.
  enum Outcome : std::uint8_t { found, no_path, undecided };
  Outcome run(const LocatedPoint& start);
  // Appends the segments of the path that was found, and its channel if it is needed.
  void write(Path& path, bool needs_channel);

  // The length of the shortest path from the start to the goal; 0 if it gives up or there is none.
  // Then the state has the costs of all corners v from which the start is so near that their cost
  // and the straight distance from there to the goal are less than this length, except for corners
  // in dead ends.
  double measure_corners(const LocatedPoint& start);

 private:
  // A front that waits where it has two ways on, or has gone on from there.
  struct Front {
    HalfEdgeId first, at;  // by which it enters its first triangle, and that with two ways on
    PointFrontId parent;   // the front that it continues; none: it began at the start
    Funnel funnel;         // through the portal `at`
    PointFrontId next;     // the front before it with the same place in the table
    bool is_discarded;
    double left_cost, right_cost;  // of the ends of the portal
    double apex_cost;              // of the corner beyond the portal; infinite while it waits
    // Whether every point of the portal is reached at less cost than by the other one.
    bool is_below(const Front& other) const;
  };
  // The last front with a portal of this place. Valid if it is of this query.
  struct Slot {
    std::uint32_t query;
    PointFrontId last;
  };
  // Places for this many fronts in the beginning, and so many times as many when they are used up.
  static constexpr std::size_t least_places = 256, more_places = 4;

  bool begin(const LocatedPoint& start);
  bool run_to_best();
  void expand(PointFrontId front);
  void expand_in_line(PointFrontId id, VertexId apex);
  // Where a front may go on over the edges of a triangle, as far as other fronts decide.
  struct WaysOn {
    bool left, right;  // with the triangle's apex as left and as right end
  };
  WaysOn ways_beside_others(PointFrontId id, double apex_cost);
  void advance(HalfEdgeId at, PointFrontId parent, Funnel funnel);
  template <Funnel::Side side>
  bool add(Funnel& funnel, VertexId apex);
  void arrive(HalfEdgeId first, HalfEdgeId at, PointFrontId parent, const Funnel& funnel);
  void queue(HalfEdgeId first, HalfEdgeId at, PointFrontId parent, const Funnel& funnel);
  void add_places();
  Slot& slot_of(HalfEdgeId portal) {
    constexpr std::uint32_t spread = 0x9e3779b1;  // 2^32 over the golden ratio
    Slot& slot = table_[(portal.number() * spread >> 8) & (places_ - 1)];
    if (slot.query != query_) slot = {query_, none};
    return slot;
  }
  void append_triangles(HalfEdgeId first, HalfEdgeId last, Path& path) const;

  PointState& s_;
  FrontFunnels funnels_;
  IdVector<PointFrontId, Front> fronts_;
  std::vector<Slot> table_;  // by hash of the portal
  std::size_t places_ = 0;   // in use: a power of two
  std::uint32_t query_ = 0;  // counts the uses of the table
  Heap<PointFrontId> open_;  // by their bounds
  // The most promising new front: often it is expanded next and bypasses the heap.
  static constexpr Entry<PointFrontId> nothing{infinity, none};
  Entry<PointFrontId> next_ = nothing;
  // The shortest path found so far: its length, whether another one is as long, its last corner,
  // and its channel: that of a front and the triangles between these half-edges.
  double best_ = 0.0;
  bool notes_all_ = false;  // whether the costs of all corners that it reaches are noted
  bool is_tied_ = false, is_crowded_ = false;
  FunnelCornerId last_corner_ = none;
  PointFrontId last_front_ = none;
  HalfEdgeId last_first_ = none, last_at_ = none;
  Point goal_;
  // Scratch of write().
  std::vector<Point> corners_;
  std::vector<std::pair<HalfEdgeId, HalfEdgeId>> runs_;
};

}  // namespace clearway
