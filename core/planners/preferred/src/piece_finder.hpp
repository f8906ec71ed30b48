// The searches behind one path with a preferred clearance: all count against the same limit.
#pragma once

#include <optional>

#include "planners/preferred/preferred_path.hpp"

namespace clearway {

class PieceFinder {
 public:
  PieceFinder(const WidestRoutes& routes, const FindPath& find, double radius,
              const SearchOptions& options)
      : bottlenecks_(routes.bottlenecks),
        find_(find),
        radius_(radius),
        prefer_(options.prefer),
        options_(options) {
    options_.prefer = -1.0;
    options_.partial = false;
  }

  // The planner's path with this clearance, or up to rounding less: the gap that it leads through
  // may be exactly as wide. Where no path has it, the widest one, which does not count as optimal.
  // Never less than the query's radius, unless the clearance itself is so, by rounding. nullopt:
  // there is none, or the limit is used up.
  std::optional<Path> find(const Point& start, const Point& goal, double clearance);

  // What has been spent.
  const SearchStats& stats() const { return stats_; }
  // Whether the last search may have ended because of the limit or the deadline.
  bool is_used_up() const { return stats_.expanded >= options_.limit || options_.is_late(); }

  // The clearance that a piece at this clearance is searched with.
  double searched(double clearance) const;

 private:
  std::optional<Path> search(const Point& start, const Point& goal, double clearance);
  // With the clearance of the bottleneck, less `rounding` or as little more as the search needs.
  std::optional<Path> find_widest(const Point& start, const Point& goal, double rounding);

  const Bottlenecks& bottlenecks_;
  const FindPath& find_;
  const double radius_, prefer_;
  SearchOptions options_;
  SearchStats stats_;
};

}  // namespace clearway
