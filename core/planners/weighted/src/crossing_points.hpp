// The cheapest path of a point along a route: through a given sequence of triangles.
//
// The cost is a convex function of the points where the path crosses from one factor to another;
// between them it is taut (a funnel). Newton's method moves these points, whose Hessian is
// tridiagonal, along their sides. At the minimum the path obeys Snell's law, runs along sides at
// the critical angle, or passes through their ends.
#pragma once

#include <span>
#include <vector>

#include "funnel/funnel.hpp"
#include "route.hpp"
#include "route_end.hpp"

namespace clearway {

struct WeightedPolyline {
  std::vector<Point> points;
  double cost;
};

class CrossingPoints {
 public:
  // `goal`: in the last triangle of the route; the path ends at the cheapest of its points.
  CrossingPoints(const WeightedMesh& mesh, const Point& start, const RouteEnd::Part& goal,
                 TriangleId first, std::span<const RouteCrossing> route);
  // The cheapest path, to about 1e-12 of its cost.
  WeightedPolyline solve();

 private:
  struct Crossing {  // from one factor to another
    Point a, b;
    double t;  // from a to b: 0 to 1
    Point point() const;
  };
  struct Run {  // with one factor, up to the next crossing or the goal
    double weight;
    std::vector<Portal> portals;
    std::vector<Point> line;
  };
  struct Step {
    std::vector<double> gradient, diagonal, beside, change;
  };
  // Pulls every run tight. Lengths are smoothed: sqrt(d^2 + smoothing^2) - smoothing.
  double pull(double smoothing);
  double length(const Run& run, double smoothing) const;
  void differentiate(double smoothing);
  void solve_tridiagonal();
  bool descend(double smoothing, double& cost);
  void round_to_ends(double& cost);

  Point start_, goal_;
  std::vector<Crossing> crossings_;
  // One more than crossings. A goal that is a segment is the last crossing: to a factor of 0.
  std::vector<Run> runs_;
  Step step_;
  double scale_ = 0.0;
  const double reach_;  // what is this near to a side is on it, up to rounding
};

}  // namespace clearway
