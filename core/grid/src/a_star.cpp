#include "grid/a_star.hpp"

namespace clearway {

bool GridAStar::search(const Cell& start, const Cell& goal, CellRoute& route, SearchStats& stats) {
  const auto run = [&]<Heuristic h>() {
    return cells_.run<h>(start, goal, stats, AnyCell{}, [this](std::uint32_t i) { note(i); });
  };
  bool is_found = false;
  switch (heuristic_) {
    case Heuristic::none:
      is_found = run.operator()<Heuristic::none>();
      break;
    case Heuristic::octile:
      is_found = run.operator()<Heuristic::octile>();
      break;
    case Heuristic::euclidean:
      is_found = run.operator()<Heuristic::euclidean>();
      break;
    case Heuristic::manhattan:
      is_found = run.operator()<Heuristic::manhattan>();
      break;
  }
  if (is_found) cells_.trace(start, goal, route);
  return is_found;
}

}  // namespace clearway
