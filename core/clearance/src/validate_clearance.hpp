// The check of the clearance layer. Private to the clearance module.
#pragma once

#include "clearance/search_records.hpp"
#include "clearance/turn_widths.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

// Recomputes everything and compares. Throws InternalError if something differs. `limit`: the
// largest diameter of the layer; 0: the layer is off.
void validate_clearance(const Triangulation& triangulation, double limit,
                        const SearchRecords& records, const TurnWidths& widths);

}  // namespace clearway
