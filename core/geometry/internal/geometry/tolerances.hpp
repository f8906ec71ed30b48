// Every constant that allows for rounding, with the derivation of its size.
//
// predicates.hpp decides topology exactly and needs none of these. Constructions are rounded:
// crossings, feet, tangents, arcs, lengths. The constants bound the effect of that rounding. There
// are four kinds:
//
//   bounds     of an error, derived from the number of roundings;
//   ties       below which two values count as equal, each a bound with a margin;
//   filters    that let a cheap test decide the clear cases; a wrong guess only costs time, because
//              an exact test follows or because more candidates than necessary are examined;
//   steps      by which a construction advances where rounding would leave it in place.
//
// u = 2^-53 is the unit roundoff: the error of one operation is at most u times its result. "Of the
// coordinates" means relative to the largest coordinate involved.
#pragma once

namespace clearway::tolerance {

// --- lengths and radii: relative -------------------------------------------------------------

// Sums of lengths. The error of a square root of two rounded squares is 2u, and each addition adds
// u: 2^13 u covers paths of about 4,000 pieces. Costs closer than this may differ only by rounding.
inline constexpr double length = 0x1p-40;
// A distance compared with a radius, computed from the same values: 2^13 u, as above.
inline constexpr double radius = 0x1p-40;
// Estimates: a known cost plus one straight distance; 2^9 u for sums that are short or whose errors
// cancel. Lower bounds are multiplied by 1 - estimate before they are reported.
inline constexpr double estimate = 0x1p-44;
// Two sums of the same terms in different order: 2^7 u.
inline constexpr double cost_tie = 0x1p-46;
// One division and one multiplication by a rounded constant, with a margin: 2^3 u.
inline constexpr double few_operations = 0x1p-50;
// A distance to the nearest obstacle, rounded down: 2^5 u.
inline constexpr double clearance = 0x1p-48;
// The lengths of a funnel path and of a searched path, for a disc that is small relative to the
// coordinates. The error of a contact is up to 2^-44 of the coordinates; the relative error of a
// length is that divided by the distance between contacts, which is at least 2^-14 of the
// coordinates.
inline constexpr double same_path = 1e-9;
// A gap exactly as wide as the disc: the rounding of a tangent, which is below `radius`, may make
// the search miss it. Half of that, so that the path still passes the verifier.
inline constexpr double tight_gap = 0x1p-41;
// The clearance at the middle of a gate, relative to half its width: the middle and the foot are
// rounded. A path with this much less clearance is searched for, so that it need not fit exactly.
// Twice `tight_gap`, which the search may need on its own account.
inline constexpr double neck = 0x1p-40;

// Discs that move: centres nearer than the sum of the radii by less than this fraction of it only
// touch. Positions at a time are off by 2^4 u of the coordinates and by the speed times 2^2 u of
// the time; 2^19 u leaves that room where coordinates and distances walked are up to 2^15 radii.
inline constexpr double apart = 0x1p-34;
// Times at which one conflict ends and the next begins, computed from different pieces of the same
// motions: 2^13 u, as `length`. A gap shorter than this between two conflicts is none.
inline constexpr double time_gap = 0x1p-40;
// Arcs are cut into chords for finding departures: the angle of a chord, in radians. A point moves
// along the chord at constant speed instead of the arc: by the error of linear interpolation, both
// differ by at most angle^2 / 8 of the radius, here 2^-10, and discs keep this much farther apart.
inline constexpr double chord_angle = 0x1p-3 * 0.7071;
inline constexpr double chord_error = 0x1p-10;

// The share of the radius that a legal path may lose: 2^-5, where the coordinates are less than
// 2^40 radii and the error of a tangent is 2^-7 of the radius; half where they are larger, so that
// a path can still be distinguished from one that touches.
inline constexpr double lost_radius = 0x1p-5;
inline constexpr double lost_small_radius = 0.5;
// The smallest radius relative to the coordinates: below it, tangents cannot be distinguished from
// lines through the corners. At the ratio itself `search_touch` is 2^-7 of the radius.
inline constexpr double least_radius = 0x1p-40;
// Touch directions: an error of `slack` in the angles of tangents costs a contact at most 2^14
// slack of its radius, up to a quarter. Far above rounding: accepted contacts are measured.
inline constexpr double lost_radius_by_slack = 0x1p14;
inline constexpr double most_lost_radius = 0.25;

// What rounding can add to the cost of a disc's path for each of its roots, in units of r * slack,
// where `slack` bounds the angle of a tangent (DiscCollision::angle_slack()). The angle and the
// length of a root's tangent: 1 each. A line or arc that counts as legal may be too near to an
// obstacle by `radius` of r and `search_touch` of the coordinates, which is at most 2 r * slack.
// The derivative of the length of a taut path by the radius is the sum of its turns (first
// variation), and a path turns by less than 2 pi around one corner; so a path that keeps the radius
// is longer by at most 2 * 2 pi = 12.6 for each root. Together 14.6.
inline constexpr double slacks_per_root = 16;

// Discs of a crowd keep this share of the sum of their radii more distance than they need. Each
// step rounds their positions, by 2^-53 of the coordinates, and what a step takes away is not given
// back while they stay in touch: 2^17 steps at coordinates as large as the radii.
inline constexpr double disc_gap = 0x1p-36;
// The half-planes of discs that touch leave this share between them: far more than `disc_gap`, so
// that the rounding of a velocity, 2^-50 of it, is no contact and does not shorten a move.
inline constexpr double contact_gap = 0x1p-30;
// A filter: lines of half-planes whose directions differ by less count as parallel. Their crossing
// is so far away, or so badly known, that either choice is as good; moves are tested afterwards.
inline constexpr double parallel_planes = 1e-9;

// --- coordinates: relative to the largest ----------------------------------------------------

// A rounded crossing or refinement vertex lies within 2^2 u of its wall. Edges between such points
// that are close together deviate from the wall by more, in proportion to their lengths. The mesh
// keeps that below 2^-46 (`beside_wall`); 2^-44 adds a margin for values measured from it.
inline constexpr double bend = 0x1p-44;
inline constexpr double beside_wall = 0x1p-46;
// A contact, center + radius * direction: three operations and a rounded direction, summed over the
// contacts before it: 2^9 u.
inline constexpr double contact = 0x1p-44;
// Points of a returned path: start, end and center of a segment, 2^8 u.
inline constexpr double path_point = 0x1p-45;
// Collision tests of a disc against corners and walls. The search tests single tangents: 2^6 u. The
// funnel tests tangents that depend on one another: 2^7 u. The retry for a tight gap: 2^5 u.
inline constexpr double search_touch = 0x1p-47;
inline constexpr double funnel_touch = 0x1p-46;
inline constexpr double tight_gap_touch = 0x1p-48;
// The verifier: anything nearer to the boundary of an obstacle touches it. Corners of a path and
// crossings of obstacles are rounded to doubles; with the arithmetic of the test, 2^4 u.
inline constexpr double verifier_touch = 0x1p-49;
// Ends of queries that count as free (query/free_end.hpp): blocked by no more than the rounding of
// points on returned paths. A legal line or arc of a disc comes nearer to an obstacle than its
// radius by up to 2^-40 of the radius: `radius`, which includes what `tight_gap` takes away. Its
// ends are off by `path_point`, 2^8 u of the coordinates at hand; points between them by 2^3 u.
inline constexpr double end_radius = radius;
inline constexpr double end_touch = path_point;
// The nearest exactly free point is farther away than an obstacle reaches over the end: in a corner
// between two walls by the inverse sine of half its angle. 64 allows for angles from 2 degrees up.
inline constexpr double end_shift = 64;
// The direction from one point to another is known if they are this many times farther apart than
// rounding can move one of them: twice for the two of them, with a margin of two.
inline constexpr double fold_direction = 4;
// Whether a foot, constructed by one projection, is at a vertex: 2^5 u.
inline constexpr double foot = 0x1p-48;
// In steps from one double to the next, at the largest coordinate of a wall. A refinement vertex is
// placed within 2 steps of its rounded foot in each coordinate, and the foot is known to half a
// step: 8 recognises the foot that a vertex represents, with a margin of two.
// The validator computes the foot from the current ends of the run, which an edit may have moved:
// twice that. Widths at a rounded vertex depend on both ends of a wall; the validator allows four
// times that, because it only has to distinguish rounding from a wrong width.
inline constexpr double steps_to_foot = 8;
inline constexpr double steps_to_any_foot = 16;
inline constexpr double steps_of_width = 64;
// Ends of legs and of cached paths, joined from pieces that were computed for other ends: 2^13 u.
inline constexpr double joint = 0x1p-40;
// The first step from a point that rounding has moved out of a triangle towards the triangle's
// centre: the smallest that is certain to change a coordinate.
inline constexpr double step_inside = 0x1p-48;

// Where a point projects to on the axis of a strip, whose ends are cuts of a line by triangles:
// these are as exact as `bend`.
inline constexpr double strip_foot = 0x1p-44;
// The line that leaves a strip at a corner is drawn from this far behind the corner, at least: the
// rounding of that point then turns it by 2^-33 or less.
inline constexpr double strip_source = 0x1p-20;

// --- angles: radians -------------------------------------------------------------------------

// The direction of a tangent: 2^13 u for its own arithmetic, plus the rounding of its contacts seen
// from one radius away (times coordinates over radius): 2^5 u in the search.
inline constexpr double tangent_angle = 0x1p-40;
inline constexpr double tangent_angle_by_ratio = 0x1p-48;
// In a funnel each tangent depends on those before it. A contact that is slack by less than this is
// harmless: it is removed later.
inline constexpr double funnel_angle = 0x1p-20;
inline constexpr double funnel_angle_by_ratio = 0x1p-40;
// A disc touches a corner from directions between its walls. DiscCorners::may_touch() must not
// reject a side for all directions of a wedge that later tests accept: is_between() accepts those
// up to one slack outside the wedge, and can_touch() those up to one slack beyond a wall. Between
// the bounds of a wedge, which is less than half a turn, the sine to a wall is at least the smaller
// of the sines at the bounds. So 2 slacks suffice; 4 has a margin of two.
inline constexpr double slacks_of_touch = 4;
// The line is turned by this much, away from the side to which the path bends: twice what rounding
// may turn it. A path that need not bend there is too long by 2^-65 of its length.
inline constexpr double strip_turn = 0x1p-32;
// A strip continues behind a corner by this much: above the 2^-33 by which `strip_source` may turn
// the line that bounds the paths around the corner. A path that should bend there by this angle is
// too short by 2^-61 of its length behind the corner.
inline constexpr double strip_seam = 0x1p-30;
// Directions stored as floats: 2^-24 twice, with a margin.
inline constexpr double float_direction = 1e-6;
// An arc between two such directions, compared with the edges of a triangle, in units of that error
// times the radius. A coordinate stored as a float is off by e = 2^-24, so an end of the arc
// by 1.42 e. The cosine of the angle between the ends is off by 4 e, and the height of the arc over
// its chord, 1 - sqrt((1 + cosine) / 2), by 0.66 times that for arcs of up to 0.75 pi
// (TouchDirections::widest_arc). Together 4.1 e, which is 0.25 of the unit. 8 is a filter's margin:
// it admits a few more triangles, whose contacts are measured.
inline constexpr double float_arc_errors = 8;
// Two circles that nearly touch: the error of an angle there is the square root of a relative
// error, here of 2^-33 or more.
inline constexpr double at_tangency = 1e-5;
// Where the rounding error of the squares in tangent() is below this, its compensated sum is not
// needed. Circles overlap by no more than rounding if the remainder is above -overlap.
inline constexpr double nearly_touching = 0x1p-20;
inline constexpr double overlap = 0x1p-48;

// --- constructions in twice the precision (construction.cpp) ---------------------------------

// The compensated determinant omits terms below 2^-102 of its size: at 2^-50 of the size it is
// still correct to a unit in the last place.
inline constexpr double determinant = 0x1p-50;
// Sums of the low parts, and the squares of their tails: ten operations on terms below 2^-102.
inline constexpr double squared_distance = 0x1p-98;
inline constexpr double squared_height = 0x1p-94;
// Values closer than this to the boundary between two doubles need the exact computation.
inline constexpr double between_doubles = 0x1p-40;
// A difference of two products above this share of their sum loses two bits at most: it is correct
// to a few units in the last place.
inline constexpr double no_cancellation = 0.25;
// Where the square of a distance exceeds that of a double by less than twice the growth to the next
// double, the next is the answer. The growth increases, so twice it is safe; the rest is a margin.
inline constexpr double next_double = 1.9;
// A height is computed in twice the precision unless the area is smaller than this relative to its
// products: then too few bits are left, and the exact computation follows.
inline constexpr double height_cancellation = 0x1p-40;

// --- gates: relative to the disc over the gate -----------------------------------------------

// A corner nearer to the circle of the disc (its rim) than this lies on it. All meshes of the same
// obstacles must decide alike for the same corner, so this is far above rounding.
inline constexpr double rim = 1e-9;
// A point on the rim this close to an end of the gate is at that end.
inline constexpr double rim_at_end = 1e-4;
// A wall whose angle at an end of the gate is smaller than a right angle by less than sqrt(10 rim)
// enters the disc by less than the rim.
inline constexpr double rim_angle_squared = 1e-8;
// The point of a side nearest to the centre of the disc: 2^3 u of the coordinates relative to the
// gate's corner.
inline constexpr double nearest_on_side = 1e-15;
// Side tests against the lines around the region of feet: three products, 2^6 u. The filter before
// them compares the results of two such tests.
inline constexpr double foot_side = 1e-14;
inline constexpr double foot_side_filter = 1e-13;
// The part of an edge inside the region of feet, relative to its length. Shorter parts are ends of
// the edge, rounded.
inline constexpr double foot_range = 1e-12;

// --- filters ---------------------------------------------------------------------------------

// The sum of the two products of an orientation, over the square of the largest coordinate:
// differences of coordinates are at most 2, so it is at most 8, with a margin for rounding.
inline constexpr double orientation_products = 8.5;
// A cross product of two rounded differences: two roundings in each factor, one in each product and
// one in their difference stay below 8u of the sum of the products. An exact test follows. Where a
// point is a rounded crossing, its own error enters each product twice, once for each coordinate of
// the other factor; 4 includes a margin of two.
inline constexpr double cross_filter = 0x1p-50;
inline constexpr double crossing_filter = 4;
// Products of computed lengths, compared with a margin for every rounding in them.
inline constexpr double product_filter = 0x1p-30;
// Distances stored as floats, rounded down: 2^-24, with a margin.
inline constexpr double float_distance = 0x1p-20;
// Angles that are not acute: two products each.
inline constexpr double acute_filter = 0x1p-40;
// Short tangents through a gap, relative to the radius; the exact comparison of the gap follows.
inline constexpr double short_tangent = 0x1p-20;
// The point beside a portal's end where a disc is to fit keeps this share of the radius more
// distance than necessary: far above the rounding of the point (few_operations), far below any
// difference of radii that decides whether a disc fits. If it does not fit, another portal is
// tried.
inline constexpr double beside_portal = 0x1p-30;
// Closed gaps, relative to the radius: beside a gap that is too narrow by the fraction f no disc
// fits within r sqrt(2 f), and f is at least 2^-61 if a comparison of doubles detects it.
inline constexpr double closed_gap = 0x1p-30;

// --- the nearest free point (snap, partial paths) --------------------------------------------
//
// Candidates are computed and then tested exactly: these constants decide how many are tried, not
// which points are free.

// Curves that touch may seem to miss each other because of rounding.
inline constexpr double curve_touch = 0x1p-20;
// Where two curves nearly touch, the error of their crossing is the square root of a relative
// error; relative to the radius.
inline constexpr double curve_crossing = 1e-7;
// Directions away from two obstacles that face each other cancel. The step is scaled by at most the
// inverse of this.
inline constexpr double least_direction_sum = 0x1p-26;
// Blocked ranges are cut by slightly less than the measured depth, and by a fixed step where the
// depth, relative to the radius, is so small that rounding could undo the progress.
inline constexpr double depth = 0x1p-10;
inline constexpr double shallow_depth = 1e-6;
// Cells are not split below this fraction of the radius: candidates cover the rest.
inline constexpr double finest_cell = 0x1p-24;
// The bounds of a square, a few operations from its centre and side: 8 units in the last place.
inline constexpr double square_bounds = 0x1p-49;
// Squares are not split below this fraction of their largest coordinate: 16 units in the last
// place, because the centres of smaller ones would coincide after rounding.
inline constexpr double finest_square = 0x1p-48;
// The error of a constructed point is a few rounding steps: the point is moved by at most this many
// steps in the direction away from the obstacle, and by at most `steps_around` in every direction.
inline constexpr double steps_away = 16;
// A candidate is discarded before it is nudged only if no nudge can help: it is too near to an
// obstacle by more than the nudge, `steps_away` along a unit vector, and the rounding of the
// measured distance, a few steps. 32 has a margin of two over the nudge; more only costs time. A
// range of candidates that is blocked by less is left in steps of at least 8, half the nudge, so
// that the next differs.
inline constexpr double steps_too_near = 32;
inline constexpr double steps_to_next = 8;
inline constexpr double steps_around = 4;

// --- weighted paths ---------------------------------------------------------------------------
//
// Labels of a state whose costs are this close count as equal: above the rounding of one spread (a
// few units in the last place), so that routes around a vertex do not return as new ones.
inline constexpr double same_cost = 0x1p-46;
// What that and rounding can take from a bound along a route of up to 2^14 crossings, twice as much
// as the sum of both.
inline constexpr double bound_of_labels = 0x1p-31;
// Two costs of one path, with its crossings of borders moved a little: the same sums of a few
// lengths, 2^3 u. A move must save more.
inline constexpr double least_gain = 1e-15;
// A point where a line crosses a side: origin + distance * direction, the distance from a quotient
// of two rounded products: 2^3 u of the coordinates.
inline constexpr double crossing_point = 0x1p-50;
// What such points can take from a bound, as a share of coordinates and the largest factor: 2^8
// crossings and corners of a path, each of them once.
inline constexpr double lost_bound = 0x1p-42;
// Beams that share a limiting line must leave no gap, or a vertex on it is in neither. A beam that
// is too wide only lowers the bound: it allows lines that cut a corner by as much. So these are
// bounds of the error with a margin. The line is drawn again, through the crossing with each side:
// each time it moves by `crossing_point`, 2^4 times that for as many sides.
inline constexpr double beam_point = 0x1p-46;
// Slopes of costs on a border, relative to the factor: dot products of unit vectors, 2^3 u, plus
// the rounding of crossings seen from the source, `crossing_point` times coordinates over range,
// which the search adds where it counts. 2^13 u is that for a range of 2^-10 of the coordinates.
inline constexpr double beam_slope = 0x1p-40;
// Beyond a border the angle of a direction is off by the error of its slope over its cosine. Within
// `grazing` of the critical angle (of the sine) fans between slopes that differ by `beam_slope`
// leave both ends of a line; elsewhere the cosine is at least sqrt(2 grazing) = 2^-3.5, and the
// angle is off by 2^-36.5 at most.
inline constexpr double grazing = 0x1p-8;
inline constexpr double beam_angle = 0x1p-36;
// The cosine by which a plane wave along its border is divided. It decides where on the border the
// line to a point begins, which is clamped to the border and measured from there: any value gives a
// cost of a real line.
inline constexpr double least_cosine = 0x1p-60;
// Slopes at both ends of a beam closer than one unit in the last place are a plane wave's: one line
// is above the cost by that times the width at most, far below `bound_of_labels`.
inline constexpr double plane_wave = 0x1p-52;
// Borders that turn by less (sine) at a vertex are straight: a path that bends there instead is
// shorter by 2^-86 of its length, and beams across it leave a gap far below `beam_angle`.
inline constexpr double straight_border = 0x1p-43;
// Runs along a border that arrive at such a vertex differ from it by `straight_border` and the
// rounding of a direction between two vertices. More arrivals only lower the bound: 2^-30.
inline constexpr double along_border = 0x1p-30;
// Triangles less high than this share of the coordinates are thin: `beam_point` is more than 2^-16
// of their height. Then intervals are searched instead of beams.
inline constexpr double thin_triangle = 0x1p-30;
// There, directions over ranges shorter than this share of the coordinates are unknown: rounding
// turns them by 2^-6 and more. The bound is then constant, not linear.
inline constexpr double unclear_range = 0x1p-44;
// The two sides of a path are looked at this many times `verifier_touch` beside it. A boundary that
// it runs along is at most one touch away from it, and what is inside an area is more than one
// touch away from its boundary: 2, with a margin of two.
inline constexpr double beside_path = 4;
// Polygons inside and outside of a disc's circle are smaller and larger by this share of its
// radius. Their vertices are rounded by 2^-51 of the coordinates: the order holds where these are
// below 2^27 radii. Farther away the bounds that they give differ by the rounding of the
// coordinates.
inline constexpr double polygon_margin = 0x1p-24;
// A crossing of a one-way door begins and ends beside it, by the radius and this share of the
// door's length and the radius. Both ends are rounded by 2^-51 of the coordinates: they lie on
// their sides of the door where these are below 2^30 lengths. What is found is tested anyway.
inline constexpr double beside_door = 0x1p-20;
// What is nearer to a one-way door, as a share of the coordinates, touches it: vertices on it are
// rounded by 2^-51, and paths touch it there. A side of the mesh belongs to the segments of a door
// that are this much farther away than the nearest.
inline constexpr double touches_door = 0x1p-40;
// Arcs are tested as polylines with this many points per radian. They are 2^-16.3 radii away from
// the arc; what is nearer to it than the second, a share of the radius, touches it.
inline constexpr double points_of_arc_at_door = 100;
inline constexpr double arc_at_door = 0x1p-15;
// A path through one-way doors is proved shortest if a lower bound is this near, apart from what
// `lost_bound` takes from it: what `bound_of_labels` takes, four times.
inline constexpr double proved_walk = 0x1p-29;

}  // namespace clearway::tolerance
