// Whether a path of lines passes through a chain of raw segments, or only touches it.
#pragma once

#include <optional>
#include <span>

#include "clearway/path/path.hpp"
#include "raw.hpp"

namespace clearway {

// How near things touch: a few units in the last place of the largest of these coordinates.
double touch_rounding(const Point& a, const Point& b);

// The chain without the segments that are shorter than the rounding and have no direction for
// us; nothing when it has none of them.
std::optional<RawChain> without_short(const RawChain& chain);

// Whether the line path[k] goes from one side of the chain to the other, where it meets segment
// j of it. What is nearer than touch_rounding touches; a path that runs along the chain, over
// corners of either, passes through it when it leaves on the other side than it came from. It
// does not when it begins or ends touching, or touches an end of the chain. Where it goes on
// with an arc while it touches, the signs of the coordinates decide. Needs a chain without
// short segments.
bool passes_through(std::span<const Segment> path, std::size_t k, const RawChain& chain,
                    std::size_t j);

}  // namespace clearway
