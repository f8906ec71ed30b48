#include "grid/a_star.hpp"

namespace clearway {

bool GridAStar::search(const Cell& start, const Cell& goal, CellRoute& route, SearchStats& stats) {
  constexpr AnyCell any;
  const auto seen = [this](std::uint32_t i) { note(i); };
  const bool is_found = has_heuristic_ ? cells_.run<true>(start, goal, stats, any, seen)
                                       : cells_.run<false>(start, goal, stats, any, seen);
  if (is_found) cells_.trace(start, goal, route);
  return is_found;
}

}  // namespace clearway
