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
//   cost, and vice versa. Hence a front is discarded if another one reaches both ends at less cost.
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
#include "front_funnel.hpp"
#include "path.hpp"
#include "state.hpp"

namespace clearway {

using PointFrontId = Id<struct PointFrontTag>;

class PointChannelSearch {
 public:
  explicit PointChannelSearch(PointState& state) : s_(state), funnel_(state.sides) {}

  // Searches from the start to the only goal of the state, whose steps and costs have begun the
  // query. Both lie in their triangles, without rounding.
  enum Outcome : std::uint8_t { found, no_path, undecided };
  Outcome run(const LocatedPoint& start);
  // Appends the segments and the channel of the path that was found.
  void write(Path& path);

  // The length of the shortest path from the start to the goal; 0 if it gives up or there is none.
  // Then the state has the costs of all corners v from which the start is so near that their cost
  // and the straight distance from there to the goal are less than this length, except for corners
  // in dead ends.
  double measure_corners(const LocatedPoint& start);

 private:
  // A front that waits where it has two ways on.
  struct Front {
    HalfEdgeId at;        // by which it enters the triangle with two ways on
    PointFrontId parent;  // the front that it continues; none: it began at the start
    Index begin, end;     // its triangles, beyond those of its parent: in triangles_
    FrontFunnel::Saved funnel;
    double left_cost, right_cost;  // of the ends of the portal `at`
    PointFrontId next;             // the front before it with the same place in last_at_
  };
  static constexpr std::size_t least_table = 64;

  PortalEnd end(VertexId corner) const { return {corner, s_.mesh.point(corner)}; }
  bool begin(const LocatedPoint& start);
  bool run_to_best();
  void expand(PointFrontId front);
  void expand_in_line(PointFrontId id, const Front& front, const PortalEnd& apex);
  template <FrontFunnel::Side side>
  void continue_with(const FrontFunnel::Split& split, const PortalEnd& apex, HalfEdgeId at,
                     PointFrontId id);
  void advance(HalfEdgeId at, PointFrontId parent, Index begin);
  template <FrontFunnel::Side side>
  bool add(const PortalEnd& apex);
  bool is_dominated(const PortalEnd& apex, double cost, const FunnelCorner& other);
  void arrive(PointFrontId parent, Index begin);
  void queue(HalfEdgeId at, PointFrontId parent, Index begin);
  void use_table(std::size_t size);
  std::size_t place_of(HalfEdgeId portal) const {
    constexpr std::uint32_t spread = 0x9e3779b1;  // 2^32 over the golden ratio
    return (portal.number() * spread >> 8) & (last_at_.size() - 1);
  }

  PointState& s_;
  FrontFunnel funnel_;
  IdVector<PointFrontId, Front> fronts_;
  // By hash of the portal: the last front. A power of two in size.
  std::vector<PointFrontId> last_at_;
  std::vector<TriangleId> triangles_;  // of all fronts
  Heap<PointFrontId> open_;            // by their bounds
  // The most promising new front: often it is expanded next and bypasses the heap.
  static constexpr Entry<PointFrontId> nothing{infinity, none};
  Entry<PointFrontId> next_ = nothing;
  // The shortest path found so far: its length, whether another one is as long, its last corner,
  // and its channel: that of a front and these triangles.
  double best_ = 0.0;
  bool notes_all_ = false;  // whether the costs of all corners that it reaches are noted
  bool is_tied_ = false, is_crowded_ = false;
  FunnelCornerId last_corner_ = none;
  PointFrontId last_front_ = none;
  Index last_begin_ = 0, last_end_ = 0;
  Point goal_;
  // Scratch of write().
  std::vector<Point> corners_;
  std::vector<std::pair<Index, Index>> ranges_;
};

}  // namespace clearway
