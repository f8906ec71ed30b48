// Paths in a shared world: single, in parallel batches, from one start to many goals, and anytime.
// All answers of one call belong to one version of the world.
//
// Points lie in the numeric domain (geometry/point.hpp), and radii between 0 and 2^100: every call
// throws InvalidInput otherwise, and for a radius above 0 if the planner takes points only. The
// caller must set non-zero coordinates and radii below 2^-100 to 0.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "clearway/path/path_table.hpp"
#include "clearway/planners/fronts.hpp"
#include "clearway/session/planners.hpp"

namespace clearway {

struct Answer {
  std::uint64_t version = 0;       // of the world
  Path path;                       // `channel`: slots, which are MeshSnapshot::ids
  std::vector<std::int32_t> rows;  // of the mesh snapshot, one for each triangle of the channel
};

struct Answers {
  std::uint64_t version = 0;
  PathTable paths;
  std::vector<std::int32_t> rows;  // of all channels, one after the other
};
// Moves ends of queries that are blocked for their disc to the nearest free points, in the version
// of the world that the search sees. An end that would have to move farther than `most`, which may
// be infinite, stays, and so does one whose disc fits nowhere.
struct Snapping {
  double most = 0.0;
  bool moves_places =
      false;  // find_place_paths(): also the parts of the only place that are points
  // Written by the call: the ends of its searches, and which of them were moved.
  std::vector<Point> starts, goals;
  std::vector<std::uint8_t> is_start_moved, is_goal_moved;
};

// The answers of one reading, with the rows of their channels.
Answers answers_of(const WorldReading& reading, PathTable paths);
Answer answer_of(const WorldReading& reading, Path path);

// The planner must have `start`; use SharedHierarchy for "thpa*", SharedLabels for "labels".
Answer find_path(const SharedWorld& shared, const PlannerSpec& planner, const Point& start,
                 const Point& goal, double radius, const SearchOptions& options = {});

// The polyline of find_path(), for callers who need neither its channel nor its statistics.
PolylineAnswer find_polyline(const SharedWorld& shared, const PlannerSpec& planner,
                             const Point& start, const Point& goal, double radius);

// The rows of the mesh snapshot of the triangles that find_path() expands, in this order; a row may
// repeat. A straight path that needs no search: the triangles that it crosses. Throws InvalidInput
// if the planner does not report them (PlannerSpec), and in a world with links or one-way doors,
// whose searches run in other meshes.
//
// `nodes`: what planners expand that have prepared data, "thpa*" (nodes of its hierarchy) and
// "labels" (corners).
struct Exploration {
  std::uint64_t version = 0;
  std::vector<std::int32_t> rows;
  std::vector<ExpandedCorner> nodes;
};
Exploration exploration_of(const WorldReading& reading, std::span<const TriangleId> expanded);
Exploration explore(const SharedWorld& shared, const PlannerSpec& planner, const Point& start,
                    const Point& goal, double radius, SearchOptions options = {});

// The corners that find_path() expands, in this order; none where the straight line is free. Throws
// InvalidInput if the planner does not search corners (PlannerSpec), and where explore() does.
struct CornerExploration {
  std::uint64_t version = 0;
  std::vector<ExpandedCorner> corners;
};
CornerExploration explore_corners(const SharedWorld& shared, const PlannerSpec& planner,
                                  const Point& start, const Point& goal,
                                  const SearchOptions& options = {});

// The fronts of the extended search of Kallmann 2010, section 7, left to its own proof: what
// planner "channel" queues when it improves by fronts. None where the straight line is free, and
// where the local clearance tests are not exact, so that the exact search answers alone. Throws
// InvalidInput where explore() does.
struct FrontExploration {
  std::uint64_t version = 0;
  std::vector<ExploredFront> fronts;
  std::vector<std::int32_t> rows;  // of the mesh snapshot, one for the triangle of each front
};
FrontExploration explore_fronts(const SharedWorld& shared, const Point& start, const Point& goal,
                                double radius, SearchOptions options = {});

// One path for each start, in this order. Throws InvalidInput unless there are as many goals and
// radii. The answers do not depend on the number of threads, unless there is a deadline, which is
// that of the whole call: each query gets an equal share of the remaining time when it begins.
Answers find_paths(const SharedWorld& shared, const PlannerSpec& planner,
                   std::span<const Point> starts, std::span<const Point> goals,
                   std::span<const double> radii, std::size_t threads,
                   const SearchOptions& options = {}, Snapping* snapping = nullptr);

// The lengths of the shortest paths, one row per start; infinity where there is none.
std::vector<double> distances(const SharedWorld& shared, std::span<const Point> starts,
                              std::span<const Point> goals, double radius,
                              Snapping* snapping = nullptr);

// The result of OptimalSearch::find_nearest.
struct NearestAnswer {
  Index goal;  // none: no goal can be reached
  Answer answer;
};
NearestAnswer find_nearest(const SharedWorld& shared, const Point& start,
                           std::span<const Point> goals, double radius,
                           Snapping* snapping = nullptr);

// A running anytime search. It belongs to one version of the world and holds no lock between steps:
// a step after an edit throws Refused. Use it from one thread at a time; the world must outlive it.
//
// With links or doors that are open to one side its paths take no link and pass no such door, and
// are proved nothing about; the last path is that of planner "optimal", which knows them. A search
// that `effort` or `stop_early` ends stays with its own path, if it has one.
class Improvement {
 public:
  // Throws InvalidInput if the planner has no such mode.
  Improvement(const SharedWorld& shared, const PlannerSpec& planner, std::string_view mode,
              const ImproveQuery& query);
  // See Improver.
  std::optional<Answer> next();
  Answer best() const;

 private:
  void check(const WorldReading& reading) const;
  Answer answer(const WorldReading& reading, Path path) const;
  std::optional<Answer> next_with_features(const WorldReading& reading);
  const SharedWorld* shared_;
  ImproveQuery query_;
  bool has_features_ = false;
  double cost_;  // of the last path; infinity: none
  // With features: the last path, with all that is proved of it.
  std::optional<Path> last_;
  // The ends of the query, if the search runs between others (query/free_end.hpp).
  std::optional<std::pair<Point, Point>> asked_;
  std::uint64_t version_ = 0;
  std::unique_ptr<Improver> improver_;
};

}  // namespace clearway
