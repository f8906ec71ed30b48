// What searches expand, as arrays.
#pragma once

#include <nanobind/stl/tuple.h>

#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/paths.hpp"

namespace clearway::bindings {

struct Ends {
  Point start, goal;
};
inline Ends two_ends(const Points& start, const Points& goal) {
  const auto a = view(start), b = view(goal);
  if (a.size() != 1 || b.size() != 1) throw InvalidInput("one start and one goal");
  return {a[0], b[0]};
}

inline RowsOut<double, 4> lines_out(const std::vector<ExpandedCorner>& corners) {
  std::vector<double> out;
  out.reserve(4 * corners.size());
  for (const ExpandedCorner& c : corners)
    out.insert(out.end(), {c.predecessor.x, c.predecessor.y, c.at.x, c.at.y});
  return rows_out<4>(std::move(out));
}

inline auto exploration_out(Exploration found) {
  auto lines = lines_out(found.nodes);
  return std::make_tuple(vector_out(std::move(found.rows)), std::move(lines));
}

}  // namespace clearway::bindings
