// Every constant that allows for rounding, with the derivation of its size.
//
// Topology is decided exactly, by predicates.hpp, and needs none of these. What is constructed is
// rounded: crossings, feet, tangents, arcs, lengths. The constants bound what that can do. They
// are of four kinds:
//
//   bounds     of an error, derived from the number of roundings;
//   ties       below which two values count as equal, each a bound with room to spare;
//   filters    that let a cheap test decide the clear cases: a wrong guess costs time only, because
//              an exact test follows or because more than needed is looked at;
//   steps      by which a construction moves on where rounding would leave it in place.
//
// u = 2^-53 is the unit roundoff: one operation is off by at most u of its result. "Of the
// coordinates" means relative to the largest coordinate involved.
#pragma once

namespace clearway::tolerance {

// --- lengths and radii: relative -------------------------------------------------------------

// Sums of lengths. A square root of two rounded squares is off by 2u, each addition adds u: 2^13 u
// cover paths of some 4,000 pieces. Ways closer than this may differ by rounding only.
inline constexpr double length = 0x1p-40;
// A distance compared with a radius, both of the same origin: 2^13 u, as above.
inline constexpr double radius = 0x1p-40;
// Estimates: a known cost and one straight distance, 2^9 u for sums that are short or whose errors
// cancel. Lower bounds are multiplied by 1 - estimate before they are promised.
inline constexpr double estimate = 0x1p-44;
// Two sums of the same pieces in another order: 2^7 u.
inline constexpr double cost_tie = 0x1p-46;
// One division and one multiplication by a rounded constant, with room: 2^3 u.
inline constexpr double few_operations = 0x1p-50;
// A distance to the nearest obstacle, rounded down: 2^5 u.
inline constexpr double clearance = 0x1p-48;
// A path that was pulled tight and one that was searched for, of a disc small against the
// coordinates: contacts are off by up to 2^-44 of the coordinates, each length by that over the
// distance between contacts, which is at least 2^-14 of it.
inline constexpr double same_path = 1e-9;
// A gap exactly as wide as the disc: the search may lose it to the rounding of a tangent, which is
// below `radius`; half of that, so that the path still passes the verifier.
inline constexpr double tight_gap = 0x1p-41;

// --- coordinates: relative to the largest --------------------------------------------------------

// A rounded crossing or refinement vertex lies within 2^2 u of its wall. Edges between such points
// that are close together leave the wall by more, in proportion to their lengths: the mesh keeps
// that below 2^-46 (`beside_wall`), and 2^-44 leaves room for what is measured from it.
inline constexpr double bend = 0x1p-44;
inline constexpr double beside_wall = 0x1p-46;
// A point of contact, center + radius * direction: three operations and a rounded direction, summed
// over the contacts that lead to it: 2^9 u.
inline constexpr double contact = 0x1p-44;
// Points of a path as it is handed out: start, end and center of a segment, 2^8 u.
inline constexpr double path_point = 0x1p-45;
// Where a disc is measured against corners and walls: the search measures single tangents, 2^6 u;
// the funnel, tangents that depend on one another, 2^7 u; the retry for a tight gap, 2^5 u.
inline constexpr double search_touch = 0x1p-47;
inline constexpr double funnel_touch = 0x1p-46;
inline constexpr double tight_gap_touch = 0x1p-48;
// The verifier: what is nearer to an obstacle's boundary touches it. Corners of a path and
// crossings of obstacles are rounded to doubles, 2^4 u with the arithmetic of the test.
inline constexpr double verifier_touch = 0x1p-49;
// A foot, constructed by one projection, is at a vertex: 2^5 u.
inline constexpr double foot = 0x1p-48;
// Ends of legs and ways, joined from pieces that were computed for other ends: 2^13 u.
inline constexpr double joint = 0x1p-40;
// The first step from a point that rounding has put outside a triangle towards its center: the
// smallest that changes a coordinate for certain.
inline constexpr double step_inside = 0x1p-48;

// --- angles: radians
// ------------------------------------------------------------------------------

// A tangent's direction: 2^13 u of its own arithmetic, and the rounding of its contacts seen from
// one radius away (times coordinates over radius): 2^5 u in the search.
inline constexpr double tangent_angle = 0x1p-40;
inline constexpr double tangent_angle_by_ratio = 0x1p-48;
// In a funnel each tangent rests on those before it, and a contact that falls slack by less does
// no harm: it is taken off later.
inline constexpr double funnel_angle = 0x1p-20;
inline constexpr double funnel_angle_by_ratio = 0x1p-40;
// Directions kept as floats: 2^-24 twice, and to spare.
inline constexpr double float_direction = 1e-6;
// Two circles that nearly touch: an angle there is the square root of a relative error, here of
// 2^-33 and more.
inline constexpr double at_tangency = 1e-5;
// The rounded squares of tangent() stay below this where its compensated sum is not needed; and
// circles overlap by no more than rounding where what is left is above -overlap.
inline constexpr double nearly_touching = 0x1p-20;
inline constexpr double overlap = 0x1p-48;

// --- constructions in twice the precision (construction.cpp) ------------------------------------

// The compensated determinant leaves out terms below 2^-102 of its size: at 2^-50 of the size it is
// still right to a unit in the last place.
inline constexpr double determinant = 0x1p-50;
// Sums of the low parts, and the squares of their tails: ten operations on terms below 2^-102.
inline constexpr double squared_distance = 0x1p-98;
inline constexpr double squared_height = 0x1p-94;
// What is closer to the boundary between two doubles is not decided by it.
inline constexpr double between_doubles = 0x1p-40;

// --- gates: relative to the disc over the gate
// -----------------------------------------------------

// A corner nearer to the rim than this is on it. The same corner is seen from several meshes of the
// same obstacles: all must decide alike, so it is far above rounding.
inline constexpr double rim = 1e-9;
// What is on the rim this near to an end of the gate is at that end.
inline constexpr double rim_at_end = 1e-4;
// An angle at an end that differs from a right one by less than sqrt(10 rim) enters the disc by
// less than the rim.
inline constexpr double rim_angle_squared = 1e-8;
// The point of a side nearest to the middle: 2^3 u of the coordinates relative to the gate's
// corner.
inline constexpr double nearest_on_side = 1e-15;
// Sides of the lines that bound where feet can be: three products, 2^6 u; the filter before it
// compares the results of two such tests.
inline constexpr double foot_side = 1e-14;
inline constexpr double foot_side_filter = 1e-13;
// A part of an edge, of its length, where feet can be: shorter ones are its ends, rounded.
inline constexpr double foot_range = 1e-12;

// --- filters
// ----------------------------------------------------------------------------------------

// Products of computed lengths, compared with room for every rounding in them.
inline constexpr double product_filter = 0x1p-30;
// Distances stored as floats, rounded down: 2^-24 and to spare.
inline constexpr double float_distance = 0x1p-20;
// Angles that are not acute: two products each.
inline constexpr double acute_filter = 0x1p-40;
// Short tangents through a gap, as a part of the radius: the exact comparison of the gap follows.
inline constexpr double short_tangent = 0x1p-20;
// Closed gaps, as a part of the radius: a gap too narrow by the fraction f holds no disc within
// r sqrt(2 f) beside it, and f is at least 2^-61 where a comparison of doubles sees it.
inline constexpr double closed_gap = 0x1p-30;

// --- the nearest free place (snap, partial paths)
// ---------------------------------------------------- Candidates are computed here and tested
// exactly: these decide how many are tried, not what is free.

// Curves that touch may seem to miss one another by rounding.
inline constexpr double curve_touch = 0x1p-20;
// Where two curves nearly touch, their crossing is off by the square root of a relative error: of
// the radius.
inline constexpr double curve_crossing = 1e-7;
// Directions away from two obstacles that face one another cancel: the step is scaled by no more
// than the inverse of this.
inline constexpr double least_direction_sum = 0x1p-26;
// Blocked ranges are cut by a little less than the depth measured, and by a step of their own where
// the depth, of the radius, is so small that rounding could undo the progress.
inline constexpr double depth = 0x1p-10;
inline constexpr double shallow_depth = 1e-6;
// Cells are not split below this part of the radius: what is left is covered by candidates.
inline constexpr double finest_cell = 0x1p-24;

}  // namespace clearway::tolerance
