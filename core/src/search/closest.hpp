// Where to go when a goal cannot be reached: the places nearest to it that may be.
#pragma once

#include <optional>
#include <queue>
#include <vector>

#include "../query/candidates.hpp"
#include "clearway/mesh/world.hpp"

namespace clearway {

// For points: the place nearest to p in the triangles marked, rounded so that it lies in
// one. nullopt when none is marked or p itself lies in one.
std::optional<Point> closest_point(const World& world, const Point& p,
                                   const std::vector<char>& reached);

// For discs: free places with their center in a marked triangle, at least all those that are
// nearest to p among the places connected to them, by their distance to p.
//
// Such a place lies on the curve at the radius from an obstacle's corner or side: where the
// curve comes nearest to p, or where it meets another. Curves are looked at in the order of
// the distance of their obstacles.
class ClosestDiscs {
 public:
  ClosestDiscs(const World& world, const Point& p, double radius, std::vector<char> reached);
  std::optional<Point> next();

 private:
  struct Curve {
    double distance;  // from p to the obstacle
    Index item;       // vertex, or half-edge whose triangle is free
    bool is_edge;
    bool operator<(const Curve& o) const {
      return distance < o.distance || (distance == o.distance && item < o.item);
    }
  };
  struct Later {
    bool operator()(const Candidate& a, const Candidate& b) const {
      return a.distance > b.distance || (a.distance == b.distance && before(b.place, a.place));
    }
  };
  void collect();
  void note(Index triangle, std::vector<char>& seen_vertex);
  void generate(const Curve& curve);
  OffsetCurve offset(Index item, bool is_edge) const;
  std::optional<Point> settled(const Candidate& candidate) const;

  const World& world_;
  const Mesh& mesh_;
  const Point p_;
  const double r_;
  std::vector<char> reached_;
  std::vector<Curve> curves_;
  std::size_t at_ = 0;
  std::priority_queue<Candidate, std::vector<Candidate>, Later> queue_;
};

}  // namespace clearway
