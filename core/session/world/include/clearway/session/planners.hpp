// The registry of the planners on a world: names, descriptions, options and implementations.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/planners/expanded_corner.hpp"
#include "clearway/planners/improver.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/session/option.hpp"
#include "clearway/session/shared_world.hpp"

namespace clearway {

// A batch of queries: as many starts as goals and radii.
struct PathQueries {
  std::span<const Point> starts, goals;
  std::span<const double> radii;
};

class QueryShare;  // the queries of a batch that one thread takes

// The polyline of a path (path/path_points.hpp). `points` is empty without a path, and if it has no
// length.
struct PolylineAnswer {
  Status status = Status::no_path;
  std::vector<Point> points;
};

// One thread's use of a planner. Borrows scratch from the world and returns it at the end. Must not
// outlive the reading that it was created with.
class PlannerRun {
 public:
  virtual ~PlannerRun() = default;
  virtual Path find(const Point& start, const Point& goal, double radius,
                    const SearchOptions& options) = 0;
  // find() without what the caller of a polyline does not read.
  virtual PolylineAnswer find_polyline(const Point& start, const Point& goal, double radius);
  // Answers the queries of the share.
  virtual void find_all(QueryShare& share) = 0;
};

// The query of an Improver.
struct ImproveQuery {
  Point start, goal;
  double radius;
  SearchOptions options;
};

// `set` is null for options that the planner takes when it is created.
struct SearchOption : OptionSpec {
  void (*set)(SearchOptions& options, double value);
};

struct PlannerSpec {
  std::string_view name, summary;
  bool takes_discs;  // false: radius 0 only
  std::vector<SearchOption> options;
  // Null if queries go through a preparation (SharedHierarchy, SharedLabels).
  std::unique_ptr<PlannerRun> (*start)(const WorldReading& reading) = nullptr;
  // The modes of anytime search, by name; the first is the default. Empty: none.
  struct Mode {
    std::string_view name;
    std::unique_ptr<Improver> (*make)(const WorldReading& reading, const ImproveQuery& query);
  };
  std::vector<Mode> improve_modes;
  // Whether queries report the triangles that they expand (SearchOptions::explored).
  bool reports_triangles = false;
  // The corners that a query expands, in this order; null if the planner does not search corners.
  std::vector<ExpandedCorner> (*explore_corners)(const WorldReading& reading, const Point& start,
                                                 const Point& goal,
                                                 const SearchOptions& options) = nullptr;
  // With factors of areas (session/weighted_paths.hpp): the tolerance unless one is given; 0: the
  // planner takes no factors.
  double factor_tolerance = 0.0;
  bool takes_factors() const { return factor_tolerance > 0; }
};

// In alphabetical order.
std::span<const PlannerSpec> world_planners();
// The planner with this name. If there is none, throws InvalidInput with a list of all names.
const PlannerSpec& planner_named(std::string_view name);

// The planner's options with these values. Throws InvalidInput for an unknown name or a value out
// of range.
SearchOptions search_options(const PlannerSpec& planner, std::span<const NamedValue> values);

}  // namespace clearway
