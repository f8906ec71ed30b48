// Queries to labels: shortest paths for points.
#pragma once

#include <memory>
#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/planners/expanded_corner.hpp"
#include "clearway/world/world.hpp"
#include "planners/labels/labels.hpp"

namespace clearway {

// What a query reads: corners whose labels it merges, each with the end that sees it; and the
// triangles that planner "optimal" expands where labels do not decide.
struct LabelExploration {
  std::vector<ExpandedCorner> corners;
  std::vector<TriangleId> triangles;
};

class LabelSearch {
 public:
  // Keeps scratch arrays between queries; one object per thread. The labels must be ready, belong
  // to the present version of the world, and outlive it, as must the world.
  LabelSearch(const World& world, const Labels& labels);
  ~LabelSearch();

  // A shortest path for a point, proved, into `path`, whose memory is used again; without
  // stats.seconds: 0. Planner "optimal" answers what labels do not decide: ends that are blocked or
  // that rounding has bent a wall over (world/input_side.hpp).
  void find(const Point& start, const Point& goal, Path& path,
            LabelExploration* explored = nullptr);

 private:
  struct Scratch;
  // Whether labels decide the query.
  bool find_by_labels(const Point& start, const Point& goal, Path& path,
                      LabelExploration* explored);
  const World& world_;
  const LabelData& data_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
