// Paths in a shared world: one, many over threads, from one start to many goals, step by step.
// Everything that one call answers belongs to one version of the world.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "clearway/session/planners.hpp"

namespace clearway {

struct Answer {
  std::uint64_t version = 0;       // of the world
  Path path;                       // `channel`: slots, which are MeshSnapshot::ids
  std::vector<std::int32_t> rows;  // of the mesh snapshot, one for each triangle of the channel
};

struct Answers {
  std::uint64_t version = 0;
  std::vector<Path> paths;
  std::vector<std::int32_t> rows;  // of all channels, one after the other

  void add(const WorldReading& reading, Path path);
};

// The planner must have `start`: "thpa*" is asked through SharedHierarchy.
Answer find_path(const SharedWorld& shared, const PlannerSpec& planner, const Point& start,
                 const Point& goal, double radius, const SearchOptions& options = {});

// One path for each start, in this order; goals and radii are as many. The answers do not depend on
// the number of threads. Throws InvalidInput where the numbers differ.
Answers find_paths(const SharedWorld& shared, const PlannerSpec& planner,
                   std::span<const Point> starts, std::span<const Point> goals,
                   std::span<const double> radii, std::size_t threads,
                   const SearchOptions& options = {});

// Lengths of the shortest paths, a row for each start; infinity where there is none.
std::vector<double> distances(const SharedWorld& shared, std::span<const Point> starts,
                              std::span<const Point> goals, double radius);

// OptimalSearch::find_nearest.
struct NearestAnswer {
  Index goal;  // none: no goal can be reached
  Answer answer;
};
NearestAnswer find_nearest(const SharedWorld& shared, const Point& start,
                           std::span<const Point> goals, double radius);

// An anytime search under way. It belongs to one version of the world and holds no lock between
// steps: a step after an edit throws Refused. One thread at a time; the world must outlive it.
class Improvement {
 public:
  // Throws InvalidInput when the planner has no such mode.
  Improvement(const SharedWorld& shared, const PlannerSpec& planner, std::string_view mode,
              const ImproveQuery& query);
  // As Improver.
  std::optional<Answer> next();
  Answer best() const;

 private:
  void check(const WorldReading& reading) const;
  const SharedWorld* shared_;
  std::uint64_t version_ = 0;
  std::unique_ptr<Improver> improver_;
};

}  // namespace clearway
