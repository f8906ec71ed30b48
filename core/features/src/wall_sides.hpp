// On which side of walls a path runs.
//
// A path that touches a wall runs along one of its sides: it cannot change to the other one except
// around an end of the wall. Which one matters for what it costs where the wall lies on the
// boundary of an area.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "clearway/geometry/point.hpp"
#include "obstacles/input_chains.hpp"

namespace clearway {

// A part of a path that crosses neither a boundary of an area nor a wall.
struct PathStretch {
  struct Side {
    std::vector<std::string> names;  // of the areas there, ascending
    double factor = 1.0;
    bool is_blocked = false;
  };
  std::size_t segment;  // of the path
  Point start, end;
  double length, touch;  // what is nearer than `touch` touches it
  bool is_first;         // nothing is walked before it: the start of the path, or after a link
  bool is_line;
  bool is_along_wall;
  Side left, right;
};

// For each stretch whether it is on the left side: of all ways to choose sides, the cheapest in
// which the path never passes through a wall and is on no blocked side. Where the path leaves no
// such way (it crosses a wall), the sides before do not count. Paths may begin on either side of a
// wall. Cost: linear in the stretches, times the chains that are near.
std::vector<char> cheapest_sides(std::span<const PathStretch> stretches,
                                 const std::vector<InputChain>& chains);

}  // namespace clearway
