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

// A square that contains the bounds of the world.
SearchSquare square_around(const World& world);

// Whether the square may contain a point where a disc of this radius fits; false is a proof that it
// does not.
bool may_fit(const World& world, const SearchSquare& square, double radius);

// Appends the four quarters. They cover the square in spite of rounding.
void split(const SearchSquare& square, std::vector<SearchSquare>& quarters);

// Whether to split no further: below tolerance::finest_cell of the radius, or below what
// coordinates resolve.
bool is_finest(const SearchSquare& square, double radius);

}  // namespace clearway
