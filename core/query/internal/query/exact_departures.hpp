// Departures and arrivals of a disc, exact. Between portals the turn widths decide what a disc can
// pass (clearance.hpp). A disc that starts within a sleeve is on one side of its gate, and if it is
// too wide for the gate it must leave on that side. A path of a disc is a departure from the start,
// then turns with 2 r <= Clearance::turn_width, then a departure from the goal in reverse; or one
// direct path inside the sleeves of the two ends.
#pragma once

#include <vector>

#include "clearance/sleeve_finder.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

// A departure from the triangle of a point: the portals crossed, each as the half-edge of the
// triangle that is left, and the width of the narrowest passage. Beyond the last portal, turn
// widths alone decide.
struct Departure {
  std::vector<HalfEdgeId> portals;
  double width;
};

class ExactDepartures {
 public:
  // Valid until the world's next edit. Not for two threads at once.
  explicit ExactDepartures(const World& world);

  // Every departure from p for a disc of this diameter, which fits there.
  std::vector<Departure> departures(const LocatedPoint& p, double diameter);

  // Width of the widest route from a to b inside the sleeves of the gates at both, for a disc of
  // this diameter, which fits at both; -1 if there is none. (The other routes are departures from a
  // and b with a channel between their last portals.) `portals` receives the portals crossed.
  double direct(const LocatedPoint& a, const LocatedPoint& b, double diameter,
                std::vector<HalfEdgeId>* portals = nullptr);

  // Appends the widths of the gates at the triangles of p. Diameters between two consecutive widths
  // have the same departures, except for the widths of these.
  void gates_at(const LocatedPoint& p, std::vector<double>& widths);

  // Appends the triangles at p, and those in the sleeves of the gates there that are too narrow for
  // a disc of this diameter. A disc that fits at p and has no departure reaches no other triangles.
  void triangles_near(const LocatedPoint& p, double diameter, std::vector<TriangleId>& triangles);

 private:
  struct Closed {  // a gate too narrow for the disc
    Sleeve sleeve;
    HalfEdgeId corner;
  };
  struct PocketEnd {  // an end in the pocket of a gate, which has one exit
    Closed gate;
    bool left;
    HalfEdgeId portal;  // none: no exit
  };
  struct Route {
    std::vector<HalfEdgeId> portals;
    double width;
    std::vector<char> active;   // of held_: not yet left
    std::vector<char> entered;  // of goals_
  };
  void closed_at(TriangleId triangle, double diameter, std::vector<Closed>& out);
  void hold(const Point& p, TriangleId triangle, double diameter, std::vector<PocketEnd>& out);
  void extend_route(TriangleId triangle, Route& route);
  bool arrives(TriangleId triangle, const Route& route);
  bool side_of_route(const Closed& gate, const Route& route) const;  // true: left

  const World& world_;
  const Mesh& mesh_;
  SleeveFinder finder_;
  Point start_, goal_;
  double diameter_ = 0;
  bool direct_ = false;
  std::vector<PocketEnd> held_, goals_;
  std::vector<TriangleId> goal_triangles_;
  std::vector<Departure> found_;
  double best_ = -1;
  std::vector<HalfEdgeId> best_portals_;
  int steps_ = 0;
};

}  // namespace clearway
