// What a field keeps.
#pragma once

#include <optional>
#include <vector>

#include "clearway/planners/field.hpp"
#include "discs.hpp"
#include "points.hpp"

namespace clearway {

struct Field::Data {
  Data(const World& world, Place place, double radius);

  const World& world;
  Place place;
  double radius;
  double extent = 0.0;  // the largest magnitude of a coordinate
  std::vector<FieldGoals> goals;
  // The bounding box of each part of the place.
  struct Box {
    Point low, high;
  };
  std::vector<Box> boxes;
  // By triangle: whether portals connect it with a goal, whatever their width; and portals that are
  // wide enough.
  // Triangles that later edits have added are not in them.
  IdVector<TriangleId, char> connected, reached;
  // Neither if the radius is small against the coordinates: every query is a search of its own.
  std::optional<PointField> points;
  std::vector<DiscField> discs;  // one for each of the goals
  double seconds = 0.0;

  // Whether a triangle is so near to a goal that what is free there decides where the goal is free.
  bool may_free_goals(TriangleId t) const;
  // The lowest part of the place that contains p; none: no part does.
  Index part_at(const Point& p) const;
};

}  // namespace clearway
