// A thread's searches for paths in a world with links or doors that are open to one side.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "clearway/session/planners.hpp"
#include "directed_walks.hpp"
#include "linked_paths.hpp"
#include "relaxed_reading.hpp"

namespace clearway {

// What is paid for a path with links: its length, and what the links cost.
double cost_of(const Path& path);

// As OptimalSearch, with links and doors that are open to one side (session/one_way_doors.hpp).
class FeatureSearch {
 public:
  static bool is_needed(const WorldReading& reading) {
    const Features& features = WorldState::of(reading).known_features();
    return !features.links.empty() || features.one_way_doors > 0;
  }
  // `relaxed` is that of the reading. Must outlive neither.
  FeatureSearch(const WorldReading& reading, const RelaxedReading& relaxed);

  Path find_place(const Point& start, const Place& place, double radius,
                  const SearchOptions& options, Index& part);
  // Whether find_place() finds a path.
  bool reaches(const Point& start, const Place& place, double radius);
  Path find_nearest(const Point& start, std::span<const Point> goals, double radius,
                    Index& nearest);
  // Costs.
  std::vector<double> distances(const Point& start, std::span<const Point> goals, double radius);
  // A planner's path: `own` searches the reading, `open` the relaxed one, if there is one.
  Path find(PlannerRun& own, PlannerRun* open, bool is_optimal, const Point& start,
            const Point& goal, double radius, const SearchOptions& options);
  // The same for planner "optimal".
  Path find(const Point& start, const Point& goal, double radius, const SearchOptions& options);

 private:
  // The shortest path that passes one-way doors as they are open (directed_walks.hpp), with links.
  // `open`: the answer if they were open to both sides.
  Path directed(const Point& start, const WeightedGoal& goal, double radius,
                const SearchOptions& options, const Path& open, Index& part);
  // Whether another search may find a better path than that.
  static bool is_doubtful(const Path& directed, double radius, const SearchOptions& options);
  // The best path that keeps one-way doors closed or passes them in one of several points.
  Path around(PlannerRun& run, bool is_optimal, const Point& start, const Point& goal,
              double radius, const SearchOptions& options);
  Path place_around(const Point& start, const Place& place, double radius,
                    const SearchOptions& options, Index& part);
  Path part_around(const Point& start, const PlacePart& part, double radius,
                   const SearchOptions& options);
  bool is_legal(const Path& open) const;
  // Replaces the pieces around doors by shortest paths where these are legal.
  void tighten(Path& path, double radius);
  // Takes the other path if it is better.
  static void take_better(Path& path, Path other);
  LinkTables& hops(double radius);
  PlannerRun& own_run();
  PlannerRun& open_run();

  const WorldReading& reading_;
  const RelaxedReading& readings_;
  const WorldReading* relaxed_;
  LinkedSearch own_;
  std::optional<LinkedSearch> open_;
  std::optional<DirectedWalks> walks_;
  std::optional<LinkTables> links_;                 // for walks through doors, made when needed
  std::unique_ptr<PlannerRun> own_run_, open_run_;  // of planner "optimal", made when needed
  std::optional<LinkTables> hops_;                  // links and lines through doors
  double hops_radius_ = -1.0;
};

// A planner in a world with links or doors that are open to one side.
class FeatureRun : public PlannerRun {
 public:
  FeatureRun(const PlannerSpec& planner, const WorldReading& reading,
             const RelaxedReading& relaxed);
  // A prepared planner: planner "optimal" searches the relaxed reading.
  FeatureRun(std::unique_ptr<PlannerRun> run, const WorldReading& reading,
             const RelaxedReading& relaxed);
  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options) override;
  void find_all(QueryShare& share) override;

 private:
  FeatureSearch search_;
  std::unique_ptr<PlannerRun> own_, open_;
  const bool is_optimal_;
};

}  // namespace clearway
