// Whether a path of lines crosses a chain of input segments, or only touches it.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <span>

#include "clearway/geometry/segment.hpp"
#include "obstacles/input_chains.hpp"

namespace clearway {

// The distance up to which things touch: a few units in the last place of the largest coordinate.
double touch_rounding(const Point& a, const Point& b);

// The chain without the segments that are shorter than the rounding, whose direction is unknown;
// nothing if it has no such segments.
std::optional<InputChain> without_short(const InputChain& chain);

// Where a path of lines passes from one side of a chain to the other. Refers to both, which must
// outlive it. Anything nearer than touch_rounding touches. A path that runs along the chain, over
// corners of either, crosses it if it leaves on the other side than it came from. It does not cross
// if it begins or ends while touching, or touches an end of the chain or a corner where the chain
// folds back onto itself, exactly or up to touch_rounding. If it continues with an arc while
// touching, the signs of the coordinates decide. Needs a chain without short segments.
class Crossings {
 public:
  Crossings(std::span<const Segment> path, const InputChain& chain) : path_(path), chain_(&chain) {}

  // Whether the line path[k] crosses the chain where it meets segment j. Over calls for all k and
  // j, every stretch along the chain is followed once.
  bool passes_through(std::size_t k, std::size_t j);

 private:
  class Follow;
  enum class End { open, arc, left, right };
  // At the beginning of path[line] while touching a corner, or else the inside of a segment.
  struct Place {
    std::size_t line, corner, segment;
    auto operator<=>(const Place&) const = default;
  };
  using Known = std::map<Place, End>;

  std::span<const Segment> path_;
  const InputChain* chain_;
  Known ahead_, behind_;
};

}  // namespace clearway
