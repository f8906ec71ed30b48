// The records of a field for points, and queries of them. field.hpp (public) describes fields.
//
// Memory: 12 bytes per triangle, 16 per record and 40 per root.
#pragma once

#include <vector>

#include "by_triangle.hpp"
#include "goals.hpp"
#include "point/records.hpp"
#include "point/sides.hpp"
#include "strip.hpp"

namespace clearway {

class PointField {
 public:
  // Searches from the goals to everywhere. `extent`: the largest coordinate of the world.
  PointField(const World& world, const FieldGoals& goals, double extent);

  // The shortest path to a goal: its last root, or the line of a strip.
  struct Hit {
    double distance = std::numeric_limits<double>::infinity();
    Index goal = none;
    PointRootId root = none;  // none: a line of a strip
    const StripRecord* strip = nullptr;
    Point foot{};  // of the line
  };
  // The distance is infinite if no record reaches p, which is free.
  Hit nearest(const LocatedPoint& p) const;
  // Where the path first bends or ends; p if it has no length.
  Point next(const Hit& hit, const Point& p) const;
  // The corners of the path, from p to the goal.
  void trace(const Hit& hit, const Point& p, std::vector<Point>& polyline) const;

  std::size_t sources() const { return ends_.size(); }
  std::size_t roots() const { return roots_.size(); }
  std::size_t records() const { return records_.size(); }
  std::size_t strips() const { return strips_.size(); }
  std::size_t bytes() const;

 private:
  struct Root {
    Point at;
    double cost;
    PointRootId parent;  // none: a source
    VertexId corner;
    Index goal;
  };
  Ray boundary(const Root& root, VertexId corner) const {
    return corner == root.corner ? Ray{roots_[root.parent].at, root.at}
                                 : Ray{root.at, mesh_.point(corner)};
  }
  bool sees(const PointRecord& record, const Root& root, const Point& p) const {
    return record.left == none || (sides_.of(boundary(root, record.left), p) <= 0 &&
                                   sides_.of(boundary(root, record.right), p) >= 0);
  }

  const Mesh& mesh_;
  double extent_;
  PointSides sides_;
  IdVector<PointRootId, Root> roots_;
  std::vector<Point> ends_;  // by source: where its paths end
  std::vector<StripAxis> axes_;
  ByTriangle<PointRecord> records_;
  ByTriangle<StripRecord> strips_;
};

}  // namespace clearway
