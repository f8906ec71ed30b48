// Queries of a field: distances, directions and paths from any point.
#pragma once

#include <memory>

#include "clearway/planners/field.hpp"

namespace clearway {

// Queries of one thread, with their scratch. The field must outlive them, unchanged, and so must
// the version of the world that it belongs to.
class FieldQueries {
 public:
  explicit FieldQueries(const Field& field);
  ~FieldQueries();

  // Expected cost: that of locating p and of the records of its triangle; a few dozen.
  FieldValue at(const Point& p);
  // A shortest path from p to the nearest goal, as OptimalSearch::find_place() gives it, and the
  // part that it reaches in `goal`; none if there is no path. Linear in the path.
  Path path(const Point& p, Index& goal);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
