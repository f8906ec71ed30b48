// The points where a disc fits, nearest to a given point first: the nearest one of each free
// stretch of the curves at the disc's radius from an obstacle.
//
// A point nearest to p among the free points connected to it lies on such a curve: where the curve
// comes nearest to p, or where it meets another one. The search is best first over
//   cells   of the plane that may contain such a point. Small ones, and those with little in them,
//           add the curves that a point in them can touch; others are split.
//   ranges  of a curve. The point nearest to p is tested. If an obstacle blocks it, the part that
//           this obstacle blocks around it is removed, which leaves two ranges.
// So of the many intersections of curves only those are computed at which a free stretch ends. Each
// test examines the triangles around one point, and stops soon where the point is blocked.
#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <unordered_set>
#include <vector>

#include "clearway/world/world.hpp"
#include "query/candidates.hpp"
#include "query/cells.hpp"
#include "query/offset_path.hpp"

namespace clearway {

class NearestPlaces {
 public:
  // radius > 0. `among`: by triangle, 0 where no place is asked for; null: all are. It must
  // outlive this object, as must the world, unchanged.
  NearestPlaces(const World& world, const Point& p, double radius,
                const IdVector<TriangleId, char>* among = nullptr);

  // The next place, at which is_free holds; each no nearer than those before, but for rounding.
  // nullopt when there are no more, or when more than `limit` cells and ranges have been looked at.
  std::optional<Point> next(std::uint64_t limit = ~std::uint64_t{0});

  std::uint64_t steps() const { return steps_; }
  bool is_exhausted() const { return queue_.empty(); }

 private:
  struct Range {
    Index path;
    OffsetRange range;
    double at;              // the number of the place nearest to p
    Candidate candidate;    // that place
    double step;            // of the last one forced by rounding
    bool is_point = false;  // one place only
  };
  struct Entry {
    double distance;
    Point place;
    std::uint64_t order;
    Index item;
    bool is_cell;
    bool operator<(const Entry& o) const;
  };
  struct Blocker {
    enum Kind : std::uint8_t { nothing, corner, side } kind = nothing;
    Index index = none;  // a vertex or a half-edge
    double distance = 0.0;
    HalfEdgeId half_edge() const { return HalfEdgeId(index); }
    VertexId vertex() const { return VertexId(index); }
  };

  void push(const SearchSquare& cell);
  void push(Range range);
  void open(const SearchSquare& cell);
  bool gather(const SearchSquare& cell, std::size_t most);
  void add_path(const OffsetCurve& curve, Index item);
  std::optional<Point> test(const Range& range);
  void take_out(const Range& from, const OffsetRange& blocked, double step);
  void skip_free(const Range& range);
  Blocker find_blocker(const Point& q, TriangleId triangle, double tolerance, Index path) const;
  Blocker find_neighbour(const Point& q, Index path, double tolerance) const;
  Blocker side_or_end(const Point& q, const Blocker& side) const;
  bool is_asked_for(const Location& at) const;
  double least_step(const Range& range) const;

  const World& world_;
  const Mesh& mesh_;
  const Point p_;
  const double r_;
  const IdVector<TriangleId, char>* among_;
  std::priority_queue<Entry> queue_;
  std::vector<SearchSquare> cells_;
  std::vector<OffsetPath> paths_;
  std::vector<Index> items_;  // of paths_: vertex or half-edge
  std::vector<Range> ranges_;
  std::vector<Index> free_slots_;  // of ranges_
  std::unordered_set<std::uint64_t> known_;
  struct Found {
    std::uint64_t key;
    OffsetCurve curve;
  };
  std::vector<Found> found_;  // scratch of gather
  std::optional<Range> last_;
  std::uint64_t steps_ = 0, order_ = 0;
};

}  // namespace clearway
