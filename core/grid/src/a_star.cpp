#include "grid/a_star.hpp"

namespace clearway {

template <class Queue>
bool GridAStar::run(Queue& open, const Cell& start, const Cell& goal, SearchStats& stats) {
  const auto seen = [this](std::uint32_t i) { note(i); };
  const auto by = [&]<Heuristic h>() {
    const auto estimate = [&goal](const Cell& c, const Steps& g) {
      return estimate_of<h>(c, g, goal);
    };
    return cells_.run_with(open, estimate, start, goal, stats, AnyCell{}, seen);
  };
  switch (heuristic_) {
    case Heuristic::none:
      return by.template operator()<Heuristic::none>();
    case Heuristic::octile:
      return by.template operator()<Heuristic::octile>();
    case Heuristic::euclidean:
      return by.template operator()<Heuristic::euclidean>();
    case Heuristic::manhattan:
      break;
  }
  return by.template operator()<Heuristic::manhattan>();
}

bool GridAStar::search(const Cell& start, const Cell& goal, CellRoute& route, SearchStats& stats) {
  bool is_found = false;
  if (!estimates_.empty()) {
    const auto estimate = [this](const Cell& c, const Steps& g) {
      return g.length() + estimates_[static_cast<std::size_t>(c.y) * grid_.width() + c.x];
    };
    is_found = cells_.run_with(binary_, estimate, start, goal, stats, AnyCell{},
                               [this](std::uint32_t i) { note(i); });
  } else if (queue_ == CellQueue::buckets) {
    is_found = run(buckets_, start, goal, stats);
  } else if (queue_ == CellQueue::binary) {
    is_found = run(binary_, start, goal, stats);
  } else if (queue_ == CellQueue::fibonacci) {
    is_found = run(fibonacci_, start, goal, stats);
  } else {
    is_found = run(list_, start, goal, stats);
  }
  if (is_found) cells_.trace(start, goal, route);
  return is_found;
}

}  // namespace clearway
