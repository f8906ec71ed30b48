// Where the paths of a field end: the free points of its goals.
#pragma once

#include <vector>

#include "clearway/query/place.hpp"
#include "clearway/world/world.hpp"
#include "query/free_parts.hpp"

namespace clearway {

// A point of a goal from which a search spreads: a goal that is a point, or an end of a free
// stretch of a line.
struct FieldSource {
  LocatedPoint point;
  Index goal;  // the part of the place
};

// A piece of a line inside a triangle, of positive length.
struct FieldSegment {
  Point a, b;
  TriangleId triangle;
  Index goal;
};

struct FieldGoals {
  double radius;                       // of the discs that fit at all of them, exactly
  std::vector<FieldSource> sources;    // ordered by goal
  std::vector<FieldSegment> segments;  // the same
};

// Whether the place is a single point: OptimalSearch::find() answers queries to it, find_place()
// all others.
bool is_point(const Place& place);

// The free points of the place, and apart from them those in gaps that are too narrow by rounding,
// with a smaller radius (FreePart::radius). Only those with sources: at most two.
std::vector<FieldGoals> find_field_goals(const World& world, const Place& place, double radius);

}  // namespace clearway
