// Whether the disc over a gate is empty. Private to the clearance module.
#pragma once

#include <vector>

#include "clearance/search_records.hpp"

namespace clearway {

// Floods the disc over v and the foot, starting from the triangles in `seen`. Returns false if it
// finds a corner within 1 + margin times the radius, or a wall inside the disc. Appends the other
// triangles that it reads to `reads`.
//
// With a positive margin the flood stops at an edge that is a known gate on a busy wall (of
// `records`, which may be null), if the centre of the disc lies before it: the part of the disc
// beyond that edge is contained in the disc over the edge, which is empty.
bool is_disc_empty(const Mesh& mesh, const SearchRecords* records, VertexId v, const Point& foot,
                   std::vector<TriangleId> seen, double margin, std::vector<TriangleId>& reads);

}  // namespace clearway
