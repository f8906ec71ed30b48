// Which places a disc reaches by links.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "clearway/base/interrupt.hpp"
#include "tables.hpp"

namespace clearway {

// Whether `to` can be reached from `from`, where is_direct(place, place) decides without links.
template <class IsDirect>
bool reach_by_links(const LinkTables& tables, const Place& from, const Place& to, double radius,
                    IsDirect is_direct) {
  if (is_direct(from, to)) return true;
  const std::vector<Hop>& hops = tables.hops();
  std::vector<bool> is_taken(hops.size(), false);
  std::vector<const Place*> open{&from};
  while (!open.empty()) {
    const Place& at = *open.back();
    open.pop_back();
    for (std::size_t i = 0; i < hops.size(); ++i) {
      check_interrupt();
      if (is_taken[i] || radius > hops[i].radius || !is_direct(at, hops[i].from.place)) continue;
      is_taken[i] = true;
      if (is_direct(hops[i].to.place, to)) return true;
      open.push_back(&hops[i].to.place);
    }
  }
  return false;
}

// The largest radius for which it can, where widest(place, place) is that without links, -1: not
// even a point can. The widest path over hops, by Dijkstra's algorithm.
template <class Widest>
double widest_by_links(const LinkTables& tables, const Place& from, const Place& to,
                       Widest widest) {
  const std::vector<Hop>& hops = tables.hops();
  double best = widest(from, to);
  std::vector<double> width(hops.size(), -1);
  std::vector<bool> is_settled(hops.size(), false);
  for (std::size_t i = 0; i < hops.size(); ++i)
    width[i] = std::min(hops[i].radius, widest(from, hops[i].from.place));
  for (;;) {
    check_interrupt();
    std::size_t at = hops.size();
    for (std::size_t i = 0; i < hops.size(); ++i)
      if (!is_settled[i] && width[i] > best && (at == hops.size() || width[i] > width[at])) at = i;
    if (at == hops.size()) return best;
    is_settled[at] = true;
    best = std::max(best, std::min(width[at], widest(hops[at].to.place, to)));
    for (std::size_t i = 0; i < hops.size(); ++i) {
      if (is_settled[i] || std::min(width[at], hops[i].radius) <= std::max(width[i], best))
        continue;
      width[i] = std::max(width[i], std::min({width[at], hops[i].radius,
                                              widest(hops[at].to.place, hops[i].from.place)}));
    }
  }
}

}  // namespace clearway
