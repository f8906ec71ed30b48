// Safe-interval path planning (Phillips and Likhachev 2011) in continuous time.
//
// A state is a node of a roadmap and a safe interval there: a maximal interval of time in
// which no reserved disc comes too near to a disc that waits at the node. A disc that reaches a
// state earlier can do everything that one can do that reaches it later, because it can wait. So
// every state is expanded once, at its earliest arrival. Departures along an edge that keep clear
// of all reservations are computed as intervals (Reservations::blocked_departures), not sampled.
//
// Besides its edges, every node has a shortcut: the shortest path to the goal among the static
// obstacles. The search is A* whose heuristic is the length of the shortcut over the speed; so a
// shortcut that is free at once ends the search with the proof that no schedule is faster.
//
// The answer is the earliest arrival among all schedules that wait at nodes and walk along edges
// and shortcuts at full speed, and there is none only if there is no such schedule.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "clearway/base/status.hpp"
#include "clearway/motion/reservations.hpp"

namespace clearway {

// Directed edges in rows by their node. Edge e leads to targets[e] along the segments
// segments[segment_starts[e]] up to segments[segment_starts[e + 1]]; without segments, along the
// straight line.
struct Roadmap {
  std::vector<Point> nodes;
  std::vector<std::int64_t> edge_starts;  // nodes + 1
  std::vector<std::int32_t> targets;
  std::vector<std::int64_t> segment_starts;  // edges + 1
  std::vector<Segment> segments;
};

struct MotionQuery {
  std::int32_t start = 0, goal = 0;  // nodes
  double radius = 0.0, speed = 1.0, depart = 0.0;
  double latest = forever;  // arrivals after this are not of interest
  bool leaves = false;      // at the goal; otherwise the disc stays there for ever
  std::uint64_t max_expansions = std::uint64_t(-1);
};

struct MotionAnswer {
  Status status = Status::no_path;
  bool is_complete = true;      // false: max_expansions was reached
  std::vector<Motion> motions;  // from `depart` to the arrival: walks and waits
  SearchStats stats;
};

// `distances[node]` is at most the length of every path to the goal, and `shortcut(node)` one such
// path; it may be empty: there is none. Throws InvalidInput for a graph that is not consistent.
using Shortcut = std::function<std::vector<Segment>(std::int32_t node)>;
MotionAnswer find_motion(const Reservations& reservations, const Roadmap& graph,
                         std::span<const double> distances, const Shortcut& shortcut,
                         const MotionQuery& query);

}  // namespace clearway
