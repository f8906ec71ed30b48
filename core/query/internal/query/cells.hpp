// Squares of the plane that may contain a point where a disc fits. Clearance changes no faster than
// the position, so the clearance at the centre of a square bounds that of the whole square.
#pragma once

#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

struct SearchSquare {
  Point centre;
  double half;            // half the side
  double radius() const;  // at least the distance from the centre to a corner
};

// The square around the ground.
SearchSquare root_cell(const World& world);

// Whether the cell may hold a place for this radius; false is a proof that it does not.
bool may_fit(const World& world, const SearchSquare& cell, double radius);

void split(const SearchSquare& cell, std::vector<SearchSquare>& quarters);  // appends four

// Cells are split no further below 2^-24 of the radius, nor below what coordinates resolve.
bool is_finest(const SearchSquare& cell, double radius);

}  // namespace clearway
