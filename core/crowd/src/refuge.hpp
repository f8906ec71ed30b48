// Refuges: where a disc is out of the way of others.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/heap.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/query/place.hpp"
#include "mesh/flood.hpp"

namespace clearway {

// A path that a disc is going to walk, as a polyline, and its radius.
struct AvoidedPath {
  std::vector<Point> line;
  double radius;
  bool is_in_the_way = true;  // the disc at its beginning, of those who look for a refuge
};

// Where a disc wants to go from its refuge, past a disc that stays.
struct WayHome {
  const Place& goal;
  Point other;   // where that disc will stand
  double apart;  // the sum of the radii
};

class RefugeSearch {
 public:
  explicit RefugeSearch(const World& world) : world_(world), search_(world) {}

  // The polyline of a shortest path; empty if there is none. Arcs are replaced by tangents around
  // them.
  std::vector<Point> path(const Point& from, const Place& goal, double radius);
  std::vector<Point> path(const Point& from, const Point& to, double radius);

  // A point near `from` where a disc of this radius touches none of the paths, and that it reaches
  // without touching the discs at their beginnings any more than now. The candidates are points on
  // and between the portals around, in the order in which the disc reaches them; of the first ones
  // that is taken which has the shortest path. `home`: only points from which the shortest path to
  // the goal touches the disc that stays no more than at the goal. nullopt: none was found.
  std::optional<Point> find(const Point& from, double radius, std::span<const AvoidedPath> avoided,
                            const WayHome* home = nullptr);

 private:
  bool is_beside(const Point& p, double radius, std::span<const AvoidedPath> avoided) const;
  bool is_passable(HalfEdgeId e, double radius, std::span<const AvoidedPath> avoided) const;
  bool leads_home(const Point& p, double radius, const WayHome& home);
  void add_candidate(const Point& p, double away, double radius,
                     std::span<const AvoidedPath> avoided);
  void add_candidates(const Point& from, double radius, std::span<const AvoidedPath> avoided);

  const World& world_;
  OptimalSearch search_;
  struct Candidate {
    double away;  // about the way to it
    Point point;
  };
  std::vector<Candidate> candidates_;
  Heap<HalfEdgeId> open_;
  TriangleMarks reached_;
};

// The least distance between two polylines; that of a point has one vertex.
double distance_of(std::span<const Point> a, std::span<const Point> b);

}  // namespace clearway
