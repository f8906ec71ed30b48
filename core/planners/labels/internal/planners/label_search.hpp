// Queries to labels: shortest paths for points.
#pragma once

#include <memory>

#include "clearway/path/path.hpp"
#include "clearway/world/world.hpp"
#include "planners/labels.hpp"

namespace clearway {

class LabelSearch {
 public:
  // Keeps scratch arrays between queries; one object per thread. The labels must be ready, belong
  // to the present version of the world, and outlive it, as must the world.
  LabelSearch(const World& world, const Labels& labels);
  ~LabelSearch();

  // A shortest path for a point, proved. Blocked ends and no path: length and lower bound infinite.
  Path find(const Point& start, const Point& goal);

 private:
  struct Scratch;
  const World& world_;
  const LabelData& data_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
