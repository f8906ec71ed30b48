// Checks every invariant of a world from scratch.
#pragma once

#include "clearance/clearance.hpp"
#include "triangulation/chains.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {

// Throws InternalError, which names the first invariant that does not hold and where. Linear in the
// mesh, apart from hashing.
void validate(const Triangulation& triangulation, const Chains& chains, const Clearance& clearance);

}  // namespace clearway
