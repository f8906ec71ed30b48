// Shortest paths without links: the legs of paths with links.
#pragma once

#include "clearway/planners/optimal.hpp"
#include "clearway/planners/options.hpp"

namespace clearway {

class LegSearch {
 public:
  virtual ~LegSearch() = default;
  virtual Path find(const Point& start, const Point& goal, double radius,
                    const SearchOptions& options) = 0;
  virtual Path find_place(const Point& start, const Place& place, double radius,
                          const SearchOptions& options, Index& part) = 0;
  // Whether a path backwards is a path.
  virtual bool is_symmetric() const = 0;
};

// Planner "optimal". The search must outlive it.
class OptimalLegs final : public LegSearch {
 public:
  explicit OptimalLegs(OptimalSearch& optimal) : optimal_(optimal) {}
  Path find(const Point& start, const Point& goal, double radius,
            const SearchOptions& options) override {
    return optimal_.find(start, goal, radius, options);
  }
  Path find_place(const Point& start, const Place& place, double radius,
                  const SearchOptions& options, Index& part) override {
    return optimal_.find_place(start, place, radius, options, part);
  }
  bool is_symmetric() const override { return true; }

 private:
  OptimalSearch& optimal_;
};

}  // namespace clearway
