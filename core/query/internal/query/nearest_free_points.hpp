// The points where a disc fits, nearest to a given point first: the nearest one of each free range
// of the offset curves.
//
// Among the free points connected to it, a point nearest to p lies on an offset curve: where the
// curve comes nearest to p, or where it intersects another one. The search is best first over
//   squares  of the plane that may contain such a point. Small ones, and those with little in them,
//            add the curves that a point in them can lie on; others are split.
//   ranges   of a curve. The point nearest to p is tested. If an obstacle blocks it, the part that
//            this obstacle blocks around it is removed, which leaves two ranges.
// So only those of the many intersections of curves are computed at which a free range ends. Each
// test examines the triangles around one point, and stops early if the point is blocked.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <queue>
#include <unordered_set>
#include <vector>

#include "clearway/world/world.hpp"
#include "query/nearest_feature.hpp"
#include "query/offset_curve.hpp"
#include "query/offset_path.hpp"
#include "query/search_square.hpp"

namespace clearway {

struct FeatureCurve;

class NearestFreePoints {
 public:
  // radius > 0. `among`: by triangle, 0 where no point is wanted; null: all are wanted. It must
  // outlive this object, as must the world, unchanged.
  NearestFreePoints(const World& world, const Point& p, double radius,
                    const IdVector<TriangleId, char>* among = nullptr);
  ~NearestFreePoints();

  // The next point, at which the disc fits(); up to rounding, none is nearer than those before.
  // nullopt: there are no more up to this distance from p, or more than `limit` squares and ranges
  // have been expanded.
  std::optional<Point> next(std::uint64_t limit = ~std::uint64_t{0},
                            double max_distance = std::numeric_limits<double>::infinity());

  std::uint64_t steps() const { return steps_; }
  bool is_exhausted() const { return queue_.empty(); }

 private:
  struct Range {
    Index path;
    OffsetRange range;
    double at;              // parameter of the point nearest to p
    Candidate candidate;    // that point
    double step;            // length of the last step that rounding forced
    bool is_point = false;  // one point only
  };
  struct Entry {
    double distance;
    Point point;
    std::uint64_t order;
    Index item;  // of squares_ or ranges_
    bool is_square;
    bool operator<(const Entry& o) const;
  };

  void push(const SearchSquare& square);
  void push(Range range);
  void expand(const SearchSquare& square);
  void add_path(const FeatureCurve& curve);
  std::optional<Point> test(const Range& range);
  void remove(const Range& from, const OffsetRange& blocked, double step);
  void skip_free(const Range& range);
  bool is_wanted(const Location& at) const;
  double min_step(const Range& range) const;

  const World& world_;
  const Mesh& mesh_;
  const Point p_;
  const double r_;
  const IdVector<TriangleId, char>* among_;
  std::priority_queue<Entry> queue_;
  std::vector<SearchSquare> squares_;
  std::vector<OffsetPath> paths_;
  std::vector<ObstacleFeature> features_;  // by path: what the curve belongs to
  std::vector<Range> ranges_;
  std::vector<Index> free_slots_;            // of ranges_
  std::unordered_set<std::uint64_t> known_;  // FeatureCurve::key of paths_
  std::vector<FeatureCurve> found_;          // scratch
  std::optional<Range> last_;                // whose point was returned last
  std::uint64_t steps_ = 0, order_ = 0;
};

}  // namespace clearway
