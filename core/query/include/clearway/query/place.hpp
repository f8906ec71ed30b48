// Places: starts and goals that are points, lines or areas, or several of them.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

// A point, a polyline, or an area with holes.
struct PlacePart {
  // A point is a line of one vertex. The rings of an area are closed implicitly; its interior is
  // given by the even-odd rule, and its boundary belongs to it.
  std::vector<std::vector<Point>> lines;
  bool is_area = false;

  // Exact.
  bool contains(const Point& p) const;
  // Calls visit(a, b) for each segment; a == b for a point.
  template <class Visit>
  void for_each_segment(Visit visit) const {
    for (const std::vector<Point>& line : lines) {
      if (line.empty()) continue;
      if (line.size() == 1) visit(line[0], line[0]);
      for (std::size_t i = 1; i < line.size(); ++i) visit(line[i - 1], line[i]);
      if (is_area && line.size() > 2 && line.back() != line.front())
        visit(line.back(), line.front());
    }
  }
};

// One or several parts: a path leads to the nearest.
struct Place {
  std::vector<PlacePart> parts;
};

// The lowest index of a part that contains p; none: no part does.
Index part_at(const Place& place, const Point& p);

}  // namespace clearway
