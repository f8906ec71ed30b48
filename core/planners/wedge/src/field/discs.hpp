// The records of a field for discs, and queries of them. field.hpp (public) describes fields.
//
// Memory: 12 bytes per triangle, 40 per record and about 100 per root.
#pragma once

#include <vector>

#include "by_triangle.hpp"
#include "clearway/path/path.hpp"
#include "disc/collision.hpp"
#include "disc/records.hpp"
#include "goals.hpp"
#include "strip.hpp"

namespace clearway {

class DiscField {
 public:
  // Searches from the goals to everywhere. The radius, that of the goals, is not small against
  // `extent`, the largest coordinate of the world.
  DiscField(const World& world, const FieldGoals& goals, double extent);

  double radius() const { return radius_; }

  // A path to a goal: its last root, or the line of a strip.
  struct Hit {
    double distance = std::numeric_limits<double>::infinity();
    Index goal = none;
    DiscRootId root = none;  // none: a line of a strip
    Vector direction{};      // in which the line leaves the root or the strip's axis towards p
    Point from{};            // where it leaves
    HalfEdgeId near = none;  // near there
  };
  // The shortest path to p, which is free. The distance is infinite if no record reaches p on a
  // legal line. `candidates` is scratch; so is `collision`, of this radius.
  Hit nearest(const LocatedPoint& p, const DiscCollision& collision,
              std::vector<Hit>& candidates) const;
  // The lines and arcs of the path, from p to the goal.
  void trace(const Hit& hit, const Point& p, std::vector<Segment>& segments) const;

  std::size_t sources() const { return sources_; }
  std::size_t roots() const { return goal_of_.size(); }
  std::size_t records() const { return records_.size(); }
  std::size_t strips() const { return strips_.size(); }
  std::size_t bytes() const;

 private:
  void add_candidates(TriangleId t, const Point& p, std::vector<Hit>& candidates) const;

  const Mesh& mesh_;
  double radius_, extent_, slack_ = 0.0;
  std::size_t sources_ = 0;
  DiscRoots roots_;
  IdVector<DiscRootId, Index> goal_of_;  // by root
  std::vector<StripAxis> axes_;
  ByTriangle<DiscRecord> records_;
  ByTriangle<StripRecord> strips_;
};

}  // namespace clearway
